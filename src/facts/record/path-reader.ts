/** Reads paths as they are written, and keeps the last few: an edit reads and writes the same path, and a loop many times. */
import { otherReadings } from '../../pattern/path/path-readings.ts';
import { type PathShape, readPathShape } from '../../pattern/path/path-shape.ts';
import { type Piece, type Shape, showShape } from '../../pattern/text/shape.ts';
import type { PathEffect } from '../effect/effect.ts';

/** A path as it was read, with its readings. */
type ReadPath = Pick<PathEffect, 'text' | 'path' | 'others'> & {
  readonly shape: Shape;
  readonly base: PathShape | undefined;
};

/** How many recent paths are kept. */
const mostLast = 4;

export class PathReader {
  /** The latest first. */
  #last: readonly ReadPath[] = [];

  read(shape: Shape, base: PathShape | undefined): ReadPath {
    const known = this.#last.find((last) => last.base === base && isSameText(last.shape, shape));
    if (known !== undefined) return known;
    const read = {
      shape,
      base,
      text: shownShape(shape),
      path: readPathShape(shape, base),
      others: otherReadings(shape, base),
    };
    this.#last = [read, ...this.#last.slice(0, mostLast - 1)];
    return read;
  }
}

/** How messages show a path: at most 1000 characters. */
export const shownShape = (path: Shape): string => {
  const text = showShape(path);
  return text.length > 1000 ? text.slice(0, 1000) : text;
};

/** Whether both are written in the same way. */
const isSameText = (one: Shape, other: Shape): boolean =>
  one === other ||
  (one.source === other.source &&
    one.pieces.length === other.pieces.length &&
    one.pieces.every((piece, at) => isSamePiece(piece, other.pieces[at])));

function isSamePiece(one: Piece, other: Piece | undefined): boolean {
  if (one.kind !== other?.kind) return false;
  if (one.kind === 'text') return other.kind === 'text' && one.text === other.text;
  return (
    one.kind !== 'glob' || (other.kind === 'glob' && one.glob === other.glob && one.visible === other.visible)
  );
}
