/**
 * The results of library calls, if they are paths, texts or objects with further effects. The tables use the names of
 * these results after `=>`.
 */
import { anyShape, nameShape, type Shape, textShape } from '../../../pattern/text/shape.ts';
import { decodeBase64, decodeHex } from '../values/decode.ts';
import {
  anywhere,
  expandHome,
  globShape,
  joinPaths,
  joinSegments,
  lastName,
  parentOf,
  wordsOfGlob,
} from '../values/path-text.ts';
import {
  anyText,
  choicesOf,
  concatAll,
  concatLists,
  concatShapes,
  distinct,
  elementOf,
  hereShape,
  homeShape,
  listValue,
  nameValue,
  perhapsChanged,
  refValue,
  shapesOf,
  shapeValue,
  staticOf,
  textValue,
  union,
  unknownValue,
  type Value,
  type Written,
} from '../values/value.ts';
import { emitPaths, emitWords, findingsOf } from './call.ts';
import { allArguments, flatten, isNone, mapShapes, optionAt, shapesFor, subject } from './call-values.ts';
import { callLater, eachOf, getAttribute, importModule, mapOver, sendMessage } from './function-results.ts';
import { noteRead } from './note-variable.ts';
import { programValue } from './program-family.ts';
import { anyMember, type Call, type Operations, orMissing, type Result, type Runtime } from './runtime.ts';
import { lookUp } from './scope.ts';
import { showingVariable } from './shown.ts';
import {
  bufferOf,
  charactersOf,
  encoded,
  formatBraces,
  formatPercent,
  joinTexts,
  replaced,
  rot13,
  splitText,
  splitWords,
  textValueOf,
  trimmed,
  withStatic,
  withStaticArg,
} from './text-results.ts';

/** The result of a call by its name in the tables. */
export function resultOf(
  gives: readonly string[],
  call: Call,
  runtime: Runtime,
  operations: Operations,
): Value {
  const [name = '', ...details] = gives;
  const result = results.get(name) ?? runtime.language.results.get(name);
  return result === undefined ? unknownValue : result(call, runtime, details, operations);
}

export const object = (type: string, paths: readonly Shape[]): Value => ({
  kind: 'object',
  type,
  shapes: paths,
  written: undefined,
});

/** All combinations of parts, put together with `join`; `any` if there are too many. */
function combine(
  parts: readonly Value[],
  call: Call,
  join: (shapes: readonly Shape[], source: string) => Shape,
): readonly Shape[] {
  let made: readonly Shape[] = [textShape('', call.source)];
  for (const part of parts) {
    const choices = shapesFor(part, call);
    const next = made.length * choices.length > 24 ? [anyShape(call.source)] : choices;
    made = made.flatMap((before) => next.map((shape) => join([before, shape], call.source)));
  }
  return distinct(made);
}

const below = (call: Call, value: Value, more: readonly Shape[]): readonly Shape[] =>
  shapesFor(value, call).map((shape) => joinPaths([shape, ...more], call.source));

/** A path that stays the same if the script changes its directory: then it may be below any other directory. */
function wherever(value: Value, call: { readonly source: string }, { before, memory }: Runtime): Value {
  const paths = shapesOf(value, call.source).map((path) => joinPaths([hereShape(''), path], call.source));
  const isMoved = before.moves || memory.moves;
  const elsewhere = paths.map(anywhere);
  const all = distinct(isMoved ? [...paths, ...elsewhere] : paths);
  return value.kind === 'object' ? { ...value, shapes: all } : shapeValue(...all);
}

