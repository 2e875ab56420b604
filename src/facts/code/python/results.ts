/** Results of calls that only Python has. */
import { type Piece, type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { emitPaths } from '../evaluate/call.ts';
import { isNone } from '../evaluate/call-values.ts';
import { noteRead } from '../evaluate/note-variable.ts';
import { environmentOf, object, resultOf } from '../evaluate/results.ts';
import { type Call, emitUnknown, type Result, type Runtime } from '../evaluate/runtime.ts';
import { lookUp } from '../evaluate/scope.ts';
import { joinSegments } from '../values/path-text.ts';
import {
  concatAll,
  distinct,
  listValue,
  shapesOf,
  shapeValue,
  staticOf,
  textValue,
  truthOf,
  unknownValue,
  type Value,
} from '../values/value.ts';

export const pythonResults: ReadonlyMap<string, Result> = new Map<string, Result>([
  ['yaml-load', loadYaml],
  ['pickled', loadPickled],
  [
    'archive-member',
    ({ args: [member, path], named, more, ...call }, runtime) =>
      extractMembers(
        { ...call, args: [], named, more },
        runtime,
        member ?? named.get('member') ?? more,
        path ?? named.get('path') ?? named.get('targetpath') ?? more,
      ),
  ],
  [
    'archive-members',
    ({ args: [path, members], named, more, ...call }, runtime) =>
      extractMembers(
        { ...call, args: [], named, more },
        runtime,
        members ?? named.get('members'),
        path ?? named.get('path') ?? more,
      ),
  ],
  ['file-input', readInput],
  ['variables-expanded', expandVariables],
  ['psutil-all', () => listValue([], object('psutil-one', []))],
  ['sqlite', database],
  ['sql', statement],
  [
    'temp-files',
    (call, runtime, details, operations) =>
      listValue([unknownValue, resultOf(['temp-path', 'none', ...details], call, runtime, operations)]),
  ],
]);

/** `extract('x', 'd')` writes `d/x`; a member that is not named may be any file below the folder. */
function extractMembers(
  call: Call,
  runtime: Runtime,
  given: Value | undefined,
  folder: Value | undefined,
): Value {
  const isHere = folder === undefined || isNone(folder);
  const folders = isHere ? [textShape('.')] : shapesOf(folder, call.source);
  const items = given?.kind === 'list' && given.more === undefined ? given.items : [given ?? unknownValue];
  const members = items.flatMap((item): readonly Shape[] => (item.kind === 'text' ? item.shapes : []));
  const isKnown =
    items.every(({ kind }) => kind === 'text') && members.every((name) => staticText(name) !== undefined);
  const names = isKnown ? members : [];
  const paths = folders.flatMap((each) => names.map((name) => joinSegments([each, name], call.source)));
  emitPaths(runtime, call, 'write', paths.length > 0 ? paths : folders, { recursive: true });
  return unknownValue;
}

/** `fileinput.input()` reads the files that it gets, or else those among the arguments; it may write them in place. */
function readInput(call: Call, runtime: Runtime): Value {
  const given = call.args[0] ?? call.named.get('files') ?? call.more;
  const isGiven = given !== undefined && !isNone(given);
  const words = isGiven ? given : argumentsBehind(runtime);
  const paths =
    words === undefined ? [] : shapesOf(words, call.source).filter((path) => staticText(path) !== '-');
  const certain = isGiven || (runtime.args !== undefined && words?.kind === 'list');
  emitPaths(runtime, call, 'read', paths, { certain });
  const inPlace = call.args[1] ?? call.named.get('inplace') ?? call.more;
  const changes = truthOf(inPlace);
  if (changes !== false)
    for (const use of ['write', 'delete'] as const)
      emitPaths(runtime, call, use, paths, { certain: use === 'write' && certain && changes === true });
  return unknownValue;
}

/** The arguments of the script without its name. */
function argumentsBehind(runtime: Runtime): Value | undefined {
  const all = lookUp(runtime, 'sys.argv');
  if (all === undefined) return runtime.args && listValue(runtime.args.map((each) => shapeValue(each)));
  if (all.kind !== 'list' || all.items.length === 0) return all;
  return all.items.length === 1 && all.more === undefined
    ? undefined
    : listValue(all.items.slice(1), all.more);
}

/** Puts the values of variables in the place of `$NAME`, `${NAME}` and the `%NAME%` of Windows. */
function expandVariables(call: Call, runtime: Runtime): Value {
  const given = shapesOf(call.args[0] ?? call.named.get('path') ?? call.more, call.source);
  const made = given.flatMap(({ pieces }) =>
    concatAll(
      pieces.flatMap((piece) => expandedPiece(piece, call, runtime)),
      call.source,
    ),
  );
  return shapeValue(...distinct(made));
}

/** What each part of a piece may be: a text as it is, or what a variable holds. */
function expandedPiece(piece: Piece, call: Call, runtime: Runtime): readonly (readonly Shape[])[] {
  if (piece.kind !== 'text') return [[{ pieces: [piece], source: call.source }]];
  return piece.text.split(/(\$\w+|\$\{[^}]*\}|%\w+%)/).map((part, at) => {
    if (at % 2 === 0) return [textShape(part, call.source)];
    const name = textValue(part.replace(/^\$\{?|[%}]/g, ''));
    noteRead(runtime, name, call);
    return shapesOf(environmentOf(name, call, runtime), call.source);
  });
}

