/** Globs inside plain texts: a variable that stands without quotes, a pattern that a program itself expands. */
import { type Piece, type Shape, staticText } from '../../../pattern/shape.ts';

/** A text whose `*`, `?` and `[…]` are globs. */
export function globPieces(text: string): readonly Piece[] {
  if (text === '') return [];
  if (!/[*?[]/.test(text)) return [{ kind: 'text', text }];
  return text
    .split(/(\*+|\?|\[[!^]?\]?(?:\[:\w*:\]|[^\]/])+\])/)
    .filter((part) => part !== '')
    .map((part) =>
      /^(?:\*+|\?|\[.+\])$/s.test(part) ? { kind: 'glob', glob: part } : { kind: 'text', text: part },
    );
}

/** A shape whose text is a pattern for the program that it is given to. */
export function pathsOf(shape: Shape): readonly Piece[] {
  const text = staticText(shape);
  return text === undefined ? shape.pieces : globPieces(text);
}
