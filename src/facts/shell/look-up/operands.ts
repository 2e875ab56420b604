/** Reads the words of a built-in: their texts, and which of them are not options. */
import { staticText } from '../../../pattern/shape.ts';
import type { Word } from '../word.ts';

/** The text of a word; undefined if it is unknown, or if there is no word. */
export const text = (word: Word | undefined): string | undefined =>
  word === undefined ? undefined : staticText(word.shape);

/** The words that are not options, with all words behind `--`. */
export const operands = (words: readonly Word[]): readonly Word[] => {
  const end = words.findIndex((word) => text(word) === '--');
  const options = end < 0 ? words : words.slice(0, end);
  return [
    ...options.filter((word) => !/^[-+]./.test(text(word) ?? '')),
    ...(end < 0 ? [] : words.slice(end + 1)),
  ];
};
