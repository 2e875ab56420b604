/** Texts made for patterns: what is offered as a match is one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePath } from '../../src/pattern/path/path.ts';
import { readPath } from '../../src/pattern/path/path-value.ts';
import { compileRegex } from '../../src/pattern/regex/regex.ts';
import { YES } from '../../src/pattern/text/truth.ts';
import { shellQuoted } from '../../src/why-not/quote.ts';
import { regexSamples } from '../../src/why-not/regex-samples.ts';
import {
  sampleCommand,
  sampleHost,
  sampleNames,
  samplePackage,
  samplePaths,
} from '../../src/why-not/samples.ts';
import { tries } from '../campaign/effort.ts';

describe('regular expressions', () => {
  test.each([
    ['^(main|release-\\d{2,}\\.[a-z]+)$', ''],
    ['(?is)(^|;)(\\s|\\/\\*.*?\\*\\/)*(drop\\s+table|truncate\\b)', ''],
    ['^[^\\s"\']{3}$', ''],
    ['\\bfoo\\b', 'i'],
    ['^\\Qa.b\\E\\x41\\x{42}[[:digit:]]$', ''],
    ['^\\p{Lu}\\p{N}\\PL$', ''],
    ['^(?:a|b)*c{0,2}?d+$', ''],
    ['^[\\d-]{2}[]x]$', ''],
    ['^(?P<name>x)(?:y)?$', ''],
    ['a.c', 's'],
    ['^$', ''],
  ])('one is found for /%s/%s', (source, flags) => {
    const found = regexSamples(source, flags);
    const { pattern } = compileRegex(source, flags);
    expect(found.length).toBeGreaterThan(0);
    for (const text of found) expect(pattern?.test(text)).toBe(true);
  });

  test('whatever the expression, it ends, and what is offered matches', () => {
    const source = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.stringMatching(/^[a-c()|*+?[\]{}0-9,\\dws.^$-]{0,30}$/),
    );
    fc.assert(
      fc.property(source, (text) => {
        const { pattern } = compileRegex(text, '');
        for (const witness of regexSamples(text, '')) expect(pattern?.test(witness)).toBe(true);
      }),
      { numRuns: tries(500) },
    );
  });

  test('deep nesting and large counts come to an end', () => {
    const nested = `${'('.repeat(500)}a${')'.repeat(500)}`;
    expect(regexSamples(nested, '').every((text) => text.length <= 2002)).toBe(true);
    expect(regexSamples('(a{100}){9}', '')[0]).toHaveLength(900);
  });
});

test.each([
  '**/.env',
  '~/.ssh/**',
  '/etc/sudoers.d/*',
  'src/**/*.{ts,tsx}',
  '**/[ab]?.txt',
  '.git/hooks/**',
  '/etc/@(passwd|shadow)',
  '**',
  '/a/b',
])('a path is found for %s', (text) => {
  const { pattern } = compilePath(text);
  const cwd = readPath('/home/user/project', undefined);
  for (const witness of samplePaths(text))
    expect(pattern?.test(readPath(witness, cwd), [cwd], { exact: true, below: false })).toBe(YES);
});

test('plainer patterns', () => {
  expect(sampleNames('create_*')).toEqual(['create_x', 'create_']);
  expect(sampleNames('+*')).toEqual(['+x']);
  expect(sampleHost('*.example.com')).toBe('www.example.com');
  expect(sampleHost('10.0.0.0/8')).toBe('10.0.0.0');
  expect(sampleHost('fd00::/8')).toBe('[fd00::1]');
  expect(sampleHost('metadata')).toBe('169.254.169.254');
  expect(samplePackage('npm:@ours/*')).toEqual({ manager: 'npm', name: '@ours/x' });
  expect(sampleCommand('* push')).toBe('example push');
});

test('a word is quoted where a shell would read it otherwise', () => {
  expect(['a-b', "it's", '~/a b', '$x', ''].map(shellQuoted)).toEqual([
    'a-b',
    "'it'\\''s'",
    "~/'a b'",
    "'$x'",
    "''",
  ]);
});