const results = new Map<string, Result>([
  ['same', (call) => subject(call)],
  ['itself', (call) => call.self ?? unknownValue],
  ['subclass', subclass],
  ['first', (call) => call.args[0] ?? call.more ?? unknownValue],
  ['text', (call) => union(...choicesOf(subject(call)).map((value) => textValueOf(value, call)))],
  ['encoded', encoded],
  ['any', (call) => anyText(call)],
  ['name', (call) => nameValue(call.source)],
  ['names', (call) => listValue([], nameValue(call.source))],
  ['home', (call) => shapeValue(homeShape(call.source))],
  ['here', (call, runtime) => wherever(shapeValue(hereShape(call.source)), call, runtime)],
  ['absolute', (call, runtime) => wherever(subject(call), call, runtime)],
  ['relative', (call) => (call.args.length === 1 ? subject(call) : anyText(call))],
  ['temp', (call) => textValue('/tmp', call.source)],
  ['temp-path', makeTemporary],
  [
    'with-ending',
    (call, runtime) => {
      const names = shapesFor(
        call.args[0] ?? optionAt(call, 'base_name') ?? optionAt(call, 'filename'),
        call,
      );
      const files = names.map((name) => concatShapes([name, nameShape('')], call.source));
      for (const use of ['read', 'write'] as const) emitPaths(runtime, call, use, files, { certain: false });
      return unknownValue;
    },
  ],
  ['ref', (_call, _runtime, [name = '']) => refValue(name)],
  ['object', makeObject],
  ['file', makeFile],
  ['path', (call) => object('pathlib.Path', combine(allArguments(call), call, joinPaths))],
  ['path-home', (call) => object('pathlib.Path', [homeShape(call.source)])],
  ['path-here', (call, runtime) => wherever(object('pathlib.Path', [hereShape('')]), call, runtime)],
  ['path-expanded', (call) => object('pathlib.Path', shapesFor(subject(call), call).map(expandHome))],
  ['path-below', (call) => object('pathlib.Path', combine([subject(call), ...call.args], call, joinPaths))],
  ['path-any', (call) => object('pathlib.Path', [anyShape(call.source)])],
  ['path-parent', (call) => object('pathlib.Path', shapesFor(subject(call), call).map(parentOf))],
  [
    'path-sibling',
    (call) =>
      object(
        'pathlib.Path',
        combine([mapShapes(subject(call), call, parentOf), ...call.args], call, joinPaths),
      ),
  ],
  [
    'path-children',
    (call) => listValue([], object('pathlib.Path', below(call, subject(call), [nameShape('')]))),
  ],
  [
    'path-glob',
    (call) => {
      const patterns = shapesFor(call.args[0], call).map(globShape);
      const found = shapesFor(subject(call), call).flatMap((shape) =>
        patterns.map((pattern) => joinPaths([shape, pattern], call.source)),
      );
      return listValue([], object('pathlib.Path', distinct(found)));
    },
  ],
  [
    'path-deep-glob',
    (call) => {
      const patterns = shapesFor(call.args[0], call).map(globShape);
      const deep = concatShapes([anyShape('')], '');
      const found = shapesFor(subject(call), call).flatMap((shape) =>
        patterns.map((pattern) => joinPaths([shape, deep, pattern], call.source)),
      );
      return listValue([], object('pathlib.Path', distinct(found)));
    },
  ],
  ['join', (call) => shapeValue(...combine(flatten(allArguments(call)), call, joinPaths))],
  [
    'resolved',
    (call, runtime) =>
      wherever(shapeValue(...combine(flatten(allArguments(call)), call, joinPaths)), call, runtime),
  ],
  ['segments', (call) => shapeValue(...combine(flatten(allArguments(call)), call, joinSegments))],
  ['expanded', (call) => mapShapes(call.args[0] ?? unknownValue, call, expandHome)],
  [
    'expanded-in',
    (call) => {
      const paths = shapesFor(call.args[0], call).map(expandHome);
      const [, base] = call.args;
      return shapeValue(
        ...(base === undefined ? paths : combine([base, shapeValue(...paths)], call, joinPaths)),
      );
    },
  ],
  ['parent', (call) => mapShapes(subject(call), call, parentOf)],
  ['base-name', (call) => mapShapes(subject(call), call, lastName)],
  ['list-directory', (call) => listValue([], nameValue(call.source))],
  [
    'list-entries',
    (call) => listValue([], shapeValue(...below(call, call.args[0] ?? textValue('.'), [nameShape('')]))),
  ],
  [
    'entries',
    (call) => listValue([], object('entry', below(call, call.args[0] ?? textValue('.'), [nameShape('')]))),
  ],
  ['entry-path', (call) => shapeValue(...shapesFor(call.self, call))],
  [
    'glob',
    (call, _runtime, [braces]) => {
      const patterns = flatten(call.args.slice(0, 1)).flatMap((value) => shapesFor(value, call));
      const all =
        braces === undefined
          ? patterns
          : patterns.flatMap((pattern) => wordsOfGlob(pattern, braces === 'words'));
      return listValue([], shapeValue(...distinct(all.map(globShape))));
    },
  ],
  [
    'walk',
    (call) => {
      const roots = below(call, call.args[0] ?? textValue('.'), [anyShape('')]);
      const names = listValue([], nameValue());
      const folder = [...shapesFor(call.args[0], call), ...roots];
      return listValue([], listValue([shapeValue(...folder), names, names, object('descriptor', folder)]));
    },
  ],
  [
    'environment',
    (call, runtime) => {
      noteRead(runtime, call.args[0], call);
      return union(environmentOf(call.args[0], call, runtime), call.args[1]);
    },
  ],
  ['getattr', getAttribute],
  ['module', (call, runtime) => importModule(call, runtime)],
  ['signal', sendSignal],
  ['program', (call) => programValue([call.args[0] ?? call.more ?? unknownValue])],
  ['names-of-script', (call) => call.args[0] ?? refValue('')],
  ['map', mapOver],
  ['each', eachOf],
  [
    'reversed-call',
    (call, runtime, _details, operations) =>
      callLater(call.args[0], call.args.slice(1), call, runtime, operations),
  ],
  [
    'partial',
    // Its other arguments are not followed.
    ({ args: [callee, ...args], ...call }, runtime, _details, { apply }) =>
      callee === undefined
        ? unknownValue
        : apply(runtime, callee, { ...call, self: undefined, args, more: unknownValue }),
  ],
  // A function of what it gave before and of the next item.
  [
    'fold',
    ({ args: [callee, list, first], ...call }, runtime, _details, { apply }) => {
      const item = elementOf(list ?? unknownValue);
      const args = [union(first, item, unknownValue), item];
      return callee === undefined ? unknownValue : apply(runtime, callee, { ...call, self: undefined, args });
    },
  ],
  ['send', sendMessage],
  [
    'target',
    (call, runtime, _details, operations) => {
      // Where the function has no name, any of the arguments may be it.
      if (optionAt(call, 'target') === undefined)
        for (const value of call.args)
          if (value.kind === 'ref' || value.kind === 'function')
            operations.apply(runtime, value, { ...call, self: undefined, args: [], more: unknownValue });
      const args = optionAt(call, 'args') ?? optionAt(call, 'argv');
      const given = args?.kind === 'list' ? args.items : [];
      const names = optionAt(call, 'kwargs');
      const named = names?.kind === 'dict' ? names.entries : new Map<string, Value>();
      return callLater(optionAt(call, 'target'), given, { ...call, named }, runtime, operations);
    },
  ],
  ['elements', (call) => listValue([], elementOf(subject(call)))],
  ['enumerated', (call) => listValue([], listValue([nameValue(), elementOf(call.args[0] ?? unknownValue)]))],
  ['zipped', (call) => listValue([], listValue(call.args.map(elementOf)))],
  ['pairs', (call, runtime, [place]) => ofEach(tableOf(call, place), (table) => pairsOf(table, runtime))],
  [
    'dict-values',
    (call, runtime, [place]) => ofEach(tableOf(call, place), (table) => valuesOf(table, runtime)),
  ],
  ['dict-keys', (call, _runtime, [place]) => ofEach(tableOf(call, place), keysOf)],
  ['element', (call, runtime) => orMissing(runtime, subject(call), elementOf(subject(call)))],
  ['entry', (call) => entryOf(call)],
  ['dig', (call) => allArguments(call).reduce(itemBehind, call.self ?? unknownValue)],
  [
    'chained-to',
    (call) => {
      const values = [call.self ?? unknownValue, ...call.args];
      return concatLists(...values.map((each) => (each.kind === 'list' ? each : listValue([each]))));
    },
  ],
  ['chained', (call) => concatLists(...allArguments(call))],
  ['decode-base64', (call) => withStaticArg(call, decodeBase64)],
  ['decode-hex', (call) => withStaticArg(call, decodeHex)],
  ['buffer', (call) => bufferOf(call)],
  ['characters', (call) => charactersOf(call)],
  ['reverse', (call) => withStatic(call, (text) => [...text].reverse().join(''))],
  [
    'rot13',
    (call) =>
      /rot/i.test(staticOf(call.args[1]) ?? '') ? withStaticArg(call, rot13) : (call.args[0] ?? unknownValue),
  ],
  ['upper', (call) => withStatic(call, (text) => text.toUpperCase())],
  ['lower', (call) => withStatic(call, (text) => text.toLowerCase())],
  ['trim', trimmed],
  ['replace', replaced],
  ['split', (call) => splitText(call)],
  [
    'split-words',
    (call) => {
      const text = staticOf(call.args[0] ?? call.self);
      return text === undefined ? listValue([], anyText(call)) : listValue(splitWords(text));
    },
  ],
  ['joined', (call) => joinTexts(call.self, call.args[0], call)],
  ['joined-with', (call) => joinTexts(call.args[0] ?? textValue(''), call.self, call)],
  ['imploded', (call) => joinTexts(call.args[0], call.args[1], call)],
  [
    'concatenated',
    (call) =>
      shapeValue(
        ...concatAll(
          flatten(allArguments(call)).map((value) => shapesFor(value, call)),
          call.source,
        ),
      ),
  ],
  ['formatted', (call) => formatBraces(call)],
  ['printf', (call) => formatPercent(call.args[0] ?? unknownValue, call.args.slice(1), call)],
  ['url', (call) => object('url', shapesFor(call.args[0], call))],
  ['request', (call) => object('request', shapesFor(call.args[0] ?? optionAt(call, 'url'), call))],
]);

