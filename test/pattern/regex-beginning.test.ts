/** What begins like a text, and may match: never a no where some end of the text would match. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { regexSearch } from '../../src/pattern/regex-search.ts';

const mayBegin = (source: string, text: string, flags = ''): boolean =>
  regexSearch(source, flags).mayBegin(text);

describe('a beginning', () => {
  test.each([
    ['^HUSKY=0', 'HUS', true],
    ['^HUSKY=0', 'HUSKY=0x', true],
    ['^HUSKY=0', 'PATH=', false],
    ['^(HUSKY|SKIP)=(0|false)$', 'SKIP=f', true],
    ['^(HUSKY|SKIP)=(0|false)$', 'SKIP=x', false],
    ['^(HUSKY|SKIP)=(0|false)$', 'SKIP=0x', false],
    ['HUSKY=0', 'PATH=', true],
    ['^[A-Z_]+=.*secret$', 'A=', true],
    ['^[^=\\]]+=x', 'a=y', false],
    ['^a{2,3}b', 'aaaa', false],
    ['^(?i)path=', 'PaT', true],
    ['^(?:a|b)*\\bc', 'abd', false],
    ['^\\x41\\x{42}\\pL[[:digit:]]', 'ABx1', true],
    ['^\\x41\\x{42}\\pL[[:digit:]]', 'ABxy', false],
    ['^\\Qa.b\\E', 'zzz', true],
    ['^\\$\\{x', '${y', false],
    ['(?m)^a', 'b', true],
  ])('%s, %s: %s', (source, text, wanted) => {
    expect(mayBegin(source, text)).toBe(wanted);
  });

  test('of a text that matches may match', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '[ab]',
      '[^a]',
      '.',
      '\\b',
      '\\w',
      '(a|bc)',
      '(?:b)',
      '\\.',
      '$',
      '^',
    );
    const sign = fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,2}', '*?');
    const expression = fc
      .array(fc.tuple(atom, sign), { minLength: 1, maxLength: 6 })
      .map(
        (parts) => `^${parts.map(([each, times]) => (/[$^]|\\b/.test(each) ? each : each + times)).join('')}`,
      );
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.', ' '), maxLength: 8 });
    fc.assert(
      fc.property(expression, text, fc.nat(8), (source, whole, length) => {
        const search = regexSearch(source, '');
        fc.pre(search.test(whole) === true);
        expect(search.mayBegin(whole.slice(0, length))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
