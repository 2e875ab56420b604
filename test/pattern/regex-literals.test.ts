import { expect, test } from 'vitest';
import { compileLook } from '../../src/pattern/regex/literal-look.ts';
import { compileRegex } from '../../src/pattern/regex/regex.ts';
import { literalsOfRegex } from '../../src/pattern/regex/regex-literals.ts';
import { regexSearch } from '../../src/pattern/regex/regex-search.ts';

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

test.each([
  [['key'], 'the KEY', true],
  [['Key'], 'the \u212aey', true],
  [['secret'], 'my \u017fecret', true],
  [['token'], 'my \u017fecret', false],
  [['a', 'b'], 'cb', true],
  [['a', 'b'], 'cd', false],
  [['a', 'b', 'c', 'd', 'e'], 'x', false],
  [undefined, 'x', true],
])('of %j one could stand in %j: %s', (literals, text, could) => {
  expect(compileLook(literals)(text)).toBe(could);
});

test('a text too long to be searched does not match without its literals', () => {
  const pattern = regexSearch('ghp_[a-z]{200}', '');
  const long = 'x'.repeat(1_000_000);
  expect([pattern.test(long), pattern.test(`${long}GHP_`)]).toEqual([false, undefined]);
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