/** Loads objects, which may run anything if an argument has a value: `allow_pickle=True`. */
function loadPickled(call: Call, runtime: Runtime, [name = '', value = '']: readonly string[]): Value {
  const given = call.named.get(name);
  if (given !== undefined && (staticOf(given) ?? value) === value)
    emitUnknown(runtime, call, 'objects that are loaded may run anything');
  return unknownValue;
}

/** A loader that is not limited to plain data runs what a document names. Without one, old versions do. */
function loadYaml(call: Call, runtime: Runtime): Value {
  const loader = call.args[1] ?? call.named.get('Loader') ?? call.more;
  const name = loader?.kind === 'ref' ? loader.name : '';
  if (!/(?:Safe|Base|Full|RoundTrip)Loader$/.test(name))
    emitUnknown(runtime, call, 'objects that are loaded may run anything');
  return unknownValue;
}

/** A statement of SQL reaches files by few words only. A cursor is given for a result. */
function statement(call: Call, runtime: Runtime): Value {
  const shapes = shapesOf(call.args[0] ?? call.more, call.source);
  const reaches = shapes.some(({ pieces }) =>
    pieces.some(
      (piece, at) =>
        (piece.kind === 'text' &&
          /\b(?:attach|vacuum|load_extension|readfile|writefile|edit)\b/i.test(piece.text)) ||
        (at === 0 && piece.kind !== 'text' && pieces.length > 1),
    ),
  );
  if (reaches) emitUnknown(runtime, call, 'the statement may name other files');
  return call.self ?? unknownValue;
}

/** `connect('x.db')`, `connect('file:x.db?mode=ro', uri=True)`; `:memory:` is no file. */
function database(call: Call, runtime: Runtime): Value {
  const value = call.args[0] ?? call.named.get('database') ?? call.more;
  for (const shape of shapesOf(value, call.source)) {
    const { path, query } = partsOf(shape);
    if (path.pieces[0]?.kind === 'text' && path.pieces[0].text === ':memory:') continue;
    emitPaths(runtime, call, 'read', [path]);
    if (!/(?:^|&)(?:mode=ro|immutable=1)/.test(query)) emitPaths(runtime, call, 'write', [path]);
  }
  return object('sqlite', []);
}

/** The path of `file:path?query`, also if parts of it are unknown. */
function partsOf(shape: Shape): { readonly path: Shape; readonly query: string } {
  const [first, ...rest] = shape.pieces;
  if (first?.kind !== 'text' || !first.text.startsWith('file:')) return { path: shape, query: '' };
  const pieces = [{ kind: 'text', text: first.text.slice(5).replace(/^\/\/(?=\/)/, '') } as const, ...rest];
  const at = pieces.findIndex((piece) => piece.kind === 'text' && piece.text.includes('?'));
  const cut = pieces[at];
  if (cut?.kind !== 'text') return { path: { pieces, source: shape.source }, query: '' };
  const mark = cut.text.indexOf('?');
  const kept = [...pieces.slice(0, at), ...textShape(cut.text.slice(0, mark)).pieces];
  return {
    path: {
      pieces: kept.filter((piece) => piece.kind !== 'text' || piece.text !== ''),
      source: shape.source,
    },
    query: cut.text.slice(mark + 1),
  };
}
