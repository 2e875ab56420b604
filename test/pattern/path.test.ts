import fc from 'fast-check';
import { braceExpand } from 'minimatch';
import { describe, expect, test } from 'vitest';
import {
  compilePath,
  type MatchOptions,
  maximalAlternatives,
  type PathPattern,
} from '../../src/pattern/path.ts';
import { type PathValue, readPath } from '../../src/pattern/path-value.ts';
import { NO, nameOf, type Truth, UNKNOWN, YES } from '../../src/pattern/truth.ts';
import { type Chance, chanceOf, escapePattern, minimatchSays, pathPair, pick } from './path-pairs.ts';

const rooted = (segments: readonly string[]): PathValue => ({ anchor: 'root', segments });
const homed = (segments: readonly string[]): PathValue => ({ anchor: 'home', segments });
const floating = (segments: readonly string[]): PathValue => ({ anchor: 'floating', segments });
const everywhere = [rooted([])];

const exactly: MatchOptions = { exact: true, below: false };
const widely: MatchOptions = { exact: false, below: false };
const allOptions: readonly MatchOptions[] = [
  exactly,
  widely,
  { exact: true, below: true },
  { exact: false, below: true },
];

function compiled(text: string): PathPattern {
  const { pattern, problem } = compilePath(text);
  if (pattern === undefined) throw new Error(`${text}: ${problem}`);
  return pattern;
}

/** Runs over generated pairs whose pattern is accepted; gives how many that were. */
function overPairs(
  count: number,
  seed: number,
  law: (pattern: PathPattern, segments: readonly string[], chance: Chance) => void,
): number {
  const chance = chanceOf(seed);
  let held = 0;
  for (let index = 0; index < count; index++) {
    const pair = pathPair(chance);
    const { pattern } = compilePath(pair.pattern);
    const { segments } = pair;
    if (pattern === undefined || segments.length === 0) continue;
    if (pattern.anchor !== 'workspace' && pattern.anchor !== 'anywhere') continue;
    held++;
    law(pattern, segments, chance);
  }
  return held;
}

/** An expectation is dear; most of these hold. */
function expectSame<Value>(actual: Value, expected: Value, shown: string): void {
  if (actual !== expected) expect(actual, shown).toBe(expected);
}

describe('beside minimatch', () => {
  test('names the same paths, with case and without', () => {
    let matched = 0;
    const pairs = overPairs(22_500, 1, (pattern, segments) => {
      const { text } = pattern;
      const exact = minimatchSays(text, segments, false);
      const wide = exact || minimatchSays(text, segments, true);
      const path = rooted(segments);
      const shown = `${text} and ${segments.join('/')}`;
      expectSame(pattern.test(path, everywhere, exactly) === YES, exact, shown);
      expectSame(pattern.test(path, everywhere, widely) === YES, wide, `${shown}, folded`);
      if (wide) matched++;
    });
    expect(pairs).toBeGreaterThan(20_000);
    expect(matched / pairs).toBeGreaterThan(0.35);
    expect(matched / pairs).toBeLessThan(0.65);
  });

  test('names the same absolute paths', () => {
    overPairs(3_000, 2, (pattern, segments) => {
      const { text, anchor } = pattern;
      if (anchor === 'anywhere') return;
      const absolute = `/${text.replace(/^\.\//, '')}`;
      const expected = minimatchSays(absolute, ['', ...segments], false);
      expectSame(compiled(absolute).test(rooted(segments), undefined, exactly) === YES, expected, absolute);
    });
  });

  test('a relative pattern is the same as the pattern joined to each root', () => {
    const roots = [['srv', 'a*b'], ['srv', '[x]', '{a,b}'], ['home', 'u', 'p(1)'], []];
    overPairs(3_000, 3, (pattern, segments, chance) => {
      const { text } = pattern;
      if (pattern.anchor !== 'workspace') return;
      const root = pick(chance, roots);
      const path = chance() < 0.8 ? [...root, ...segments] : segments;
      const expected = roots.some((each) =>
        minimatchSays(
          `/${[...each.map(escapePattern), text.replace(/^\.\//, '')].join('/')}`,
          ['', ...path],
          false,
        ),
      );
      const answer = pattern.test(rooted(path), roots.map(rooted), exactly);
      expectSame(answer === YES, expected, `${text} and /${path.join('/')}`);
    });
  });
});

