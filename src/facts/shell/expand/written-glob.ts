/** The parts of a glob as it is written in a word: what is in front of it, and its segments. */
import { joinPieces, type Piece, type Shape } from '../../../pattern/text/shape.ts';

export interface WrittenGlob {
  /** The text in front of the first segment with a glob: `../a/`, or nothing. */
  readonly front: Shape;
  /** The segments from the first one with a glob on. */
  readonly segments: readonly (readonly Piece[])[];
  /** It matches everything in a folder, and not only the folders there. */
  readonly isAll: boolean;
  /** A slash at the end, so that only folders match. */
  readonly end: '' | '/';
}

/**
 * The parts of a glob; undefined for a word without a glob, with unknown parts, or with a glob that only some
 * shells have.
 */
export function writtenGlob({ pieces, source }: Shape): WrittenGlob | undefined {
  const first = pieces.findIndex(({ kind }) => kind === 'glob');
  // `**` goes through folders in some shells, and `@(…)` needs an option.
  const isPlain = pieces.every(
    (piece, at) =>
      piece.kind === 'text' ||
      (piece.kind === 'home' && at === 0) ||
      (piece.kind === 'glob' && !/\*\*|\(|\\/.test(piece.glob)),
  );
  if (first < 0 || !isPlain) return undefined;
  const before = pieces[first - 1];
  const cut = before?.kind === 'text' ? before.text.lastIndexOf('/') + 1 : 0;
  if (before?.kind === 'home') return undefined;
  const [head, rest] =
    before?.kind === 'text' ? [before.text.slice(0, cut), before.text.slice(cut)] : ['', ''];
  const front = joinPieces(
    [...pieces.slice(0, Math.max(0, first - 1)), { kind: 'text', text: head }],
    source,
  );
  const all = segmentsOf([{ kind: 'text', text: rest }, ...pieces.slice(first)]);
  const isFolder = all.length > 1 && all.at(-1)?.length === 0;
  const segments = all.filter((segment) => segment.length > 0 && textOfGlob(segment) !== '.');
  // A `..` behind a glob leads out of each name that the glob finds.
  if (segments.some((segment) => textOfGlob(segment) === '..')) return undefined;
  return {
    front,
    segments,
    isAll:
      !isFolder &&
      (segments.at(-1)?.every((piece) => piece.kind === 'glob' && /^\*+$/.test(piece.glob)) ?? true),
    end: isFolder ? '/' : '',
  };
}

function segmentsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const segments: Piece[][] = [[]];
  for (const piece of pieces) {
    const [head = '', ...rest] = piece.kind === 'text' ? piece.text.split('/') : [];
    if (piece.kind !== 'text') segments.at(-1)?.push(piece);
    else if (head !== '') segments.at(-1)?.push({ kind: 'text', text: head });
    for (const name of rest) segments.push(name === '' ? [] : [{ kind: 'text', text: name }]);
  }
  return segments;
}

/** The text of a segment, with its globs as they are written. */
export const textOfGlob = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'glob' ? piece.glob : ''))
    .join('');

/** The word of a path that a glob has found. */
export function wordShape({ front, end }: WrittenGlob, names: readonly string[]): Shape {
  const text = names.join('/') + end;
  return joinPieces([...front.pieces, { kind: 'text', text }], front.source);
}