/** A class that a call makes: `Class.new(A)`, `type("B", (A,), {})`. It means what it inherits from. */
function subclass(call: Call, _runtime: Runtime, [at = '0']: readonly string[]): Value {
  const bases = call.args[Number(at)];
  const known = bases === undefined ? [] : flatten([bases]).flatMap(choicesOf);
  return union(...known.filter(({ kind }) => kind === 'ref'), known.length === 0 ? unknownValue : undefined);
}

/** Sends a signal to processes: `at` is the place of the first one, and `how` that of the signal. Zero only asks whether it is there. */
function sendSignal(call: Call, runtime: Runtime, [at = '0', how = '1']: readonly string[]): Value {
  const [first, signal] = [Number(at), Number(how)];
  const kind = call.args[signal] ?? call.named.get('sig') ?? call.named.get('signal');
  if (staticOf(kind) === '0') return unknownValue;
  const named = call.named.get('pid') ?? call.named.get('pgid');
  const given = signal < first ? call.args.slice(first) : call.args.slice(first, first + 1);
  const processes = given.length > 0 ? given : [named ?? call.more ?? unknownValue];
  for (const id of processes.flatMap((each) => (each.kind === 'list' ? each.items : [each])))
    emitWords(runtime, call, [textValue('kill'), textValue('-9'), id]);
  return unknownValue;
}

