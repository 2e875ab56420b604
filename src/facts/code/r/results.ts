/** Effects and results of calls that only R has. */
import { anyShape, joinPieces } from '../../../pattern/text/shape.ts';
import { emitPaths, emitShell, openPaths } from '../evaluate/call.ts';
import { flatten, optionAt } from '../evaluate/call-values.ts';
import { makeFile } from '../evaluate/results.ts';
import { type Call, emitUnknown, type Result, type Runtime } from '../evaluate/runtime.ts';
import { globShape } from '../values/path-text.ts';
import {
  listValue,
  refValue,
  shapesOf,
  staticOf,
  textValue,
  truthOf,
  unknownValue,
  type Value,
} from '../values/value.ts';

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
  // `system2("ls", stdout = "x")`; `TRUE`, `FALSE` and an empty text are no files.
  [
    'r-streams',
    (call, runtime) => {
      for (const [name, use] of [
        ['stdin', 'read'],
        ['stdout', 'write'],
        ['stderr', 'write'],
      ] as const) {
        const file = call.named.get(name);
        const isFile = file?.kind === 'text' && !/^(?:true|false|)$/.test(staticOf(file) ?? 'x');
        if (isFile) emitPaths(runtime, call, use, file.shapes);
      }
      return unknownValue;
    },
  ],
  ['r-call', byName],
  [
    'r-exec',
    ({ args: [name, ...args], ...call }, ...rest) =>
      byName({ ...call, name: 'do.call', args: name === undefined ? [] : [name, listValue(args)] }, ...rest),
  ],
  ['r-cat', print],
  // The function may be behind the name of its package.
  ['r-member', (call) => refValue(call.args.map(staticOf).findLast((name) => name !== undefined) ?? '?')],
  // What is made here is evaluated later.
  [
    'r-quoted-call',
    ({ args: [name, ...args], ...call }, ...rest) =>
      made({ ...call, args: name === undefined ? [] : [name, listValue(args)] }, ...rest),
  ],
  [
    'r-made-call',
    ({ args: [words], ...call }, ...rest) => made({ ...call, args: headAndRest(words) }, ...rest),
  ],
]);

/** `cat(x, file="x")`; with a pipe at its beginning the name is a command. */
function print(call: Call, runtime: Runtime): Value {
  const file = optionAt(call, 'file');
  for (const path of file === undefined || file.kind === 'object' ? [] : shapesOf(file, call.source)) {
    const [first, ...rest] = path.pieces;
    if (first?.kind !== 'text' || !first.text.startsWith('|')) {
      emitPaths(runtime, call, 'write', [path]);
      continue;
    }
    const command = joinPieces([{ kind: 'text', text: first.text.slice(1) }, ...rest], path.source);
    const written = call.args.length === 1 ? shapesOf(call.args[0], call.source) : [anyShape(call.source)];
    for (const input of written) emitShell(runtime, call, [command], input);
  }
  return unknownValue;
}

/** A call that is a value. It counts where it is made. */
function made(call: Call, ...others: [Runtime, readonly string[], Parameters<Result>[3]]): Value {
  byName({ ...call, name: 'do.call' }, ...others);
  return { kind: 'object', type: 'quoted', shapes: [], written: undefined };
}

const headAndRest = (words: Value | undefined): readonly Value[] =>
  words?.kind === 'list'
    ? [words.items[0] ?? unknownValue, listValue(words.items.slice(1), words.more)]
    : [words ?? unknownValue, unknownValue];

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
