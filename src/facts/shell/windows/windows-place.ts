/**
 * The directory of a moment inside of a text. A script takes `$PWD`, changes its directory, and uses the text. So
 * the text holds a mark, a character of a private range, until it is known where it is used. A script that has such
 * characters itself gains nothing: each is some directory of the script.
 */
import { anyShape, joinPieces, type Piece, type Shape } from '../../../pattern/text/shape.ts';
import type { CodeFinding } from '../../code/values/finding.ts';

const first = 0xf000;
const marks = /([\uf000-\uf8ff][\\/]?)/;

/** A script may ask for its directory in so many places. */
export const mostPlaces = 0x900;

export const placeMark = (index: number): string => String.fromCharCode(first + index);

/** A word with each mark replaced, as the function says for its number; a mark stays if that gives nothing. */
export function withPlaces(word: Shape, shapeOf: (index: number) => Shape | undefined): Shape {
  if (!word.pieces.some((piece) => piece.kind === 'text' && marks.test(piece.text))) return word;
  const pieces = word.pieces.flatMap((piece, at): readonly Piece[] => {
    if (piece.kind !== 'text') return [piece];
    const parts = piece.text.split(marks);
    return parts.flatMap((part, index): readonly Piece[] => {
      const place = index % 2 === 1 ? shapeOf(part.charCodeAt(0) - first) : undefined;
      if (place === undefined) return part === '' ? [] : [{ kind: 'text', text: part }];
      const isStart = at === 0 && index === 1 && parts[0] === '';
      const isAll = index === parts.length - 2 && parts[index + 1] === '' && at === word.pieces.length - 1;
      // `./a` is `a`.
      if (isStart && part.length > 1 && !isAll && isHere(place)) return [];
      const separator: readonly Piece[] = part.length > 1 ? [{ kind: 'text', text: part.slice(1) }] : [];
      // Only a path begins with the home.
      const isHome = place.pieces[0]?.kind === 'home' && !isStart;
      return [...(isHome ? anyShape('').pieces : place.pieces), ...separator];
    });
  });
  return joinPieces(pieces, word.source);
}

const isHere = ({ pieces }: Shape): boolean =>
  pieces.length === 1 && pieces[0]?.kind === 'text' && pieces[0].text === '.';

/** A finding with directories in place of the marks in its words. */
export function findingInPlace(finding: CodeFinding, inPlace: (word: Shape) => Shape): CodeFinding {
  switch (finding.kind) {
    case 'path':
      return { ...finding, path: inPlace(finding.path), target: finding.target && inPlace(finding.target) };
    case 'connect':
      return { ...finding, url: inPlace(finding.url) };
    case 'run':
      return { ...finding, words: finding.words.map(inPlace) };
    case 'cwd':
      return { ...finding, path: inPlace(finding.path) };
    case 'variable':
      return { ...finding, value: inPlace(finding.value) };
    default:
      return finding;
  }
}
