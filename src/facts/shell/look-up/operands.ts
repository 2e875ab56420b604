/** Reads the words of a built-in: their texts, and which of them are not options. */
import { staticText } from '../../../pattern/shape.ts';
import type { Word } from '../word.ts';

export const text = (word: Word | undefined): string | undefined =>
  word === undefined ? undefined : staticText(word.shape);

export const operands = (words: readonly Word[]): readonly Word[] => {
  const end = words.findIndex((word) => text(word) === '--');
  const options = end < 0 ? words : words.slice(0, end);
  return [
    ...options.filter((word) => !/^[-+]./.test(text(word) ?? '')),
    ...(end < 0 ? [] : words.slice(end + 1)),
  ];
};
