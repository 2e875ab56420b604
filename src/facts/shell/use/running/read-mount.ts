/**
 * Reads which paths of this machine a container sees: `-v here:there:ro` and `--mount
 * type=bind,src=here,dst=there`. Volumes with a name are not paths of this machine.
 */
import { type PathShape, pathShapeOfText, readPathShape } from '../../../../pattern/path/path-shape.ts';
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
} from '../../../../pattern/text/shape.ts';
import { behind } from '../../../knowledge/notation/value-part.ts';

/** A path of this machine that a container sees, where it sees it, and whether it may write there. */
export interface Mount {
  readonly path: Shape;
  /** Undefined where it is not known. */
  readonly at: PathShape | undefined;
  readonly writes: boolean;
}

/** The path on this machine that a container sees, as the value of an option names it; undefined if there is none. */
export function readMount(value: Shape): Mount | undefined {
  return /^(?:"*[a-zA-Z-]+=|readonly,|ro,)/.test(showShape(value)) ? readPairs(value) : readColons(value);
}

function readColons(value: Shape): Mount | undefined {
  const shown = showShape(value);
  const drive = /^[A-Za-z]:[\\/]/.test(shown) ? 2 : 0;
  const path = upTo(value, ':', drive);
  // Without a colon it is only a path in the container, unless it is entirely unknown.
  if (path === undefined)
    return value.pieces[0]?.kind === 'any'
      ? { path: anyShape(shown), at: undefined, writes: true }
      : undefined;
  if (isName(path)) return undefined;
  const [place = '', options = ''] = shown.slice(showShape(path).length + 1).split(':');
  return { path, at: placeOf(value, place), writes: !isReadOnly(options.split(',')) };
}

/** `type=bind,src=here,dst=there,readonly`: a line of CSV, where the case of keys does not count. */
function readPairs(value: Shape): Mount | undefined {
  const fields = fieldsOf(value);
  const pairs = fields.map(pairOf);
  // An unknown field may be any pair.
  if (pairs.includes(undefined)) return { path: anyShape(value.source), at: undefined, writes: true };
  const all = pairs.filter((pair) => pair !== undefined);
  const of = (...keys: readonly string[]): Shape | undefined =>
    all.findLast(({ key }) => keys.includes(key))?.value;
  const device = all.findLast(({ key, value }) => key === 'volume-opt' && /^device=/.test(showShape(value)));
  const source =
    device === undefined ? of('src', 'source', 'device') : behind(device.value, 'device='.length);
  if (source === undefined) return undefined;
  const type = of('type');
  const isFolder = type !== undefined && /^(?:bind|glob)$/i.test(staticText(type) ?? 'bind');
  if (!isFolder && isName(source)) return undefined;
  const place = of('dst', 'target', 'destination');
  const isPlace = place !== undefined && showShape(place).startsWith('/') && staticText(place) !== undefined;
  return {
    path: source,
    at: isPlace ? readPathShape(place, undefined) : undefined,
    writes: !all.some(({ key, value }) => isReadOnly([key]) && /^(?:true|1)?$/i.test(showShape(value))),
  };
}

/** The fields of a line of CSV, without their quotes. */
function fieldsOf({ pieces, source }: Shape): readonly Shape[] {
  const fields: Piece[][] = [[]];
  const add = (piece: Piece): void => void fields.at(-1)?.push(piece);
  let quoted = false;
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      add(piece);
      continue;
    }
    for (const part of piece.text.split(/([",])/)) {
      if (part === '"') quoted = !quoted;
      else if (part === ',' && !quoted) fields.push([]);
      else if (part !== '') add({ kind: 'text', text: part });
    }
  }
  return fields.map((field) => joinPieces(field, source));
}

/** The key of a field and its value, which may be missing; undefined if the key is not known. */
function pairOf(field: Shape): { readonly key: string; readonly value: Shape } | undefined {
  const [first] = field.pieces;
  const text = first?.kind === 'text' ? first.text : '';
  const [all, key = '', sign] = /^\s*([^=]*)(=?)/.exec(text) ?? [''];
  if (sign === '' && field.pieces.some((piece) => piece.kind !== 'text')) return undefined;
  return { key: key.trim().toLowerCase(), value: behind(field, all.length) };
}

/** The place in the container; not known if a part of the value after the path is not. */
const placeOf = (value: Shape, place: string): PathShape | undefined =>
  place.startsWith('/') &&
  (staticText(value) !== undefined || value.pieces.some((piece) => isText(piece, place)))
    ? pathShapeOfText(place, undefined)
    : undefined;

const isText = (piece: Piece, text: string): boolean => piece.kind === 'text' && piece.text.includes(text);

const isReadOnly = (options: readonly string[]): boolean =>
  options.some((option) => /^(?:ro|readonly(?:=(?:true|1))?)$/.test(option));

/** `cache` is a volume; `./cache`, `~/cache` and `/cache` are paths. */
const isName = (path: Shape): boolean =>
  path.pieces.every((piece) => piece.kind === 'text') && !/^[./~\\]|^[A-Za-z]:|[\\/]/.test(showShape(path));

/** The text before the first such character in the known parts; undefined if there is none. */
function upTo({ pieces, source }: Shape, character: string, from: number): Shape | undefined {
  const before: Piece[] = [];
  for (const [at, piece] of pieces.entries()) {
    const end = piece.kind === 'text' ? piece.text.indexOf(character, at === 0 ? from : 0) : -1;
    if (piece.kind !== 'text' || end < 0) {
      before.push(piece);
      continue;
    }
    return joinPieces([...before, { kind: 'text', text: piece.text.slice(0, end) }], source);
  }
  return undefined;
}
