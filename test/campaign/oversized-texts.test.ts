// Texts that are too much for the parser or the checker: each ends soon, with few diagnostics. In the gate they are
// shorter, and only just too long where a limit is what they are to pass.
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { maximalComparisons } from '../../src/check/conditions/expression.ts';
import { maximalItems } from '../../src/check/values/list.ts';
import { parse } from '../../src/language/parse.ts';
import { effort, isFull, tell, timeout } from './effort.ts';

const million = effort(1_000_000, 20_000);
const thousand = effort(1000, 20);

describe('texts that are too much', () => {
  const codesIn = (text: string): string[] => {
    const { policy, diagnostics } = parse({ path: 'main.policy', text });
    return [...new Set(check([policy], diagnostics).diagnostics.map(({ code }) => code))].sort();
  };
  const header = 'policy com.example.dev\n';

  test.each([
    ['very many opening brackets', `${header}deny x when ${'('.repeat(million)}`, ['too-deep']],
    [
      'very many opening brackets of an object',
      `${header}deny x when a test denies tool "x" ${'{a:'.repeat(million / 2)}`,
      ['too-deep', 'unknown-condition'],
    ],
    ['very many negations', `${header}deny x when ${'not '.repeat(million)}`, ['too-deep']],
    ['an even number of quotes', `${header}${'"'.repeat(million)}`, ['syntax']],
    ['an odd number of quotes', `${header}${'"'.repeat(million + 1)}`, ['unclosed-text']],
    ['very many slashes', `${header}${'/ '.repeat(million)}`, ['syntax']],
    ['back-slashes in a text', `${header}deny x when tool is "${'\\'.repeat(million)}"`, []],
    [
      'unknown escapes',
      `${header}deny x when tool is "${'\\d'.repeat(million)}"`,
      ['too-many-errors', 'unknown-escape'],
    ],
    ['stray characters', `${header}${'é '.repeat(million)}`, ['stray-character', 'too-many-errors']],
    ['a long line without sense', 'x'.repeat(4 * million), ['syntax']],
    [
      'a long line of words',
      `${header}${'deny x '.repeat(300 * thousand)}`,
      ['missing-when', 'too-many-errors'],
    ],
    ['a long text', `${header}deny x when tool is "${'x'.repeat(4 * million)}"`, []],
    ['a long comment', `${header}# ${'x'.repeat(4 * million)}`, []],
    ['a long name', `${header}deny ${'x'.repeat(4 * million)} when kind is shell`, ['invalid-code']],
    [
      'very many rules without a condition',
      `${header}${'deny x\n'.repeat(300 * thousand)}`,
      ['missing-when', 'too-many-errors'],
    ],
    [
      'unknown names',
      `${header}deny x when ${Array.from({ length: 30 * thousand }, (_, i) => `a${i}`).join(' or ')}`,
      ['too-many-errors', 'unknown-condition'],
    ],
    [
      'unknown lists beside as many known ones',
      `${header}${Array.from({ length: 20 * thousand }, (_, i) => `list l${i} = "a"\ndeny r${i} when tool in @k${i}\n`).join('')}`,
      ['too-many-errors', 'unknown-list'],
    ],
    [
      'more comparisons than a rule may have',
      `${header}deny x when ${Array.from({ length: effort(20_000, maximalComparisons + 1) }, (_, i) => `tool is not "a${i}"`).join(' and ')}`,
      ['rule-too-large'],
    ],
    // It takes two million comparisons; the gate has a case of it in test/check/cases/policies-too-large.txt.
    ...(isFull
      ? ([
          [
            'many comparisons in each of many rules',
            `${header}condition c = ${Array.from({ length: maximalComparisons - 1 }, (_, i) => `tool is not "a${i}"`).join(' and ')}\n${Array.from({ length: 1000 }, (_, i) => `deny r${i} when c\n`).join('')}`,
            ['policies-too-large'],
          ],
        ] as [string, string, string[]][])
      : []),
    [
      'a long chain of conditions',
      `${header}condition c0 = kind is shell\n${Array.from({ length: 50 * thousand }, (_, i) => `condition c${i + 1} = c${i}\n`).join('')}deny x when c${50 * thousand}`,
      ['too-deep'],
    ],
    [
      'the same chain the other way round',
      `${header}deny x when c0\n${Array.from({ length: 50 * thousand }, (_, i) => `condition c${i} = c${i + 1}\n`).join('')}condition c${50 * thousand} = kind is shell`,
      ['too-deep'],
    ],
    [
      'conditions that double each other forty times',
      `${header}condition c0 = kind is shell\n${Array.from({ length: 40 }, (_, i) => `condition c${i + 1} = c${i} or (c${i} and not c${i})\n`).join('')}deny x when c40`,
      ['rule-too-large'],
    ],
    [
      'lists that double each other forty times',
      `${header}list a0 = "x"\nlist b0 = "y"\n${Array.from({ length: 40 }, (_, i) => `list a${i + 1} = @a${i}, @b${i}\nlist b${i + 1} = @b${i}, @a${i}\n`).join('')}deny x when tool in @a40`,
      ['list-too-long', 'too-deep', 'unused-list'],
    ],
    [
      'more items than a list may have',
      `${header}list a = ${'"x", '.repeat(effort(200_000, maximalItems))}"y"\ndeny x when tool in @a`,
      ['duplicate-item', 'list-too-long', 'too-many-warnings'],
    ],
  ])('%s', { timeout }, (_, text, expected) => {
    tell({ 'oversized texts': 1, 'characters of oversized texts': text.length });
    expect(codesIn(text)).toEqual(expected);
  });

  test('sixty-four brackets in each other are not too much', () => {
    const deep = `${'(not not not not not not not not '.repeat(64)}kind is shell${')'.repeat(64)}`;
    expect(codesIn(`${header}deny x when ${'('.repeat(64)}kind is shell${')'.repeat(64)}`)).toEqual([]);
    expect(codesIn(`${header}deny x when ${deep}`)).toEqual(['too-deep']);
    expect(
      codesIn(
        `${header}deny x when kind is shell test denies tool "x" ${'{a:'.repeat(64)}1${'}'.repeat(64)}`,
      ),
    ).toEqual([]);
  });
});
