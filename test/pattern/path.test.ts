import { describe, expect, test } from 'vitest';
import { compilePath } from '../../src/pattern/path/path.ts';
import type { MatchOptions, PathPattern } from '../../src/pattern/path/path-pattern.ts';
import { readPathShape } from '../../src/pattern/path/path-shape.ts';
import { type PathValue, readPath } from '../../src/pattern/path/path-value.ts';
import { maximalAlternatives } from '../../src/pattern/text/braces.ts';
import type { Piece, Shape } from '../../src/pattern/text/shape.ts';
import { NO, truthName, UNKNOWN, YES } from '../../src/pattern/text/truth.ts';

const rooted = (segments: readonly string[]): PathValue => ({ anchor: 'root', segments });
const homed = (segments: readonly string[]): PathValue => ({ anchor: 'home', segments });
const floating = (segments: readonly string[]): PathValue => ({ anchor: 'floating', segments });
const everywhere = [rooted([])];

const exactly: MatchOptions = { exact: true, below: false };
const widely: MatchOptions = { exact: false, below: false };
function compiled(text: string): PathPattern {
  const { pattern, problem } = compilePath(text);
  if (pattern === undefined) throw new Error(`${text}: ${problem}`);
  return pattern;
}

describe('where a pattern begins', () => {
  const answers = (text: string, path: string, cwd?: string, options = widely): string => {
    const base = cwd === undefined ? undefined : readPath(cwd, undefined);
    return truthName(compiled(text).test(readPath(path, base), base && [base], options));
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

describe('a path of which parts are not known', () => {
  const base = readPath('/home/user/project', undefined);
  const any = { kind: 'any' } as const;
  const star = { kind: 'glob', glob: '*' } as const;
  /** `*` is a glob of a shell in it, and `$X` any text. */
  const shapeOf = (text: string): Shape => ({
    source: text,
    pieces: text
      .split(/(\*|\$X)/)
      .filter((part) => part !== '')
      .map((part): Piece => (part === '*' ? star : part === '$X' ? any : { kind: 'text', text: part })),
  });

  test.each([
    ['.', '/h*/user/project', 'unknown'],
    ['.', '~/proj*', 'unknown'],
    ['.', '../*', 'unknown'],
    ['.', '../*.o', 'no'],
    ['.', '*.o', 'no'],
    ['.', '/srv/*', 'no'],
    ['.', '$X/*', 'unknown'],
    ['~', '/home/*', 'unknown'],
    ['~', '/h*/user', 'unknown'],
    ['~', '/home/user/*', 'no'],
    ['src/**', '/home/user/p*/src/a.ts', 'unknown'],
    ['src/**', '/home/user/p*/a.ts', 'no'],
    ['src/**', '/home/user/project/src/*', 'yes'],
    ['~/.ssh/**', '/home/*/.ssh/id_rsa', 'unknown'],
    ['{\\|a,\\|*}', 'x*', 'unknown'],
  ])('%s and %s: %s', (pattern, path, answer) => {
    const shape = readPathShape(shapeOf(path), base);
    expect(truthName(compiled(pattern).testShape(shape, [base], widely))).toBe(answer);
  });

  test.each([
    ['src/a.ts', '/srv/src/*', 'unknown'],
    ['src/a.ts', '/srv/lib/*', 'no'],
    ['.', '/srv/*', 'unknown'],
  ])('%s and %s, where the workspace is withheld: %s', (pattern, path, answer) => {
    const shape = readPathShape(shapeOf(path), undefined);
    expect(truthName(compiled(pattern).testShape(shape, undefined, widely))).toBe(answer);
  });
});
