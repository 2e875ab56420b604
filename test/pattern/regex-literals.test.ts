import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { compileLook } from '../../src/pattern/literal-look.ts';
import { compileRegex } from '../../src/pattern/regex.ts';
import { flagBits } from '../../src/pattern/regex-flags.ts';
import { literalsOfRegex } from '../../src/pattern/regex-literals.ts';

fc.configureGlobal({ seed: 20_260_915 });

test.each([
  ['ghp_[A-Za-z0-9]{36}', ['ghp_']],
  ['a(?:bcd|efgh)+x', ['bcd', 'efgh']],
  ['(?i)password\\s*=', ['password']],
  ['^-----BEGIN (RSA )?PRIVATE KEY', ['-----BEGIN ']],
  ['colou?r scheme', ['r scheme']],
  ['ab+c', ['ab']],
  ['a{2}bcd', ['bcd']],
  ['\\.ssh/id_(rsa|dsa)', ['.ssh/id_']],
  ['foo|ba[rz]', ['foo', 'ba']],
  ['x\\x41\\d\\pL\\p{Greek}yz', ['yz']],
  ['[]a]bc[^]x]', ['bc']],
  ['[[:alpha:]]ab', ['ab']],
  ['(?P<name>secret)', ['secret']],
  ['(abc)?def', ['def']],
  ['a??bc', ['bc']],
  ['\\bexec\\b', ['exec']],
])('a match of %s has one of %j', (source, literals) => {
  expect(literalsOfRegex(source)).toEqual(literals);
});

test.each(['', '.*', 'a|', '(?:a|.)', '[abc]', 'a*', '\\Qa|b\\E', '\\d+', 'é', '(', 'x{0}'])(
  'of %s nothing can be told',
  (source) => {
    expect(literalsOfRegex(source)).toBeUndefined();
  },
);

// Expressions that this language and RE2 read alike, so that texts can be made for them.
const atom = fc.constantFrom(
  'a',
  'b',
  'K',
  's',
  '\\.',
  '\\d',
  '\\w',
  '.',
  '[ab]',
  '[^b]',
  '[]x]',
  '^',
  '$',
  '\\b',
  '-',
);
const expression = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, atom, tie('sequence'), tie('choice'), tie('group')),
  sequence: fc
    .array(fc.tuple(tie('any'), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,2}', '+?')), {
      maxLength: 5,
    })
    .map((parts) =>
      parts
        .map(([one, times]) => (/^(?:\^|\$|\\b|)$/.test(one as string) ? one : `(?:${one})${times}`))
        .join(''),
    ),
  choice: fc.tuple(tie('any'), tie('any')).map(([one, other]) => `${one}|${other}`),
  group: tie('any').map((one) => `(${one})`),
})).any as fc.Arbitrary<string>;
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'k', 'K', 's', 'S', '.', '-', '1', 'x', ' ', '\u212a', '\u017f'),
  maxLength: 14,
});

test('no text matches without one of them', () => {
  let matches = 0;
  fc.assert(
    fc.property(
      expression,
      fc.constantFrom('', 'i'),
      fc.array(text, { minLength: 8, maxLength: 8 }),
      (source, flags, texts) => {
        const literals = literalsOfRegex(source);
        const { pattern } = compileRegex(source, flags);
        if (pattern === undefined) return;
        const alone = RE2JS.compile(source, flagBits(flags));
        for (const each of texts) {
          const isMatch = alone.test(each);
          expect(pattern.test(each), `${source} ${each}`).toBe(isMatch);
          if (!isMatch || literals === undefined) continue;
          matches++;
          const folded = each.replaceAll('\u212a', 'k').replaceAll('\u017f', 's').toLowerCase();
          expect(
            literals.some((one) => folded.includes(one.toLowerCase())),
            `${source} ${each}`,
          ).toBe(true);
        }
      },
    ),
    { numRuns: 4000 },
  );
  expect(matches).toBeGreaterThan(1000);
});

test.each([
  [['key'], 'the KEY', true],
  [['Key'], 'the \u212aey', true],
  [['secret'], 'my \u017fecret', true],
  [['token'], 'my \u017fecret', false],
  [['a', 'b'], 'cb', true],
  [['a', 'b'], 'cd', false],
  [['a', 'b', 'c', 'd', 'e'], 'x', true],
  [undefined, 'x', true],
])('of %j one could stand in %j: %s', (literals, text, could) => {
  expect(compileLook(literals)(text)).toBe(could);
});

test('a text too long to be searched does not match without its literals', () => {
  const { pattern } = compileRegex('ghp_[a-z]{200}', '');
  const long = 'x'.repeat(1_000_000);
  expect([pattern?.test(long), pattern?.test(`${long}GHP_`)]).toEqual([false, undefined]);
});

test.each([
  ['secret(?i)?x', 'secrex'],
  ['(secret)(?i)*x', 'x'],
  ['abcd(?i)?', 'abc'],
  ['a(?:b)(?s)+c', 'abc'],
  ['secret(?i:)?x', 'secretx'],
])('a repetition behind flags alone is of what stands before: /%s/ takes %j', (source, text) => {
  expect(compileRegex(source, '').pattern?.test(text)).toBe(true);
  const literals = literalsOfRegex(source);
  expect(literals === undefined || literals.some((each) => text.includes(each))).toBe(true);
});
