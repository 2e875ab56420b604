import { describe, expect, test } from 'vitest';
import { compileRegex, type RegexPattern } from '../../src/pattern/regex/regex.ts';
import { maximalProgram, maximalSource } from '../../src/pattern/regex/regex-limits.ts';

function compiled(source: string, flags = ''): RegexPattern {
  const { pattern, problem } = compileRegex(source, flags);
  if (pattern === undefined) throw new Error(`${source}: ${JSON.stringify(problem)}`);
  return pattern;
}

test.each([
  ['secret', '', 'a secret b', true],
  ['SECRET', '', 'secret', false],
  ['SECRET', 'i', 'secret', true],
  ['^b$', '', 'a\nb', false],
  ['^b$', 'm', 'a\nb', true],
  ['a.b', '', 'a\nb', false],
  ['a.b', 's', 'a\nb', true],
  ['\\p{L}+\\d', '', 'ж1', true],
  ['(?i)abc', '', 'ABC', true],
  ['ghp_[A-Za-z0-9]{36}', '', `x ghp_${'a1'.repeat(18)}`, true],
  ['^$', '', '', true],
  ['é', 'i', 'É', true],
  ['k', 'i', '\u212a', true],
])('/%s/%s and %j: %s', (source, mode, value, expected) => {
  expect(compiled(source, mode).test(value)).toBe(expected);
});

describe('what cannot be an expression', () => {
  test.each([
    ['(?=a)', '', 'syntax'],
    ['(?<!a)b', '', 'syntax'],
    ['(a)\\1', '', 'syntax'],
    ['(', '', 'syntax'],
    ['[z-a]', '', 'syntax'],
    ['a**', '', 'syntax'],
    ['\\', '', 'syntax'],
    ['a', 'g', 'flag'],
    ['a', 'iu', 'flag'],
    ['a'.repeat(maximalSource + 1), '', 'size'],
    ['((a{100}){100})', '', 'size'],
    [`(?:${'ab'.repeat(200)})\\Q\\E{500}`, '', 'size'],
    ['[a-z]{900}[0-9]{900}.{900}x{400}', '', 'size'],
    ['('.repeat(1000) + ')'.repeat(1000), '', 'size'],
  ])('/%.30s/%s', (source, mode, kind) => {
    expect(compileRegex(source, mode).problem?.kind).toBe(kind);
  });
});

describe('expressions that explode elsewhere come to an end', () => {
  const long = 'a'.repeat(100_000);
  test.each([
    ['(a+)+$', `${long}!`],
    ['(a|aa)+$', `${long}!`],
    ['(.*)*x', long],
    ['(a?){50}a{50}$', `${long}!`],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', long],
    ['(?:a*)*b', long],
    ['[a-q][^u-z]{13}x', long],
    ['\\b\\w+\\b.*\\b\\w+\\b!$', 'ab '.repeat(30_000)],
  ])('%s', (source, value) => {
    expect([true, false]).toContain(compiled(source).test(value));
  });

  test('the largest expression that is taken, on a long text of characters that are all different', () => {
    const largest = compiled(`(?:[a-z]|.){${Math.floor(maximalProgram / 8)}}y$`);
    const different = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x100 + at)).join('');
    expect(largest.test(different)).toBe(false);
    expect(largest.test(`${different}y`)).toBe(true);
  });
});

describe('a text and an expression that are too long together', () => {
  test('have no answer, rather than a slow one', () => {
    const large = compileRegex('a.{700}[xy]', '').pattern;
    const small = compileRegex('ghp_[A-Za-z0-9]{36}', '').pattern;
    const text = 'a'.repeat(1_048_576);
    expect(large?.test(text)).toBeUndefined();
    expect(large?.test('a'.repeat(1000))).toBe(false);
    expect(small?.test(`${text}ghp_${'x'.repeat(36)}`)).toBe(true);
  });
});
