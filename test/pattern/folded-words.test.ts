import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../src/pattern/text/fold.ts';
import { compileFoldedWords } from '../../src/pattern/text/folded-words.ts';
import { tries } from '../campaign/effort.ts';

/** Few characters, so that words are often found; some that fold to others, vanish, or need composing. */
const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'A',
    'b',
    '_',
    '~',
    ' ',
    's',
    'ſ',
    'K',
    'k',
    'é',
    'e\u0301',
    '\u200b',
    '\t',
    'Ａ',
  ),
  maxLength: 5,
});

test('a text is found as the word that it folds to, and only so', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), fc.array(text, { minLength: 1 }), (given, asked) => {
      const words = [...new Set(given.map(fold))];
      const table = compileFoldedWords(words);
      for (const each of [...asked, ...given]) expect(table.find(each)).toBe(words.indexOf(fold(each)));
    }),
    { numRuns: tries(500), seed: 7 },
  );
});

test('many words, each in any case', () => {
  const words = Array.from({ length: 5000 }, (_, at) => `tool_${at}`);
  const table = compileFoldedWords(words);
  for (const [at, word] of words.entries()) expect(table.find(word.toUpperCase())).toBe(at);
  expect(table.find('tool_5000')).toBe(-1);
  expect(compileFoldedWords([]).find('')).toBe(-1);
});
