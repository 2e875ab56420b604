import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileRegex } from '../../src/pattern/regex.ts';
import { maximalWork } from '../../src/pattern/regex-limits.ts';
import { compileRegexSet } from '../../src/pattern/regex-set.ts';

const piece = fc.constantFrom(
  'a',
  'B',
  '.',
  '\\d',
  '[ab]',
  '[^b]',
  '\\w',
  '\\b',
  '^',
  '$',
  'é',
  '(?i:b)',
  '(a|b)',
  '\\s',
  '(?:)',
  '\\z',
  '\\A',
);
const repeated = fc
  .tuple(piece, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}'))
  .map(([what, times]) => (/^(?:\^|\$|\\[bAz])$/.test(what) ? what : what + times));
const expression = fc
  .array(fc.array(repeated, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
  .map((branches) => branches.map((parts) => parts.join('')).join('|'));
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', 'B', '1', ' ', '\n', 'é', 'É', 'K', '\u{1f600}', 'e\u0301', '\ud800'),
  maxLength: 10,
});

test('a set finds what each expression matches by itself', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.uniqueArray(expression, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('', 'i', 'm', 's', 'ims'),
      fc.array(text, { minLength: 1, maxLength: 5 }),
      (sources, flags, texts) => {
        const set = compileRegexSet(sources, flags);
        const each = sources.map((source) => compileRegex(source, flags).pattern);
        for (const one of texts) {
          const matching: number[] = [];
          expect(set.search(one, (at) => matching.push(at))).toBe(true);
          const expected = each.flatMap((pattern, at) => (pattern?.test(one) === true ? at : []));
          expect(matching.toSorted((a, b) => a - b)).toEqual(expected);
          found += expected.length;
        }
      },
    ),
    { numRuns: 1500, seed: 11 },
  );
  expect(found).toBeGreaterThan(1000);
});

test('many expressions, of which one matches', () => {
  const sources = Array.from({ length: 2000 }, (_, at) => `[0-9]{4}-${at}$`);
  const set = compileRegexSet(sources, '');
  const found: number[] = [];
  set.search('id 1234-1777', (at) => found.push(at));
  expect(found).toEqual([1777]);
});

test('where a text is too long, nothing is said', () => {
  const set = compileRegexSet(['[a-z]{500}x'], '');
  expect(set.search('a'.repeat(maximalWork / 400), () => {})).toBe(false);
  expect(compileRegexSet([], '').search('a', () => {})).toBe(true);
});
