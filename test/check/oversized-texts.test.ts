// Texts that are too much for the parser or the checker: each ends soon, with few diagnostics.
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { parse } from '../../src/language/parse.ts';

describe('texts that are too much', () => {
  const codesIn = (text: string): string[] => {
    const { policy, diagnostics } = parse({ path: 'main.policy', text });
    return [...new Set(check([policy], diagnostics).diagnostics.map(({ code }) => code))].sort();
  };
  const header = 'policy com.example.dev\n';

  test.each([
    ['a million opening brackets', `${header}deny x when ${'('.repeat(1e6)}`, ['too-deep']],
    [
      'half a million opening brackets of an object',
      `${header}deny x when a test denies tool "x" ${'{a:'.repeat(5e5)}`,
      ['too-deep', 'unknown-condition'],
    ],
    ['a million negations', `${header}deny x when ${'not '.repeat(1e6)}`, ['too-deep']],
    ['a million quotes', `${header}${'"'.repeat(1e6)}`, ['syntax']],
    ['a million and one quotes', `${header}${'"'.repeat(1e6 + 1)}`, ['unclosed-text']],
    ['a million slashes', `${header}${'/ '.repeat(1e6)}`, ['syntax']],
    ['a million back-slashes in a text', `${header}deny x when tool is "${'\\'.repeat(1e6)}"`, []],
    [
      'a million unknown escapes',
      `${header}deny x when tool is "${'\\d'.repeat(1e6)}"`,
      ['too-many-errors', 'unknown-escape'],
    ],
    ['a million stray characters', `${header}${'é '.repeat(1e6)}`, ['stray-character', 'too-many-errors']],
    ['a line of four megabytes without sense', 'x'.repeat(4e6), ['syntax']],
    [
      'a line of four megabytes of words',
      `${header}${'deny x '.repeat(3e5)}`,
      ['missing-when', 'too-many-errors'],
    ],
    ['a text of four megabytes', `${header}deny x when tool is "${'x'.repeat(4e6)}"`, []],
    ['a comment of four megabytes', `${header}# ${'x'.repeat(4e6)}`, []],
    ['a name of four megabytes', `${header}deny ${'x'.repeat(4e6)} when kind is shell`, ['invalid-code']],
    [
      'three hundred thousand rules without a condition',
      `${header}${'deny x\n'.repeat(3e5)}`,
      ['missing-when', 'too-many-errors'],
    ],
    [
      'thirty thousand unknown names',
      `${header}deny x when ${Array.from({ length: 3e4 }, (_, i) => `a${i}`).join(' or ')}`,
      ['too-many-errors', 'unknown-condition'],
    ],
    [
      'twenty thousand unknown lists beside as many known ones',
      `${header}${Array.from({ length: 2e4 }, (_, i) => `list l${i} = "a"\ndeny r${i} when tool in @k${i}\n`).join('')}`,
      ['too-many-errors', 'unknown-list'],
    ],
    [
      'twenty thousand comparisons',
      `${header}deny x when ${Array.from({ length: 2e4 }, (_, i) => `tool is not "a${i}"`).join(' and ')}`,
      ['rule-too-large'],
    ],
    [
      'ten thousand comparisons in each of many rules',
      `${header}condition c = ${Array.from({ length: 9999 }, (_, i) => `tool is not "a${i}"`).join(' and ')}\n${Array.from({ length: 1000 }, (_, i) => `deny r${i} when c\n`).join('')}`,
      ['policies-too-large'],
    ],
    [
      'a chain of fifty thousand conditions',
      `${header}condition c0 = kind is shell\n${Array.from({ length: 5e4 }, (_, i) => `condition c${i + 1} = c${i}\n`).join('')}deny x when c50000`,
      ['too-deep'],
    ],
    [
      'the same chain the other way round',
      `${header}deny x when c0\n${Array.from({ length: 5e4 }, (_, i) => `condition c${i} = c${i + 1}\n`).join('')}condition c50000 = kind is shell`,
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
      'two hundred thousand items',
      `${header}list a = ${'"x", '.repeat(2e5)}"y"\ndeny x when tool in @a`,
      ['duplicate-item', 'list-too-long', 'too-many-warnings'],
    ],
  ])('%s', (_, text, expected) => {
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
