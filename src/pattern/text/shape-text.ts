/**
 * Compares texts with unknown parts with name patterns and with parts of texts. A comparison is yes if it
 * holds for every text that the shape could be, no if it holds for none, and unknown otherwise; it is also
 * unknown if the answer would need a search.
 */
import { fold } from './fold.ts';
import { compileName, type NamePattern } from './name.ts';
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
  const compare = (form: Form, wanted: string, fits: (marked: string) => boolean): Truth =>
    fits(form.marked)
      ? YES
      : possibly(isPlain ? form.pattern.testExact(wanted) : endsFit(endsOf(wanted), form));
  return {
    text,
    test(shape, exact) {
      const known = staticText(shape);
      if (known !== undefined) return truth(name.test(known, exact));
      const { written, folded } = formsOf(shape);
      const result = compare(written, text, name.testExact);
      if (result === YES || exact) return result;
      foldedText ??= fold(text);
      const wide = compare(folded, foldedText, name.testFolded);
      return wide > result ? wide : result;
    },
  };
}

/** A shape as names are compared with it. */
interface Form {
  /** With the mark for its unknown parts. */
  readonly marked: string;
  /** With `*` for its unknown parts. */
  readonly pattern: NamePattern;
  /** Its text before and after all unknown parts. */
  readonly start: string;
  readonly end: string;
}

interface Forms {
  readonly written: Form;
  readonly folded: Form;
}

/** The forms of each shape: many patterns ask for them. */
const forms = new WeakMap<Shape, Forms>();

function formsOf(shape: Shape): Forms {
  let known = forms.get(shape);
  if (known === undefined) {
    known = { written: formOf(shape, same), folded: formOf(shape, fold) };
    forms.set(shape, known);
  }
  return known;
}

const formOf = ({ pieces }: Shape, view: (text: string) => string): Form => ({
  marked: write(pieces, hole, view),
  pattern: compileName(write(pieces, '*', view)),
  start: view(textOf(pieces[0])),
  end: view(textOf(pieces[pieces.length - 1])),
});

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
const write = (pieces: readonly Piece[], unknown: string, view: (text: string) => string): string =>
  pieces.map((piece) => (piece.kind === 'text' ? view(piece.text) : unknown)).join('');

type Ends = Pick<Form, 'start' | 'end'>;

function endsOf(pattern: string): Ends {
  return {
    start: pattern.slice(0, pattern.indexOf('*')),
    end: pattern.slice(pattern.lastIndexOf('*') + 1),
  };
}

/** Whether the known texts at both ends allow a match. */
const endsFit = (pattern: Ends, form: Ends): boolean =>
  (form.start.startsWith(pattern.start) || pattern.start.startsWith(form.start)) &&
  (form.end.endsWith(pattern.end) || pattern.end.endsWith(form.end));

/** Whether a text is this one, letter by letter. */
export function isText(shape: Shape, text: string): Truth {
  const known = staticText(shape);
  if (known !== undefined) return truth(known === text);
  return possibly(formsOf(shape).written.pattern.testExact(text));
}

/** The same shape with its known parts in another form. */
export const viewOf = ({ pieces, source }: Shape, view: (text: string) => string): Shape => ({
  pieces: pieces.map((piece) => (piece.kind === 'text' ? { kind: 'text', text: view(piece.text) } : piece)),
  source,
});
