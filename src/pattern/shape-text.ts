/**
 * Compares texts with unknown parts with name patterns and with parts of texts. A comparison is yes if it
 * holds for every text that the shape could be, no if it holds for none, and unknown otherwise; it is also
 * unknown if the answer would need a search.
 */
import { fold } from './fold.ts';
import { compileName } from './name.ts';
import { type Piece, type Shape, staticText } from './shape.ts';
import { NO, type Truth, truth, UNKNOWN, YES } from './truth.ts';

export interface ShapePattern {
  readonly text: string;
  /** `exact` compares letter by letter; otherwise a match in either form counts. */
  test(shape: Shape, exact: boolean): Truth;
}

/** The mark for an unknown part, which only a `*` may match: no text of a policy has this character. */
const hole = '\uffff';

/** Compiles a name pattern (`*` is any run of characters) for shapes. */
export function compileShapeName(text: string): ShapePattern {
  const name = compileName(text);
  const isPlain = !text.includes('*');
  let foldedText: string | undefined;

  const exactly = (pieces: readonly Piece[]): Truth => {
    if (name.testExact(written(pieces, hole, same))) return YES;
    if (isPlain) return possibly(compileName(written(pieces, '*', same)).testExact(text));
    return possibly(endsFit(endsOf(text), pieces, same));
  };
  const folding = (pieces: readonly Piece[]): Truth => {
    foldedText ??= fold(text);
    if (name.testFolded(written(pieces, hole, fold))) return YES;
    if (isPlain) return possibly(compileName(written(pieces, '*', fold)).testFolded(foldedText));
    return possibly(endsFit(endsOf(foldedText), pieces, fold));
  };
  return {
    text,
    test(shape, exact) {
      const known = staticText(shape);
      if (known !== undefined) return truth(name.test(known, exact));
      const result = exactly(shape.pieces);
      if (result === YES || exact) return result;
      const wide = folding(shape.pieces);
      return wide > result ? wide : result;
    },
  };
}

export type ShapePart = 'contains' | 'starts with' | 'ends with';

/** Whether a text has a part; letter by letter. */
export function hasPart(shape: Shape, how: ShapePart, part: string): Truth {
  const { pieces } = shape;
  const known = staticText(shape);
  switch (how) {
    case 'contains':
      if (known !== undefined) return truth(known.includes(part));
      return pieces.some((piece) => piece.kind === 'text' && piece.text.includes(part)) ? YES : UNKNOWN;
    case 'starts with': {
      if (known !== undefined) return truth(known.startsWith(part));
      const start = textOf(pieces[0]);
      return start.startsWith(part) ? YES : possibly(part.startsWith(start));
    }
    case 'ends with': {
      if (known !== undefined) return truth(known.endsWith(part));
      const end = textOf(pieces[pieces.length - 1]);
      return end.endsWith(part) ? YES : possibly(part.endsWith(end));
    }
    default:
      return how satisfies never;
  }
}

const same = (text: string): string => text;
const possibly = (could: boolean): Truth => (could ? UNKNOWN : NO);
const textOf = (piece: Piece | undefined): string => (piece?.kind === 'text' ? piece.text : '');

/** A shape as one text, with something else for its unknown parts. */
const written = (pieces: readonly Piece[], unknown: string, view: (text: string) => string): string =>
  pieces.map((piece) => (piece.kind === 'text' ? view(piece.text) : unknown)).join('');

interface Ends {
  readonly start: string;
  readonly end: string;
}

function endsOf(pattern: string): Ends {
  return {
    start: pattern.slice(0, pattern.indexOf('*')),
    end: pattern.slice(pattern.lastIndexOf('*') + 1),
  };
}

/** Whether the known texts at both ends allow a match. */
function endsFit({ start, end }: Ends, pieces: readonly Piece[], view: (text: string) => string): boolean {
  const head = view(textOf(pieces[0]));
  const tail = view(textOf(pieces[pieces.length - 1]));
  return (head.startsWith(start) || start.startsWith(head)) && (tail.endsWith(end) || end.endsWith(tail));
}

/** Whether a text is this one, letter by letter. */
export function isText(shape: Shape, text: string): Truth {
  const known = staticText(shape);
  if (known !== undefined) return truth(known === text);
  return possibly(compileName(written(shape.pieces, '*', same)).testExact(text));
}

/** The same shape with its known parts in another form. */
export const viewOf = ({ pieces, source }: Shape, view: (text: string) => string): Shape => ({
  pieces: pieces.map((piece) => (piece.kind === 'text' ? { kind: 'text', text: view(piece.text) } : piece)),
  source,
});
