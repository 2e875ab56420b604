/** Effects and results of calls that only Julia has: commands in backticks, and `open` with them. */
import { anyShape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { emitPaths, emitShell, emitWords, openPaths } from '../evaluate/call.ts';
import { flatten } from '../evaluate/call-values.ts';
import { makeFile, object } from '../evaluate/results.ts';
import { type Call, emit, emitUnknown, type Result, type Runtime } from '../evaluate/runtime.ts';
import {
  choicesOf,
  concatAll,
  listValue,
  shapesOf,
  staticOf,
  unknownValue,
  type Value,
} from '../values/value.ts';

export const juliaResults: ReadonlyMap<string, Result> = new Map<string, Result>([
  ['julia-run', run],
  ['julia-command', (call) => listValue(flatten(call.args))],
  // The types of the arguments are behind the function.
  [
    'later-call',
    ({ args: [callee, , ...args], ...call }, runtime, _details, { apply }) =>
      callee === undefined ? unknownValue : apply(runtime, callee, { ...call, self: undefined, args }),
  ],
  ['julia-pipeline', pipeline],
  ['julia-open', open],
  ['julia-read', read],
  ['julia-write', write],
  ['julia-eval', evaluateText],
]);

/** `run.([a, b])` runs each command of a list. A list of texts is the words of one. */
const commandsIn = (value: Value): readonly Value[] =>
  value.kind === 'list' && value.items.some(({ kind }) => kind === 'object') ? value.items : [value];

/** A command is words in backticks, which no shell reads. Splitting it as a shell does is close enough. */
function run(call: Call, runtime: Runtime): Value {
  if (call.more !== undefined) emitUnknown(runtime, call, 'the command that is run is not known');
  for (const arg of call.args) {
    for (const value of choicesOf(arg).flatMap(commandsIn)) {
      if (value.kind === 'object' && value.type === 'Cmd') {
        const { start, end } = call;
        for (const text of value.shapes) {
          emit(runtime, { kind: 'shell', text, cwd: undefined, stdin: undefined, certain: true, start, end });
        }
      } else if (value.kind === 'list') emitWords(runtime, call, [value]);
      else if (value.kind === 'unknown' && call.name.endsWith('run'))
        emitUnknown(runtime, call, 'the command that is run is not known');
    }
  }
  return unknownValue;
}

/** `pipeline(a, b)`: what each command prints is what the next one reads. */
function pipeline(call: Call, runtime: Runtime): Value {
  const commands = call.args.filter(({ kind }) => kind === 'object');
  const [input] = call.args;
  // A text is the name of a file: in front it is read, at the end it is written.
  const output = call.args.at(-1);
  openStream(call, runtime, 'read', input);
  if (output !== input) openStream(call, runtime, 'write', output);
  openStream(call, runtime, 'read', call.named.get('stdin'));
  for (const name of ['stdout', 'stderr']) openStream(call, runtime, 'write', call.named.get(name));
  if (commands.length < call.args.length) run(call, runtime);
  const stages = commands.map((value) => shapesOf(value, call.source));
  const joined = concatAll(
    stages.flatMap((stage, at) => (at === 0 ? [stage] : [[textShape(' | ')], stage])),
    call.source,
  );
  // A text in front is what the first one reads.
  const given = input?.kind === 'text' ? shapesOf(input, call.source) : [undefined];
  for (const stdin of stages.length > 0 ? given : []) emitShell(runtime, call, joined, stdin);
  return stages.length > 0 ? object('Cmd', joined) : unknownValue;
}

function openStream(call: Call, runtime: Runtime, use: 'read' | 'write', file: Value | undefined): void {
  if (file?.kind === 'text') emitPaths(runtime, call, use, file.shapes);
}

function open(call: Call, runtime: Runtime): Value {
  const given = call.args.filter(({ kind }) => kind !== 'function');
  const [path, mode] = given;
  if (path?.kind === 'object' && path.type === 'Cmd') {
    // What is written to it later is not followed.
    if (mode === undefined) return run(call, runtime);
    emitShell(runtime, call, path.shapes, anyShape(call.source));
    return unknownValue;
  }
  const text = mode === undefined ? 'r' : staticOf(mode);
  openPaths(runtime, call, shapesOf(path ?? unknownValue, call.source), text);
  return makeFile(call, runtime);
}

function read(call: Call, runtime: Runtime): Value {
  const [path] = call.args;
  if (path === undefined || (path.kind === 'ref' && path.name === 'stdin')) return unknownValue;
  if (path.kind === 'object') return path.type === 'Cmd' ? run(call, runtime) : unknownValue;
  emitPaths(runtime, call, 'read', shapesOf(path, call.source));
  return unknownValue;
}

function write(call: Call, runtime: Runtime): Value {
  const [path, content] = call.args;
  if (path === undefined || path.kind === 'object' || path.kind === 'ref') return unknownValue;
  emitPaths(runtime, call, 'write', shapesOf(path, call.source), { content: staticOf(content) });
  return unknownValue;
}

function evaluateText(
  call: Call,
  runtime: Runtime,
  _details: readonly string[],
  operations: Parameters<Result>[3],
): Value {
  const value = call.args.at(-1);
  const shapes = value?.kind === 'text' ? value.shapes : [];
  for (const shape of shapes) {
    const text = staticText(shape);
    if (text !== undefined) operations.evaluate(runtime, text, call);
    else emitUnknown(runtime, call, 'text that is not known is run as a script');
  }
  if (value?.kind === 'unknown') emitUnknown(runtime, call, 'text that is not known is run as a script');
  return unknownValue;
}