/**
 * A file or folder of a name that is not known; `at`: the place of the argument with its folder, which may be another, and
 * `start`: how the name usually begins, if the argument before that one does not say it.
 */
function makeTemporary(
  call: Call,
  runtime: Runtime,
  [type = 'none', at = '', start]: readonly string[],
): Value {
  const given = call.named.get('dir') ?? (at === '' ? undefined : call.args[Number(at)]) ?? call.more;
  const usual = lookUp(runtime, 'tempfile.tempdir');
  const folders = [
    ...(given === undefined ? [textShape('/tmp')] : shapesFor(given, call)),
    ...(usual === undefined ? [] : shapesFor(usual, call)),
  ];
  const names = start === undefined ? [nameShape('')] : namesFrom(call, start, Number(at) - 1);
  const paths = folders.flatMap((folder) => names.map((name) => joinPaths([folder, name], call.source)));
  emitPaths(runtime, call, 'write', paths, { certain: type !== 'name' });
  return type === 'none' || type === 'name' ? shapeValue(...paths) : object(type, paths);
}

/** Names of temporary files: the argument `prefix`, or the usual beginning, and then random letters. */
function namesFrom(call: Call, usual: string, at: number): readonly Shape[] {
  const given =
    call.named.get('prefix') ?? call.args[at] ?? call.more ?? (call.partial ? unknownValue : undefined);
  const starts = given === undefined || isNone(given) ? [textShape(usual)] : shapesFor(given, call);
  return starts.map((start) => concatShapes([start, nameShape('')], call.source));
}

