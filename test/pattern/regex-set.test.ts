import { expect, test } from 'vitest';
import { maximalWork } from '../../src/pattern/regex/regex-limits.ts';
import { compileRegexSet } from '../../src/pattern/regex/regex-set.ts';

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
