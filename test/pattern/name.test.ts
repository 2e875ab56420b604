import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../src/pattern/text/fold.ts';
import { compileName } from '../../src/pattern/text/name.ts';
import { tries } from '../campaign/effort.ts';

/** What a name pattern means, as shortly as it can be said. */
function names(pattern: string, name: string): boolean {
  if (pattern === '') return name === '';
  if (pattern[0] !== '*') return name[0] === pattern[0] && names(pattern.slice(1), name.slice(1));
  return names(pattern.slice(1), name) || (name !== '' && names(pattern, name.slice(1)));
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '_'), maxLength: 9 });
const pattern = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '*', '_'), maxLength: 7 });

test('a pattern names what the definition says', () => {
  fc.assert(
    fc.property(pattern, letters, (text, name) => {
      const compiled = compileName(text);
      expect(compiled.test(name, true)).toBe(names(text, name));
      expect(compiled.test(name, false)).toBe(names(text.toLowerCase(), name.toLowerCase()));
    }),
    { numRuns: tries(4_000), seed: 1 },
  );
});

test('what is named to the letter is named in any form', () => {
  const unit = fc.constantFrom('e', '\u0301', 'Σ', 'σ', '*', 'ﬁ', '\u200b', 'ᄀ', 'ᅡ', 'İ', 'x');
  const text = fc.string({ unit, maxLength: 6 });
  fc.assert(
    fc.property(text, text, (name, other) => {
      const compiled = compileName(other);
      if (compiled.test(name, true)) expect(compiled.test(name, false)).toBe(true);
    }),
    { numRuns: tries(4_000), seed: 2, examples: [['e\u0301', 'e*']] },
  );
});

test.each([
  ['create_*', 'create_issue', true, true],
  ['create_*', 'CREATE_ISSUE', false, true],
  ['create_*', 'ｃreate＿issue', false, true],
  ['create_*', 'cre\u200bate_issue', false, true],
  ['*', '', true, true],
  ['a*a', 'a', false, false],
  ['a*b*c', 'abc', true, true],
  ['a**c', 'ac', true, true],
  ['a.c', 'abc', false, false],
  ['[ab]', 'a', false, false],
  ['a?', 'ab', false, false],
  ['**', 'anything', true, true],
])('%s and %s: %s to the letter, %s in any form', (text, name, exact, wide) => {
  expect(compileName(text).test(name, true)).toBe(exact);
  expect(compileName(text).test(name, false)).toBe(wide);
});

test('a pattern of many parts and a name of a million letters come to an end', () => {
  const compiled = compileName(`${'*a'.repeat(200)}b`);
  expect(compiled.test('a'.repeat(1_000_000), true)).toBe(false);
  expect(compiled.testFolded(fold('A'.repeat(1_000_000)))).toBe(false);
});
