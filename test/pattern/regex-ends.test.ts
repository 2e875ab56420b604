/** Texts with unknown parts that may match: never a no where some text in these parts would match. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { regexSearch } from '../../src/pattern/regex/regex-search.ts';
import { tries } from '../campaign/effort.ts';

/** `…` is an unknown part. */
function mayMatch(source: string, text: string): boolean {
  const parts = text.split('…');
  return regexSearch(source, '').mayMatch({ beginning: parts[0] ?? '', end: parts[parts.length - 1] ?? '' });
}

describe('a text with unknown parts', () => {
  test.each([
    ['^HUSKY=0', 'HUS…', true],
    ['^HUSKY=0', 'HUSKY=0x…', true],
    ['^HUSKY=0', 'PATH=…', false],
    ['^(HUSKY|SKIP)=(0|false)$', 'SKIP=f…', true],
    ['^(HUSKY|SKIP)=(0|false)$', 'SKIP=x…', false],
    ['^(HUSKY|SKIP)=(0|false)$', 'SKIP=0x…', false],
    ['HUSKY=0', 'PATH=…', true],
    ['^[A-Z_]+=.*secret$', 'A=…', true],
    ['^[^=\\]]+=x', 'a=y…', false],
    ['^a{2,3}b', 'aaaa…', false],
    ['^(?i)path=', 'PaT…', true],
    ['^(?:a|b)*\\bc', 'abd…', false],
    ['^\\x41\\x{42}\\pL[[:digit:]]', 'ABx1…', true],
    ['^\\x41\\x{42}\\pL[[:digit:]]', 'ABxy…', false],
    ['^\\Qa.b\\E', 'zzz…', true],
    ['^\\$\\{x', '${y…', false],
    ['(?m)^a', 'b…', true],
    ['^sudo( -u \\S+)*( -i)?$', 'sudo -u …', true],
    ['^sudo( -u \\S+)*( -i)?$', 'sudo -u … -i', true],
    ['^sudo( -u \\S+)*( -i)?$', 'sudo -u … rm x', false],
    ['^sudo( -u \\S+)*( -i)?$', 'sudo -u …rm x', false],
    ['=0$', '…=0', true],
    ['=0$', '…=1', false],
    ['^a{3}$', '…', true],
    ['^(ab|c{4})d$', 'c…d', true],
    ['^(ab|c{4})d$', 'd…d', false],
    ['^ab$', 'a…b', true],
    ['^ab$', 'ax…b', false],
    ['^x(\\b-)+y$', 'x…y', true],
  ])('%s, %s: %s', (source, text, wanted) => {
    expect(mayMatch(source, text)).toBe(wanted);
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
      fc.property(
        expression,
        text,
        fc.array(fc.tuple(fc.nat(8), fc.nat(3)), { minLength: 1, maxLength: 3 }),
        (source, whole, gaps) => {
          const search = regexSearch(source, '');
          fc.pre(search.test(whole) === true);
          const gapped = gaps.reduce(
            (left, [at, length]) => `${left.slice(0, at)}…${left.slice(at + length)}`,
            whole,
          );
          expect(mayMatch(source, gapped)).toBe(true);
        },
      ),
      { numRuns: tries(1000) },
    );
  });
});