describe('laws', () => {
  test('with `below`, a path is named if it or one of its ancestors is', () => {
    overPairs(3_000, 4, (pattern, segments) => {
      const { text } = pattern;
      for (const exact of [true, false]) {
        const ancestors = [...segments.keys(), segments.length].map((length) => segments.slice(0, length));
        const expected = ancestors.some(
          (each) => pattern.test(rooted(each), everywhere, { exact, below: false }) === YES,
        );
        const answer = pattern.test(rooted(segments), everywhere, { exact, below: true });
        expectSame(answer === YES, expected, `${text} and ${segments.join('/')}`);
      }
    });
  });

  test('what is named exactly is named in any case too', () => {
    overPairs(3_000, 5, (pattern, segments, chance) => {
      const { text } = pattern;
      const path = pick(chance, [rooted, homed, floating])(segments);
      const roots = pick(chance, [undefined, everywhere, [homed([])], [floating(['a'])]]);
      for (const below of [true, false]) {
        const exact = pattern.test(path, roots, { exact: true, below });
        const wide = pattern.test(path, roots, { exact: false, below });
        expectSame(wide >= exact, true, `${text} and ${segments.join('/')}`);
      }
    });
  });

  /** The answer about a path of which less is known may only be weaker than the one about the whole. */
  function expectWeaker(partial: Truth, whole: Truth, shown: string): void {
    if (partial !== UNKNOWN) expectSame(nameOf(partial), nameOf(whole), shown);
  }

  test('a path without its first segments is never answered more surely than any that it may be', () => {
    overPairs(1_500, 6, ({ text }, segments, chance) => {
      const before = pick(chance, [
        [],
        ['srv'],
        ['home', 'a'],
        ['root'],
        ['c:', 'Users', 'a'],
        ['Users', 'x', 'a'],
      ]);
      const whole = [...before, ...segments];
      for (const spelled of [text, `/${[...before.map(escapePattern), text].join('/')}`, `~/${text}`]) {
        const { pattern } = compilePath(spelled);
        if (pattern === undefined) continue;
        for (const options of allOptions) {
          for (let cut = 0; cut <= whole.length; cut++) {
            for (const roots of [undefined, [rooted(before)], [homed(['a'])], [rooted([])]]) {
              const known = roots ?? [rooted(whole.slice(0, Math.floor(chance() * whole.length)))];
              expectWeaker(
                pattern.test(floating(whole.slice(cut)), roots, options),
                pattern.test(rooted(whole), known, options),
                `${spelled} and …/${whole.slice(cut).join('/')} of /${whole.join('/')}`,
              );
            }
          }
        }
      }
    });
  });

  test('a path below some home is never answered more surely than below each', () => {
    // Of a pattern that would mean somebody's home by his name, nobody's home is one.
    const homes = [['root'], ['home', 'somebody'], ['Users', 'somebody'], ['c:', 'Users', 'somebody']];
    overPairs(1_500, 7, ({ text }, segments, chance) => {
      const home = pick(chance, homes);
      const inHome = `/${[...home.map(escapePattern), text].join('/')}`;
      for (const spelled of [text, `/${text}`, inHome, `~/${text}`]) {
        const { pattern } = compilePath(spelled);
        if (pattern === undefined) continue;
        const roots = pick(chance, [[rooted(home)], [rooted([])], [rooted(home), rooted(['srv'])]]);
        for (const options of allOptions) {
          for (const each of homes) {
            expectWeaker(
              pattern.test(homed(segments), roots, options),
              pattern.test(rooted([...each, ...segments]), roots, options),
              `${spelled} and ~/${segments.join('/')} as /${each.join('/')}`,
            );
          }
        }
      }
    });
  });

  test('without a workspace, every directory above the path may be the workspace', () => {
    overPairs(2_000, 8, (pattern, segments, chance) => {
      const { text } = pattern;
      if (pattern.anchor !== 'workspace') return;
      const before = pick(chance, [[], ['srv'], ['home', 'a', 'p']]);
      const path = rooted([...before, ...segments]);
      for (const options of allOptions) {
        for (let length = 0; length <= path.segments.length; length++) {
          const root = rooted(path.segments.slice(0, length));
          expectWeaker(
            pattern.test(path, undefined, options),
            pattern.test(path, [root], options),
            `${text} and /${path.segments.join('/')} in /${root.segments.join('/')}`,
          );
        }
      }
    });
  });

  test('a root that floats may be any directory that ends like it', () => {
    overPairs(2_000, 9, (pattern, segments) => {
      const { text } = pattern;
      if (pattern.anchor !== 'workspace') return;
      for (const options of allOptions) {
        expectWeaker(
          pattern.test(rooted(['srv', 'p', ...segments]), [floating(['p'])], options),
          pattern.test(rooted(['srv', 'p', ...segments]), [rooted(['srv', 'p'])], options),
          text,
        );
      }
    });
  });
});

