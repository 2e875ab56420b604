/** Results of calls that only JavaScript has. */
import { anyShape, nameShape, type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { emitConnect, emitPaths, emitWords } from '../evaluate/call.ts';
import { optionAt } from '../evaluate/call-values.ts';
import { mapOver } from '../evaluate/function-results.ts';
import {
  type Call,
  emit,
  emitUnknown,
  type Operations,
  type Result,
  type Runtime,
} from '../evaluate/runtime.ts';
import { merged } from '../values/changed-list.ts';
import {
  choicesOf,
  concatAll,
  refValue,
  shapesOf,
  shapeValue,
  staticOf,
  textValue,
  truthOf,
  union,
  unknownValue,
  type Value,
} from '../values/value.ts';

export const nodeResults: ReadonlyMap<string, Result> = new Map<string, Result>([
  ['merged', mergedTables],
  // `Array.from(list, f)` calls the function with each item.
  [
    'from',
    (call, runtime, _details, operations) =>
      call.args.length > 1
        ? mapOver(call, runtime, ['list-first'], operations)
        : (call.args[0] ?? call.more ?? unknownValue),
  ],
  ['net-connect', connect],
  ['new-folder', makeFolder],
  // A client for one address also takes whole addresses.
  [
    'client',
    (call, _runtime, [library = '']) => {
      const address = optionAt(call, 'baseURL') ?? optionAt(call, 'prefixUrl');
      if (address === undefined) return refValue(library);
      const shapes = shapesOf(address, call.source);
      return union(refValue(library), { kind: 'object', type: 'http-client', shapes, written: undefined });
    },
  ],
  ['worker', startWorker],
  ['fork', forkProcess],
  // Each file runs in a process of its own; without files, those that are found.
  [
    'test-run',
    (call, runtime) => {
      const files = optionAt(call, 'files') ?? optionAt(call, 'globPatterns') ?? call.more;
      const words = [textValue('node'), textValue('--test')];
      emitWords(runtime, call, files === undefined ? words : [...words, files]);
      return unknownValue;
    },
  ],
  ['url-path', (call) => shapeValue(...shapesOf(call.self ?? unknownValue, call.source).map(pathOfUrl))],
  [
    'with-self',
    (call) =>
      shapeValue(
        ...concatAll(
          [call.self ?? unknownValue, ...call.args].map((value) => shapesOf(value, call.source)),
          call.source,
        ),
      ),
  ],
  [
    'later',
    (call, runtime, _details, { apply, evaluate }) => {
      const [callee, , ...args] = call.args;
      if (callee === undefined || callee.kind === 'function' || callee.kind === 'unknown')
        return unknownValue;
      if (callee.kind !== 'text') return apply(runtime, callee, { ...call, args, self: undefined });
      const text = staticOf(callee);
      if (text === undefined) emitUnknown(runtime, call, 'text that is not known is run as a script');
      else evaluate(runtime, text, call);
      return unknownValue;
    },
  ],
  [
    'apply-list',
    (call, runtime, _details, { apply }) => {
      const [callee, , list] = call.args;
      if (callee === undefined) return unknownValue;
      const args = list?.kind === 'list' ? list.items : [];
      return apply(runtime, callee, {
        ...call,
        self: undefined,
        args,
        more: list?.kind === 'list' ? list.more : unknownValue,
      });
    },
  ],
]);

/** `new Worker('x.js')`, `new Worker('…', { eval: true })`. */
function startWorker(
  call: Call,
  runtime: Runtime,
  _details: readonly string[],
  { evaluate }: Operations,
): Value {
  const [value = unknownValue] = call.args;
  const text =
    staticOf(value) ??
    (value.kind === 'object' && value.shapes.length === 1
      ? staticText(value.shapes[0] ?? anyShape(''))
      : undefined);
  const isText = optionAt(call, 'eval');
  if (isText !== undefined && truthOf(isText) !== false && text !== undefined) evaluate(runtime, text, call);
  else if (text?.startsWith('data:') === true || isText !== undefined || value.kind === 'unknown')
    emitUnknown(runtime, call, 'the script of the worker is not known');
  else
    for (const path of shapesOf(value, call.source)) {
      const { start, end } = call;
      emitPaths(runtime, call, 'read', [path]);
      emit(runtime, { kind: 'load', path, ends: false, certain: true, start, end });
    }
  return unknownValue;
}

/** `fork('x.js', ['a'], { execPath, execArgv })`: a script, and the program that runs it. */
function forkProcess(call: Call, runtime: Runtime): Value {
  const [script = unknownValue, args] = call.args;
  const program = optionAt(call, 'execPath') ?? textValue('node');
  const options = optionAt(call, 'execArgv');
  const lists = [options, args].map((value) =>
    value?.kind === 'dict' || value?.kind === 'function' ? undefined : value,
  );
  const [before, behind] = lists.map((value) => (value === undefined ? [] : [value]));
  emitWords(runtime, call, [program, ...(before ?? []), script, ...(behind ?? [])]);
  return unknownValue;
}

/** A folder with the given prefix in its name. */
function makeFolder(call: Call, runtime: Runtime): Value {
  const made = concatAll([shapesOf(call.args[0], call.source), [nameShape('')]], call.source);
  emitPaths(runtime, call, 'write', made);
  return shapeValue(...made);
}

/** `connect(port, host)`, `connect({ host, port })`, `connect('/path/of/a/socket')`. */
function connect(call: Call, runtime: Runtime): Value {
  const [first, second] = call.args;
  const host =
    optionAt(call, 'host') ?? (second !== undefined && second.kind !== 'function' ? second : undefined);
  const text = staticOf(first);
  if (host !== undefined) emitConnect(runtime, call, [host], true);
  else if (text === undefined) emitConnect(runtime, call, [unknownValue], true);
  else if (/^\d+$/.test(text)) emitConnect(runtime, call, [textValue('localhost')], true);
  return unknownValue;
}

/** The path of an address; its unknown parts may be in the path. */
function pathOfUrl(url: Shape): Shape {
  const text = staticText(url);
  const [first, ...rest] = url.pieces;
  if (text !== undefined)
    return URL.canParse(text) ? textShape(new URL(text).pathname, url.source) : anyShape(url.source);
  if (first?.kind !== 'text' || !first.text.startsWith('file:///')) return anyShape(url.source);
  return {
    pieces: [{ kind: 'text', text: first.text.slice('file://'.length) }, ...rest],
    source: url.source,
  };
}

/** `Object.assign(o, p)` gives `o` with the items of the others; something else than a table stays what it is. */
function mergedTables({ args: [first, ...others], more, partial }: Call): Value {
  if (first === undefined) return unknownValue;
  const given = more !== undefined || partial ? [...others, unknownValue] : others;
  return union(...choicesOf(first).map((each) => (each.kind === 'dict' ? merged(each, given) : each)));
}
