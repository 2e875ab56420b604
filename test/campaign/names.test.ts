// Texts are folded, and names matched, as a short definition of each says.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../src/pattern/text/fold.ts';
import { compileName } from '../../src/pattern/text/name.ts';
import { anyCharacter } from '../any-character.ts';
import { folded, matchesName } from '../reference/text.ts';
import { effort, seed, tell, timeout } from './effort.ts';

const letter = fc.constantFrom(
  ...[
    'a',
    'A',
    'ß',
    'ſ',
    'σ',
    'ς',
    'Σ',
    'İ',
    'ı',
    'i',
    'ﬀ',
    'Ａ',
    'é',
    'e',
    '\u0301',
    '\u200b',
    '\u00ad',
    '\ufe0f',
  ],
  ...['*', '\u3164', '\u202e', '\u0000', '\ud800', '😀', 'K', 'Å', '\u{e0041}', '_', '-', ' '],
);
const word = fc.string({
  unit: fc.oneof(
    { arbitrary: letter, weight: 4 },
    fc.string({ minLength: 1, maxLength: 1, unit: anyCharacter }),
  ),
  maxLength: 6,
});

test('texts are folded as the definition says, and folding twice changes nothing', { timeout }, () => {
  const numRuns = effort(300_000, 1000);
  let changed = 0;
  fc.assert(
    fc.property(word, (text) => {
      expect(fold(text)).toBe(folded(text));
      expect(fold(fold(text))).toBe(fold(text));
      if (fold(text) !== text) changed++;
    }),
    { numRuns, seed, examples: [['\u1e96']] },
  );
  tell({ 'texts folded': numRuns });
  expect(changed).toBeGreaterThan(numRuns / 4);
});

test('names match as an obvious matcher says, and what matches to the letter matches folded', {
  timeout,
}, () => {
  const numRuns = effort(300_000, 1000);
  let matched = 0;
  const few = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '*', '*', 'é', '\u0301'), maxLength: 7 });
  fc.assert(
    fc.property(few, few, (pattern, name) => {
      const compiled = compileName(pattern);
      const exact = matchesName(pattern, name);
      const wide = exact || matchesName(folded(pattern), folded(name));
      expect(compiled.test(name, true)).toBe(exact);
      expect(compiled.test(name, false)).toBe(wide);
      if (wide) matched++;
    }),
    { numRuns, seed },
  );
  tell({ 'names beside patterns': numRuns, 'names that match': matched });
  expect(matched).toBeGreaterThan(numRuns / 15);
});