describe('where a pattern begins', () => {
  const answers = (text: string, path: string, cwd?: string, options = widely): string => {
    const base = cwd === undefined ? undefined : readPath(cwd, undefined);
    return nameOf(compiled(text).test(readPath(path, base), base && [base], options));
  };

  test.each([
    ['/**', '/', 'yes'],
    ['/', '/', 'yes'],
    ['/etc/', '/etc', 'yes'],
    ['/etc/**', '/etc', 'no'],
    ['/etc//passwd', '/etc/passwd', 'yes'],
    ['**', '/', 'yes'],
    ['**/.env', '/.env', 'yes'],
    ['C:/Users/**', 'c:\\Users\\sam\\x', 'yes'],
    ['c:/', 'C:\\', 'yes'],
    ['//server/share/**', '\\\\Server\\share\\a', 'yes'],
    ['//server/share/**', '/server/share/a', 'yes'],
    ['/server/share/**', '\\\\server\\share\\a', 'no'],
    ['~/.ssh/**', '/home/sam/.ssh/id_rsa', 'yes'],
    ['~/.ssh/**', '/root/.ssh/id_rsa', 'yes'],
    ['~/.ssh/**', '/Users/sam/.SSH/id_rsa', 'yes'],
    ['~/.ssh/**', 'C:\\Users\\sam\\.ssh\\id_rsa', 'yes'],
    ['~/.ssh/**', '/srv/.ssh/id_rsa', 'no'],
    ['~', '/home/sam', 'yes'],
    ['~', '/home', 'no'],
    ['~//.ssh', '~/.ssh', 'yes'],
    ['~/.bashrc', 'sam/.bashrc', 'unknown'],
    ['/etc/passwd', '~/../../etc/passwd', 'unknown'],
    ['/etc/passwd', '~/passwd', 'no'],
    ['/root/.bashrc', '~/.bashrc', 'unknown'],
    ['.env', '/home/u/p/.env', 'unknown'],
    ['.env', '/home/u/p/.env.example', 'no'],
    ['.env', '.env', 'unknown'],
    ['*.ts', 'p/a.ts', 'unknown'],
    ['.', '/anything/at/all', 'unknown'],
  ])('%s and %s, of which nothing else is known: %s', (pattern, path, answer) => {
    expect(answers(pattern, path)).toBe(answer);
  });

  test.each([
    ['.env', '.env', 'yes'],
    ['.env', 'sub/.env', 'no'],
    ['./.env', '.env', 'yes'],
    ['src/', 'src', 'yes'],
    ['src/**', 'src', 'no'],
    ['{src,lib}/', 'lib', 'yes'],
    ['src/{a,}', 'src', 'yes'],
    ['.', '.', 'yes'],
    ['./**', '.', 'no'],
    ['./**', 'a', 'yes'],
    ['.ENV', '.env', 'yes'],
    ['caf\u00e9', 'cafe\u0301', 'yes'],
    ['cafe\u0301', 'caf\u00e9', 'yes'],
    ['#x', '#x', 'yes'],
    ['!x', 'x', 'no'],
    ['!x', '!x', 'yes'],
    ['*/id_rsa', '.ssh/id_rsa', 'yes'],
    ['**/*', 'src/.env', 'yes'],
  ])('%s and %s, in /w/p: %s', (pattern, path, answer) => {
    expect(answers(pattern, path, '/w/p')).toBe(answer);
  });

  test('a relative pattern is not about what lies beside a root of a similar name', () => {
    expect(answers('**/x', '/w/p-2/x', '/w/p')).toBe('yes');
    expect(answers('x', '/w/p-2/x', '/w/p')).toBe('no');
    expect(answers('x', '/W/P/X', '/w/p')).toBe('yes');
    expect(answers('x', '/W/P/x', '/w/p', exactly)).toBe('no');
  });

  test('several roots: one that matches is enough, one that is not known leaves it open', () => {
    const roots = [rooted(['a']), homed(['p'])];
    expect(compiled('x').test(rooted(['a', 'x']), roots, exactly)).toBe(YES);
    expect(compiled('x').test(rooted(['home', 'u', 'p', 'x']), roots, exactly)).toBe(UNKNOWN);
    expect(compiled('x').test(rooted(['srv', 'x']), roots, exactly)).toBe(NO);
    expect(compiled('x').test(rooted(['srv', 'x']), [], exactly)).toBe(NO);
  });
});

