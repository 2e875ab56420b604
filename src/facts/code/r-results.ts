/** Effects and results of calls that only R has. */

import { emitPaths, openPaths } from './call.ts';
import { flatten, optionAt } from './call-values.ts';
import { globShape } from './path-text.ts';
import { makeFile } from './results.ts';
import { type Call, emitUnknown, type Result, type Runtime } from './runtime.ts';
import {
  listValue,
  refValue,
  shapesOf,
  staticOf,
  textValue,
  truthOf,
  unknownValue,
  type Value,
} from './value.ts';

export const rResults: ReadonlyMap<string, Result> = new Map<string, Result>([
  ['r-read', read],
  ['r-unlink', remove],
  ['r-vector', (call) => listValue([...flatten(call.args), ...call.named.values()], call.more)],
  ['r-open', open],
  [
    'r-parse',
    (call) => ({
      kind: 'object',
      type: 'expression',
      shapes: shapesOf(optionAt(call, 'text') ?? optionAt(call, 'file') ?? call.args[0], call.source),
      written: undefined,
    }),
  ],
  ['r-eval', evaluateParsed],
  ['r-call', byName],
]);

/** `readLines("x")`; without an operand, or with `stdin`, no file is read. */
function read(call: Call, runtime: Runtime): Value {
  const value =
    optionAt(call, 'file') ?? optionAt(call, 'con') ?? optionAt(call, 'description') ?? call.args[0];
  if (value === undefined || value.kind === 'object' || optionAt(call, 'text') !== undefined)
    return unknownValue;
  if (value.kind === 'ref' && /^(?:stdin|call)$/.test(value.name)) return unknownValue;
  const text = staticOf(value);
  if (text === 'stdin' || (text !== undefined && /^\s*[[{]/.test(text))) return unknownValue;
  emitPaths(runtime, call, 'read', shapesOf(value, call.source));
  return unknownValue;
}

/** `unlink` takes patterns. */
function remove(call: Call, runtime: Runtime): Value {
  const paths = flatten(call.args.slice(0, 1)).flatMap((value) => shapesOf(value, call.source));
  const recursive = truthOf(optionAt(call, 'recursive') ?? call.args[1] ?? textValue('false'));
  emitPaths(runtime, call, 'delete', paths.map(globShape), { recursive: recursive !== false });
  return unknownValue;
}

function open(call: Call, runtime: Runtime): Value {
  const mode = optionAt(call, 'open') ?? call.args[1];
  const paths = shapesOf(call.args[0] ?? optionAt(call, 'description'), call.source);
  if (staticOf(call.args[0]) === 'stdin') return unknownValue;
  if (mode !== undefined) openPaths(runtime, call, paths, staticOf(mode));
  else {
    // Without a mode, the later use decides how it is opened.
    emitPaths(runtime, call, 'read', paths, { certain: false });
    emitPaths(runtime, call, 'write', paths, { certain: false });
  }
  return makeFile(call, runtime);
}

function evaluateParsed(
  call: Call,
  runtime: Runtime,
  _details: readonly string[],
  operations: Parameters<Result>[3],
): Value {
  const [value] = call.args;
  if (value?.kind !== 'object' || value.type !== 'expression') return unknownValue;
  const [shape] = value.shapes;
  const text =
    value.shapes.length === 1 && shape !== undefined
      ? staticOf({ kind: 'text', shapes: [shape] })
      : undefined;
  if (text !== undefined) return operations.evaluate(runtime, text, call);
  emitUnknown(runtime, call, 'text that is not known is run as a script');
  return unknownValue;
}

/** `do.call("system", list("ls"))`, `get("system")("ls")`. */
function byName(
  call: Call,
  runtime: Runtime,
  _details: readonly string[],
  { apply }: Parameters<Result>[3],
): Value {
  const [callee, list] = call.args;
  const name = staticOf(callee);
  const target = name === undefined ? callee : refValue(name);
  if (call.name !== 'do.call' || target === undefined) return target ?? unknownValue;
  if (target.kind === 'text') emitUnknown(runtime, call, 'the function that is called is not known');
  const args = list?.kind === 'list' ? list.items : [];
  return apply(runtime, target, { ...call, args, more: list?.kind === 'list' ? list.more : unknownValue });
}
