/** Reads the words of a built-in: their texts, and which of them are not options. */
import { staticText } from '../../../pattern/text/shape.ts';
import type { Word } from '../word.ts';

/** The text of a word; undefined if it is unknown, or if there is no word. */
export const text = (word: Word | undefined): string | undefined =>
  word === undefined ? undefined : staticText(word.shape);

/** The text of a word that is no pattern for its command: `unset a[0]`. */
export const literal = ({ shape: { pieces } }: Word): string | undefined =>
  pieces.every(({ kind }) => kind === 'text' || kind === 'glob')
    ? pieces
        .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'glob' ? piece.glob : ''))
        .join('')
    : undefined;

/** Whether it is not known which name a word begins with, perhaps with a value behind it: `$x=1`. */
export function hasOpenName({ shape: { pieces } }: Word): boolean {
  const [first, ...rest] = pieces;
  if (first?.kind === 'any' || first?.kind === 'name') return true;
  return first?.kind === 'text' && rest.length > 0 && /^[A-Za-z_]\w*$/.test(first.text);
}

/** The words that are not options, with all words behind `--`. */
export const operands = (words: readonly Word[]): readonly Word[] => {
  const end = words.findIndex((word) => text(word) === '--');
  const options = end < 0 ? words : words.slice(0, end);
  return [
    ...options.filter((word) => !/^[-+]./.test(text(word) ?? '')),
    ...(end < 0 ? [] : words.slice(end + 1)),
  ];
};
