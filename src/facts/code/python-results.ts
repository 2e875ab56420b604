/** Results of calls that only Python has. */
import { type Shape, textShape } from '../../pattern/shape.ts';
import { emitPaths } from './call.ts';
import { object, resultOf } from './results.ts';
import { type Call, emitUnknown, type Result, type Runtime } from './runtime.ts';
import { listValue, shapesOf, staticOf, unknownValue, type Value } from './value.ts';

export const pythonResults: ReadonlyMap<string, Result> = new Map<string, Result>([
  ['yaml-load', loadYaml],
  ['pickled', loadPickled],
  ['psutil-all', () => listValue([], object('psutil-one', []))],
  ['sqlite', database],
  ['sql', statement],
  [
    'temp-files',
    (call, runtime, details, operations) =>
      listValue([unknownValue, resultOf(['temp-path', 'none', ...details], call, runtime, operations)]),
  ],
]);

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
