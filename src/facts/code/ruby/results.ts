/** Effects and results of calls that only Ruby has: the forms of `system`, `open`, constants by name. */
import { anyShape, textShape } from '../../../pattern/text/shape.ts';
import { emitPaths, emitShell, emitWords, openPaths } from '../evaluate/call.ts';
import { flatten, optionAt, subject } from '../evaluate/call-values.ts';
import { makeFile, object } from '../evaluate/results.ts';
import { type Call, emitUnknown, orMissing, type Result, type Runtime } from '../evaluate/runtime.ts';
import { emitWithArgv0 } from '../evaluate/start-program.ts';
import { formatPercent } from '../evaluate/text-results.ts';
import { decodeBase64, decodeHex } from '../values/decode.ts';
import { globShape, joinPaths } from '../values/path-text.ts';
import {
  anyText,
  concatAll,
  dictValue,
  elementOf,
  listValue,
  nameValue,
  refValue,
  shapesOf,
  shapeValue,
  staticOf,
  textValue,
  unknownValue,
  type Value,
} from '../values/value.ts';
import { openStreams } from './redirections.ts';

export const rubyResults: ReadonlyMap<string, Result> = new Map<string, Result>([
  [
    'ruby-pipe',
    // A name with a pipe in front is a command.
    (call, runtime) => {
      for (const { pieces, source } of shapesOf(call.args[0] ?? call.more, call.source)) {
        const [first, ...rest] = pieces;
        if (first?.kind !== 'text' || !first.text.startsWith('|')) continue;
        emitShell(runtime, call, [{ pieces: [{ ...first, text: first.text.slice(1) }, ...rest], source }]);
      }
      return unknownValue;
    },
  ],
  ['ruby-run', run],
  ['ruby-pipeline', pipeline],
  [
    'ruby-concat',
    (call) =>
      shapeValue(
        ...concatAll(
          [subject(call), ...call.args].map((value) => shapesOf(ofCode(value), call.source)),
          call.source,
        ),
      ),
  ],
  ['ruby-open', open],
  ['const', constant],
  // A function that calls the method of that name, with arguments that are not known.
  [
    'symbol-proc',
    (call, runtime, _details, { apply }) => {
      const name = staticOf(call.self);
      const method = name === undefined ? unknownValue : refValue(name);
      apply(runtime, method, { ...call, self: undefined, args: [], more: unknownValue, partial: true });
      return method;
    },
  ],
  ['ruby-unpack', (call) => unpack(call.self, call.args[0], call)],
  [
    'ruby-pack',
    (call) => unpack(call.self?.kind === 'list' ? call.self.items[0] : undefined, call.args[0], call),
  ],
  ['pathname-below', below],
  // The block of the call, or one that it is given.
  ['block', (call) => call.args[0] ?? call.more ?? object('block', [])],
  ['ruby-format', format],
  // Patterns of files that a task of Rake deletes.
  [
    'rake-clean',
    (call, runtime) => {
      const given = call.more === undefined ? call.args : [...call.args, call.more];
      const patterns = flatten(given).flatMap((value) => shapesOf(value, call.source));
      emitPaths(runtime, call, 'delete', patterns.map(globShape), { certain: false, recursive: true });
      return call.self ?? unknownValue;
    },
  ],
  ['ruby-ends', () => listValue([object('file', []), object('file', [])])],
  ['ruby-parts', (call) => listValue([], listValue([], elementOf(subject(call))))],
  ['enumerated-self', (call) => listValue([], listValue([elementOf(subject(call)), nameValue()]))],
  // With a number it gives a list.
  [
    'ruby-element',
    (call, runtime) => {
      const element = orMissing(runtime, subject(call), elementOf(subject(call)));
      return call.args.length === 0 && call.more === undefined ? element : listValue([], element);
    },
  ],
]);

/** A number that is added to a text is the code of a character. */
const ofCode = (value: Value): Value => (/^\d+$/.test(staticOf(value) ?? '') ? unknownValue : value);

