/** Effects and results of calls that only Lua has. */
import { anyShape } from '../../../pattern/text/shape.ts';
import { anyMember, emit, emitUnknown, type Result } from '../evaluate/runtime.ts';
import type { CodeFinding } from '../values/finding.ts';
import {
  concatAll,
  elementOf,
  listValue,
  nameValue,
  shapesOf,
  shapeValue,
  staticOf,
  union,
  unknownValue,
} from '../values/value.ts';
import { scanVim } from '../vim/vim.ts';

export const luaResults: ReadonlyMap<string, Result> = new Map<string, Result>([
  [
    'indexed',
    (call, runtime) => {
      const [table = unknownValue] = call.args;
      const item = table.kind === 'ref' ? anyMember(runtime, table) : elementOf(table);
      return listValue([], listValue([nameValue(), item]));
    },
  ],
  // The handler of errors is in front of the arguments.
  [
    'protected-call',
    ({ args: [callee, handler, ...args], ...call }, runtime, _details, { apply }) => {
      const later = { ...call, self: undefined };
      if (handler !== undefined) apply(runtime, handler, { ...later, args: [], more: unknownValue });
      return callee === undefined ? unknownValue : apply(runtime, callee, { ...later, args });
    },
  ],
  ['one-of', ({ args: [, ...values], more }) => union(...values, more)],
  // What a table lacks is looked for in another one.
  [
    'inheriting',
    ({ args: [table = unknownValue, meta] }) =>
      union(table, meta?.kind === 'dict' ? meta.entries.get('__index') : undefined),
  ],
  // The table of all texts: what it gets are methods of any text.
  [
    'lua-metatable',
    (call, runtime) => {
      if (call.args[0]?.kind === 'text') emitUnknown(runtime, call, 'what is found in this way is not known');
      return unknownValue;
    },
  ],
  [
    'lua-concat',
    (call) => {
      const [list, separator] = call.args;
      if (list?.kind !== 'list' || list.more !== undefined || list.items.length > 500)
        return shapeValue(anyShape(call.source));
      const between = separator === undefined ? [] : [shapesOf(separator, call.source)];
      const parts = list.items.flatMap((item, index) => [
        ...(index === 0 ? [] : between),
        shapesOf(item, call.source),
      ]);
      return shapeValue(...concatAll(parts, call.source));
    },
  ],
  [
    'vim-commands',
    (call, runtime) => {
      const text = staticOf(call.args[0]);
      if (text === undefined) emitUnknown(runtime, call, 'the command of the editor is not known');
      else for (const finding of scanVim(text)) emit(runtime, moved(finding, call));
      return unknownValue;
    },
  ],
]);

const moved = (finding: CodeFinding, { start, end }: { start: number; end: number }): CodeFinding => ({
  ...finding,
  start,
  end,
});
