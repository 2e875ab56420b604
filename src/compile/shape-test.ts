/** Tests of texts in a call, by the operators of texts and names. Parts of a text may not be known. */
import type { ObjectTest } from '../check/tree/checked.ts';
import type { KnownEnds } from '../pattern/regex/regex-ends.ts';
import { regexSearch } from '../pattern/regex/regex-search.ts';
import { composed } from '../pattern/text/composed.ts';
import { fold } from '../pattern/text/fold.ts';
import { joinPieces, type Piece, type Shape, staticText } from '../pattern/text/shape.ts';
import { compileShapeName, hasPart, isText, type ShapePart, viewOf } from '../pattern/text/shape-text.ts';
import { NO, type Truth, YES } from '../pattern/text/truth.ts';
import { compileAlternatives, type Judge, type PlainPattern, unfit } from './alternatives.ts';
import { anyOf, outcomeIf, TOO_LONG, UNRESOLVED, withCause } from './outcome.ts';

/** Names are folded where a match denies; texts are only composed. */
export type TextSort = 'name' | 'text';

/** A text by itself, or with other readings of it that count where a match denies. */
export type Readings = readonly Shape[];

type TextOperator = Exclude<ObjectTest['operator'], 'is' | 'under'>;

/** Compiles `contains`, `starts with`, `ends with` and `matches`. */
export function compileTextOperator(
  operator: TextOperator,
  patterns: ObjectTest['patterns'],
  exact: boolean,
  sort: TextSort,
): Judge<Readings> {
  if (operator === 'labelled') throw new Error('labels are set on files, and not on texts');
  return compileAlternatives(patterns, exact, (pattern, isExact) =>
    operator === 'matches' ? compileMatches(pattern, isExact) : compilePart(operator, pattern, isExact, sort),
  );
}

/** Compiles one alternative of `is`: a name pattern, or a text to the letter. */
export function compileIs(pattern: PlainPattern, exact: boolean): Judge<Shape> {
  switch (pattern.kind) {
    case 'name':
    case 'operand':
    case 'option': {
      const name = compileShapeName(pattern.value);
      return (shape) => withCause(name.test(shape, exact), UNRESOLVED);
    }
    case 'text':
    case 'kind': {
      const text = exact ? pattern.value : composed(pattern.value);
      return (shape) => withCause(isText(exact ? shape : viewOf(shape, composed), text), UNRESOLVED);
    }
    default:
      return unfit(pattern, 'text');
  }
}

function compilePart(
  operator: ShapePart,
  pattern: PlainPattern,
  exact: boolean,
  sort: TextSort,
): Judge<Readings> {
  if (pattern.kind !== 'text' && pattern.kind !== 'name') return unfit(pattern, 'part of a text');
  const { value } = pattern;
  const views: readonly ((text: string) => string)[] = exact
    ? []
    : sort === 'name'
      ? [composed, fold]
      : [composed];
  const parts = views.map((view) => view(value));
  return (readings) => {
    let result: Truth = NO;
    for (const shape of readings) {
      result = larger(result, hasPart(shape, operator, value));
      for (const [at, view] of views.entries()) {
        if (result === YES) break;
        result = larger(result, hasPart(viewOf(shape, view), operator, parts[at] ?? value));
      }
      if (result === YES) return YES;
    }
    return withCause(result, UNRESOLVED);
  };
}

const larger = (a: Truth, b: Truth): Truth => (a > b ? a : b);

/** The text before the first part that is not known, and behind the last one. */
function knownEnds({ pieces }: Shape): KnownEnds {
  const isOpen = ({ kind }: Piece): boolean => kind !== 'text';
  return {
    beginning: textOf(pieces.slice(0, pieces.findIndex(isOpen))),
    end: textOf(pieces.slice(pieces.findLastIndex(isOpen) + 1)),
  };
}

const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');

/**
 * Leaves out the characters that may become one character with the unknown part beside them: it may begin with a mark, such
 * as an accent. In ASCII only letters and `<`, `=`, `>` take a mark.
 */
const withoutSeams = ({ beginning, end }: KnownEnds): KnownEnds => ({
  beginning: composed(beginning.replace(/[A-Za-z<=>]?\P{ASCII}*$/u, '')),
  end: composed(end.replace(/^\P{ASCII}+/u, '')),
});

/** A text with the home in it, where that is known. */
const withHome = (shape: Shape, home: string | undefined): Shape =>
  home === undefined || shape.pieces.every(({ kind }) => kind !== 'home')
    ? shape
    : joinPieces(
        shape.pieces.map((piece) => (piece.kind === 'home' ? { kind: 'text', text: home } : piece)),
        shape.source,
      );

function compileMatches(pattern: PlainPattern, exact: boolean): Judge<Readings> {
  if (pattern.kind !== 'regex') return unfit(pattern, 'text that is matched');
  const regex = regexSearch(pattern.source, pattern.flags);
  return (readings, { home }) =>
    anyOf(readings, (written) => {
      const shape = withHome(written, home);
      const text = staticText(shape);
      if (text === undefined) {
        const ends = knownEnds(shape);
        const forms = exact ? [ends] : [ends, withoutSeams(ends)];
        return forms.some(regex.mayMatch) ? UNRESOLVED : NO;
      }
      const formsOf = (form: string): readonly string[] =>
        exact ? [form] : [...new Set([form, composed(form)])];
      return anyOf(formsOf(text), (form) => {
        const matches = regex.test(form);
        return matches === undefined ? TOO_LONG : outcomeIf(matches);
      });
    });
}