/** `system("ls -l")` goes to a shell, `system("ls", "-l")` does not; a mode of `popen` is no word of the command. */
function run(call: Call, runtime: Runtime): Value {
  openStreams(call, runtime);
  const given = call.args.filter(({ kind }) => kind !== 'dict' && kind !== 'function');
  const args = call.name === 'IO.popen' ? given.slice(0, 1) : given;
  const [only] = args;
  if (args.length === 1 && only !== undefined && only.kind !== 'list' && call.more === undefined) {
    emitShell(runtime, call, shapesOf(only, call.source));
  } else {
    const [head, ...rest] = only?.kind === 'list' && args.length === 1 ? flatten(args) : args;
    const more = call.more === undefined ? [] : [call.more];
    // A list as the first word is the program and its name for itself.
    if (head?.kind === 'list') emitWithArgv0(runtime, call, [...head.items, ...flatten(rest), ...more]);
    else emitWords(runtime, call, [...flatten(args), ...more]);
  }
  return unknownValue;
}

/** Each argument is a command: a text for a shell, or its words; what one prints is what the next one reads. */
function pipeline(call: Call, runtime: Runtime): Value {
  openStreams(call, runtime);
  const given = call.more === undefined ? call.args : [...call.args, call.more];
  const stages = given.flatMap((value) => {
    if (value.kind === 'dict' || value.kind === 'function') return [];
    const items = value.kind === 'list' ? flatten([value]).filter(({ kind }) => kind !== 'dict') : [value];
    return [
      concatAll(
        items.flatMap((item, at) => [...(at === 0 ? [] : [[textShape(' ')]]), shapesOf(item, call.source)]),
        call.source,
      ),
    ];
  });
  const joined = stages.flatMap((stage, at) => (at === 0 ? [stage] : [[textShape(' | ')], stage]));
  emitShell(runtime, call, concatAll(joined, call.source));
  return unknownValue;
}

/** `open("|cmd")`, `open("https://…")` with `open-uri`, or a file. */
function open(call: Call, runtime: Runtime): Value {
  const [path, given] = call.args;
  const named = optionAt(call, 'mode') ?? optionAt(call, 'flags');
  const mode = named ?? (given?.kind === 'dict' ? undefined : given);
  const shapes = shapesOf(path, call.source);
  for (const shape of shapes) {
    const [first] = shape.pieces;
    if (first?.kind === 'text' && first.text.startsWith('|')) {
      const text = textShape(first.text.slice(1));
      const rest = { pieces: shape.pieces.slice(1), source: '' };
      emitShell(runtime, call, concatAll([[text], [rest]], shape.source));
    } else openPaths(runtime, call, [shape], mode === undefined ? 'r' : staticOf(mode));
  }
  return makeFile(call, runtime);
}

/** `format("%s", x)`, `format("%{k}", k: x)`. */
function format(call: Call): Value {
  const [text = unknownValue, ...values] = call.args;
  const given = call.named.size > 0 ? [dictValue(call.named)] : values;
  return call.more === undefined ? formatPercent(text, given, call) : anyText(call);
}

function constant(call: Call, runtime: Runtime): Value {
  const name = staticOf(call.args[0] ?? (call.self?.kind === 'text' ? call.self : undefined));
  if (name !== undefined) return refValue(name.replaceAll('::', '.'));
  emitUnknown(runtime, call, 'the class that is used is not known');
  return unknownValue;
}

function unpack(value: Value | undefined, format: Value | undefined, call: Call): Value {
  const [text, how] = [staticOf(value), staticOf(format) ?? ''];
  const decoded =
    text === undefined
      ? undefined
      : /^m/.test(how)
        ? decodeBase64(text)
        : /^H/.test(how)
          ? decodeHex(text)
          : undefined;
  return decoded === undefined ? shapeValue(anyShape(call.source)) : textValue(decoded, call.source);
}

function below(call: Call): Value {
  const parts = [call.self ?? unknownValue, ...call.args].map((value) => shapesOf(value, call.source));
  const [first = [], ...rest] = parts;
  const made = rest.reduce((before, next) => {
    const all = before.flatMap((one) => next.map((two) => joinPaths([one, two], call.source)));
    return all.length > 24 ? [anyShape(call.source)] : all;
  }, first);
  return object('Pathname', made);
}
