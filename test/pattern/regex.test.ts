import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileRegex, type RegexPattern } from '../../src/pattern/regex.ts';
import { maximalProgram, maximalSource } from '../../src/pattern/regex-limits.ts';

function compiled(source: string, flags = ''): RegexPattern {
  const { pattern, problem } = compileRegex(source, flags);
  if (pattern === undefined) throw new Error(`${source}: ${JSON.stringify(problem)}`);
  return pattern;
}

// Expressions that mean the same here and to the built-in RegExp with the flag `u`.
const atom = fc.oneof(
  fc.constantFrom('a', 'b', 'A', '1', ' ', 'é', '\\.', '\\/', '\\\\', '-', '_', '漢'),
  fc.constantFrom('.', '\\d', '\\w', '\\D', '\\W', '[ab]', '[^ab]', '[a-c1]', '[^\\d]', '\\x61', '[\\]\\-]'),
);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc.tuple(tie('expression'), tie('expression')).map((parts) => parts.join('')),
    fc.tuple(tie('expression'), tie('expression')).map((parts) => `(?:${parts.join('|')})`),
    tie('expression').map((part) => `(${part})`),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,2}', '*?', '+?', '??', '{2,}'),
      )
      .map(([part, times]) => `(?:${part})${times}`),
    fc.constantFrom('^', '$', '\\b', '\\B'),
  ),
}));
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', 'c', '1', ' ', '.', '\\', '-', '_', '\n', '漢'),
  maxLength: 12,
});
const flags = fc.constantFrom('', 'i', 'm', 's', 'im', 'is', 'ms', 'ims');

test('an expression matches where the built-in one does', () => {
  fc.assert(
    fc.property(expression, flags, fc.array(text, { minLength: 4, maxLength: 4 }), (source, mode, texts) => {
      const pattern = compiled(source, mode);
      const builtIn = new RegExp(source, `${mode}u`);
      for (const each of texts) {
        expect(pattern.test(each), `/${source}/${mode} and ${JSON.stringify(each)}`).toBe(builtIn.test(each));
      }
    }),
    { numRuns: 5_000, seed: 1 },
  );
});

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
    ['[a-z]{900}[0-9]{900}.{900}x{400}', '', 'size'],
    ['('.repeat(1000) + ')'.repeat(1000), '', 'size'],
  ])('/%.30s/%s', (source, mode, kind) => {
    expect(compileRegex(source, mode).problem?.kind).toBe(kind);
  });

  test('any text at all is an expression or has a problem', () => {
    const unit = fc.constantFrom(...'ab()[]{}*+?|^$\\.-,0123:=!<>pPLQE#xu&~ \u0000\ud800é');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), flags, (source, mode) => {
        const { pattern, problem } = compileRegex(source, mode);
        if (pattern === undefined) expect(problem.kind).toMatch(/^(?:syntax|size|flag)$/);
        else expect([true, false]).toContain(pattern.test('ab(c)\n\ud800'));
      }),
      { numRuns: 10_000, seed: 2 },
    );
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