/** `folder`: the name of the argument with the folder of a relative path. */
function makeObject(call: Call, _runtime: Runtime, [type = '', at = '0', folder]: readonly string[]): Value {
  const above = folder === undefined ? undefined : call.named.get(folder);
  const value = at === 'self' ? call.self : at === 'none' ? undefined : (call.args[Number(at)] ?? call.more);
  const from = value?.kind === 'list' ? value.items[0] : value;
  const paths = from === undefined ? [] : shapesFor(from, call);
  return object(
    type,
    above === undefined || from === undefined ? paths : combine([above, from], call, joinPaths),
  );
}

export function makeFile(
  call: Call,
  runtime: Runtime,
  [type = 'file', at = '0']: readonly string[] = [],
): Value {
  const written: Written = { findings: findingsOf(call), texts: [] };
  if (written.findings.length > 0) runtime.written.push(written);
  const value = at === 'self' ? call.self : call.args[Number(at)];
  return { kind: 'object', type, shapes: shapesFor(value, call), written };
}

/** The value of an environment variable, if it is the same for all users. */
export function environmentOf(
  value: Value | undefined,
  call: { readonly source: string },
  runtime: Runtime,
): Value {
  switch (staticOf(value)) {
    case 'HOME':
    case 'USERPROFILE':
      return shapeValue(homeShape(call.source));
    case 'PWD':
      return wherever(shapeValue(hereShape(call.source)), call, runtime);
    default:
      return showingVariable(anyText(call), value);
  }
}

/** The table of `Object.values(x)`, which is the argument, and of `x.values()`. */
const tableOf = (call: Call, place: string | undefined): Value =>
  place === 'argument' ? (call.args[0] ?? call.more ?? unknownValue) : subject(call);

/** The same of each value that a table may have: a function may see one of several. */
const ofEach = (value: Value, work: (table: Value) => Value): Value =>
  value.kind === 'choice' ? union(...value.values.map(work)) : work(value);

function pairsOf(value: Value, runtime: Runtime): Value {
  if (value.kind !== 'dict') return listValue([], listValue([unknownValue, itemOfAny(value, runtime)]));
  return listValue([...value.entries].map(([key, item]) => listValue([textValue(key), item])));
}

const valuesOf = (value: Value, runtime: Runtime): Value =>
  value.kind === 'dict' ? listValue([...value.entries.values()]) : listValue([], itemOfAny(value, runtime));

/** An item of a list, or a member of a module. */
const itemOfAny = (value: Value, runtime: Runtime): Value =>
  value.kind === 'ref' ? anyMember(runtime, value) : elementOf(value);

const keysOf = (value: Value): Value =>
  value.kind === 'dict'
    ? listValue([...value.entries.keys()].map((key) => textValue(key)))
    : listValue([], unknownValue);

function entryOf(call: Call): Value {
  const key = staticOf(call.args[0]);
  if (call.self?.kind !== 'dict' || key === undefined) return unknownValue;
  return union(
    call.self.entries.get(key),
    call.self.entries.has(key) ? undefined : (call.args[1] ?? unknownValue),
  );
}

/** The item of a table or a list under a key. */
function itemBehind(value: Value, key: Value): Value {
  const name = staticOf(key);
  return union(
    ...choicesOf(value).map((each) => {
      if (each.kind === 'dict')
        return (name === undefined ? undefined : each.entries.get(name)) ?? unknownValue;
      if (each.kind !== 'list') return unknownValue;
      const isPlace = name !== undefined && each.more === undefined && /^-?\d+$/.test(name);
      return isPlace ? (each.items.at(Number(name)) ?? unknownValue) : perhapsChanged(elementOf(each));
    }),
  );
}
