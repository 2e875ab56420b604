/** How scripts build paths: joined paths, parents, last names. */
import {
  anyShape,
  joinPieces,
  nameShape,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { holdsMark } from '../syntax/token.ts';
import { concatShapes, hereMark, homeShape } from './value.ts';

/** `join(a, b)`: a part that starts at the root replaces the parts before it. */
export function joinPaths(parts: readonly Shape[], source: string): Shape {
  let joined: Shape | undefined;
  for (const part of parts) {
    const [first] = part.pieces;
    const startsAnew =
      first?.kind === 'home' ||
      (first?.kind === 'text' && /^(?:[/\\\uE000-\uEFFF]|[A-Za-z]:[/\\])/.test(first.text));
    if (joined === undefined || startsAnew || staticText(joined) === '') joined = part;
    else if (staticText(part) !== '') {
      const last = joined.pieces[joined.pieces.length - 1];
      const slash = last?.kind === 'text' && last.text.endsWith('/') ? '' : '/';
      joined = concatShapes([joined, textShape(slash), part], source);
    }
  }
  return { pieces: joined?.pieces ?? [], source };
}

/** Join in Node, Ruby and most languages: a slash at the start of a part counts only in the first part that is not empty. */
export function joinSegments(parts: readonly Shape[], source: string): Shape {
  const first = parts.findIndex((part) => staticText(part) !== '');
  return joinPaths(
    parts.map((part, index) => (index <= first ? part : withoutSlash(part))),
    source,
  );
}

function withoutSlash(shape: Shape): Shape {
  const [first, ...rest] = shape.pieces;
  if (first?.kind === 'home') return { pieces: [{ kind: 'any' }, ...rest], source: shape.source };
  if (first?.kind !== 'text') return shape;
  if (first.text.startsWith(hereMark)) return anywhere(shape);
  const text = first.text.replace(/^\/+/, '');
  return { pieces: text === '' ? rest : [{ kind: 'text', text }, ...rest], source: shape.source };
}

/** A path below the directory of the script, moved below any directory. */
export function anywhere(shape: Shape): Shape {
  const [first, ...rest] = shape.pieces;
  if (first?.kind !== 'text' || !first.text.startsWith(hereMark)) return shape;
  const after: Piece = { kind: 'text', text: first.text.slice(hereMark.length) };
  return joinPieces([{ kind: 'any' }, after, ...rest], shape.source);
}

/** Splits `~/x` into the user's home and `x`. */
export function expandHome(shape: Shape): Shape {
  const [first, ...rest] = shape.pieces;
  if (first?.kind !== 'text') return shape;
  const match = /^(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%)(?=$|[/\\])/.exec(first.text);
  if (match === null) return /^~\w/.test(first.text) ? anyShape(shape.source) : shape;
  const text = first.text.slice(match[0].length);
  const tail: readonly Piece[] = text === '' ? rest : [{ kind: 'text', text }, ...rest];
  return { pieces: [...homeShape('').pieces, ...tail], source: shape.source };
}

/** The directory of a path. */
export function parentOf(shape: Shape): Shape {
  const pieces = [...shape.pieces];
  while (pieces.length > 0) {
    const last = pieces.pop();
    if (last?.kind === 'any' || last?.kind === 'home') return anyShape(shape.source);
    if (last?.kind !== 'text') continue;
    const trimmed = withoutSlashes(last.text);
    const slash = trimmed.lastIndexOf('/');
    if (holdsMark(trimmed.slice(slash + 1))) return anyShape(shape.source);
    if (trimmed === '' || slash < 0) continue;
    const text = slash === 0 && pieces.length === 0 ? '/' : trimmed.slice(0, slash);
    return { pieces: text === '' ? pieces : [...pieces, { kind: 'text', text }], source: shape.source };
  }
  const [first] = shape.pieces;
  if (first?.kind === 'text' && first.text.startsWith('/')) return textShape('/', shape.source);
  return first?.kind === 'home' ? homeShape(shape.source) : textShape('.', shape.source);
}

/** The last name of a path. */
export function lastName(shape: Shape): Shape {
  const text = staticText(shape);
  if (text === undefined) return nameShape(shape.source);
  const name = withoutSlashes(text).replace(/^.*[/\\]/s, '');
  return holdsMark(name) ? anyShape(shape.source) : textShape(name, shape.source);
}

/** Removes slashes at the end, in linear time; a regular expression would be slower. */
function withoutSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && /[/\\]/.test(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

/** The patterns in a text; words in braces become any text. `splits`: blanks separate several patterns. */
export function wordsOfGlob(shape: Shape, splits: boolean): readonly Shape[] {
  const text = staticText(shape);
  if (text === undefined) return [shape];
  return (splits ? (text.match(/\S+/g) ?? []) : [text]).map((word) => {
    const parts = word.split(/\{.*\}/s).map((part): Piece => ({ kind: 'text', text: part }));
    return joinPieces(
      parts.flatMap((part, at): readonly Piece[] => (at === 0 ? [part] : [{ kind: 'any' }, part])),
      shape.source,
    );
  });
}

/** A pattern for names of files, as pieces; `**` is any text. */
export function globShape(shape: Shape): Shape {
  const pieces = shape.pieces.flatMap((piece): Piece[] => {
    if (piece.kind !== 'text') return [piece];
    return (piece.text.match(/\*\*\/?|[*?]|\[[^\]/]{1,80}\]|[^*?[]+|\[/g) ?? []).map((part): Piece => {
      if (part.startsWith('**')) return { kind: 'any' };
      return /^(?:[*?]|\[.*\])$/s.test(part) ? { kind: 'glob', glob: part } : { kind: 'text', text: part };
    });
  });
  return concatShapes([{ pieces, source: shape.source }], shape.source);
}