describe('what cannot be a pattern', () => {
  test.each([
    ['', 'empty'],
    ['x'.repeat(1025), 'characters'],
    ['a\u0000b', 'control character'],
    ['a\nb', 'control character'],
    ['~sam/x', 'any user’s home'],
    ['a/../b', '`..`'],
    ['/..', '`..`'],
    ['./a/./b', '`.`'],
    ['C:', 'drive'],
    ['C:\\Users\\*', 'separated by `/`'],
    ['\\\\server\\share', 'separated by `/`'],
    ['C:\\*', 'back-slash'],
    ['{1..64}', '64 patterns'],
    ['{1..1000}', '64 patterns'],
    ['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}', '64 patterns'],
    [`{${Array.from({ length: 80 }, (_, at) => `n${at}-*`).join(',')}}`, '64 patterns'],
    ['{/etc,/var}/**', 'begin in different places'],
    ['{**/,}x', 'begin in different places'],
    ['src/{../x,y}', '`..`'],
    ['a/{.,b}/c', '`.`'],
    ['@(a/b|c)', 'slash divides'],
    ['a/!(b/c)', 'slash divides'],
  ])('%s', (text, why) => {
    expect(compilePath(text).problem).toContain(why);
  });

  test('one alternative less than the limit is a pattern, and none of them is lost', () => {
    const names = Array.from({ length: maximalAlternatives - 1 }, (_, at) => `n${at}-*`);
    const pattern = compiled(`{${names.join(',')}}`);
    for (const name of names) {
      expect(pattern.test(rooted([name.replace('*', 'x')]), everywhere, exactly), name).toBe(YES);
    }
  });

  test('any text at all is a pattern or has a problem, and what is a pattern answers for any path', () => {
    const character = fc.constantFrom(...'ab/*?[]{}()!@+|,\\.~-:^"$ \u0000\u0301\ud800\u202eéC1');
    const text = fc.oneof(
      fc.string({ unit: character, maxLength: 24 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    const segment = text.map((each) => each.replaceAll('/', '')).filter((each) => each !== '');
    const path = fc.tuple(fc.constantFrom(rooted, homed, floating), fc.array(segment, { maxLength: 4 }));
    fc.assert(
      fc.property(text, path, fc.constantFrom(...allOptions), (pattern, [of, segments], options) => {
        const result = compilePath(pattern);
        if (result.pattern === undefined) expect(result.problem).not.toBe('');
        else {
          for (const roots of [undefined, everywhere, [homed([])], [floating([])]]) {
            expect([NO, UNKNOWN, YES]).toContain(result.pattern.test(of(segments), roots, options));
          }
          expect(braceExpand(pattern).length).toBeLessThan(maximalAlternatives);
        }
      }),
      { numRuns: 6_000, seed: 10 },
    );
  });
});

describe('nasty patterns and paths come to an end', () => {
  const patterns = [
    `${'**/a/'.repeat(12)}b`,
    `${'**/*a*/'.repeat(12)}**/b`,
    `${'*(a|*b)*'.repeat(8)}c`,
    '*(*(*(*(a)))b)c',
    '!(!(!(a|b)*)*)c',
    `${'+(a|b|ab)'.repeat(12)}c`,
    `${'*a'.repeat(60)}b`,
    `${'?(a)'.repeat(60)}${'a'.repeat(60)}`,
    `${'[a-z]*'.repeat(40)}1`,
    `**/${'{a,b}'.repeat(5)}/**`,
  ];
  const paths = [
    rooted(Array.from({ length: 100_000 }, () => 'a')),
    rooted(['a'.repeat(65_536)]),
    rooted(['ab'.repeat(32_768)]),
    rooted(Array.from({ length: 32_768 }, (_, at) => (at % 2 === 0 ? 'a' : 'b'))),
    floating(Array.from({ length: 20_000 }, () => 'a')),
    homed(Array.from({ length: 20_000 }, () => 'ab')),
  ];

  test.each(patterns)('%s', (text) => {
    const { pattern } = compilePath(text);
    // Such a pattern may be refused; one that is taken must answer.
    if (pattern === undefined) return;
    for (const path of paths) {
      for (const options of [widely, { exact: true, below: true }]) {
        expect([NO, UNKNOWN, YES]).toContain(pattern.test(path, everywhere, options));
      }
      expect([NO, UNKNOWN, YES]).toContain(pattern.test(path, undefined, widely));
    }
  });

  test('a path of a million steps that go nowhere is read', () => {
    expect(readPath(`/${'a/../'.repeat(200_000)}b`, undefined)).toEqual(rooted(['b']));
    expect(readPath('/'.repeat(1_000_000), undefined)).toEqual(rooted([]));
    expect(readPath(`file:///${'%2e%2e/'.repeat(100_000)}etc`, undefined)).toEqual(rooted(['etc']));
  });
});
