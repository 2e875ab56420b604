import { describe, expect, test } from 'vitest';
import { compilePath } from '../../src/pattern/path/path.ts';
import { otherReadings } from '../../src/pattern/path/path-readings.ts';
import { type PathShape, showPathShape } from '../../src/pattern/path/path-shape.ts';
import { longestPath, readPath } from '../../src/pattern/path/path-value.ts';
import { joinPieces, textShape } from '../../src/pattern/text/shape.ts';
import { truthName } from '../../src/pattern/text/truth.ts';

const posix = readPath('/home/u/p', undefined);
const windows = readPath('C:\\Users\\bob\\p', undefined);
/** The other readings; aliases in parentheses. */
const readings = (text: string, base: PathShape | undefined): readonly string[] =>
  otherReadings(textShape(text), base).map((path) =>
    path.isAlias === true ? `(${showPathShape(path)})` : showPathShape(path),
  );

describe('a path that is plain has one reading', () => {
  test.each([
    'src/a.ts',
    '/etc/passwd',
    '~/.ssh/id_rsa',
    '../x',
    'a b (1).txt',
    'Bücher/ÜBER.md',
    'x'.repeat(longestPath + 1),
  ])('%s', (text) => {
    expect(readings(text, posix)).toEqual([]);
  });
});

test('of a directory of an odd name, what is in it is no more odd than elsewhere', () => {
  expect(readings('src/a.ts', readPath('C:\\Users\\RUNNER~1\\p', undefined))).toEqual([]);
  expect(readings('src/a.ts', readPath('/w/ﬁnal', undefined))).toEqual([]);
  expect(readings('src/a.ts', readPath('/mnt/c/p', undefined))).toEqual(['(c:/p/src/a.ts)']);
});

describe('names that only Windows takes for others', () => {
  test.each([
    ['id_rsa.', 'c:/Users/bob/p/id_rsa'],
    ['.claude\\settings.json. .', 'c:/Users/bob/p/.claude/settings.json'],
    ['.git.\\hooks\\x', 'c:/Users/bob/p/.git/hooks/x'],
    ['.env::$DATA', 'c:/Users/bob/p/.env'],
    ['.env:hidden', 'c:/Users/bob/p/.env'],
    ['GIT~1\\hooks\\x', 'c:/Users/bob/p/*G*/hooks/x'],
  ])('%s', (text, expected) => {
    expect(readings(text, windows)).toContain(expected);
    expect(readings(text, posix)).not.toContain(expected);
  });

  test('a short name may be that of a pattern, and need not be', () => {
    const { pattern } = compilePath('**/.git/hooks/**');
    const [other] = otherReadings(textShape('GIT~1\\hooks\\x'), windows);
    if (pattern === undefined || other === undefined) throw new Error('nothing is read');
    expect(truthName(pattern.testShape(other, undefined, { exact: false, below: false }))).toBe('unknown');
    expect(readings('C:\\Users\\ADMINI~1\\x', windows)).toEqual([]);
  });
});

describe('other names of the same file are aliases', () => {
  test.each([
    ['/mnt/c/Users/bob/.aws/x', 'c:/Users/bob/.aws/x'],
    ['/c/Users/bob/x', 'c:/Users/bob/x'],
    ['/cygdrive/d/x', 'd:/x'],
    ['/private/etc/shadow', '/etc/shadow'],
    ['/System/Volumes/Data/Users/bob/x', '/Users/bob/x'],
    ['/Volumes/Disk/Users/bob/x', '/Users/bob/x'],
    ['/var/root/.ssh/x', '/root/.ssh/x'],
    ['D:\\Users\\bob\\x', 'c:/Users/bob/x'],
    ['\\\\localhost\\C$\\Users\\bob\\x', 'c:/Users/bob/x'],
    ['\\\\?\\UNC\\localhost\\C$\\x', 'c:/x'],
    ['\\\\wsl$\\Ubuntu\\etc\\shadow', '/etc/shadow'],
    ['C:\\Windows\\Sysnative\\config\\SAM', 'c:/Windows/System32/config/SAM'],
    ['C:\\Documents and Settings\\bob\\x', 'c:/Users/bob/x'],
  ])('%s', (text, expected) => {
    expect(readings(text, posix)).toContain(`(${expected})`);
  });
});

describe('spellings that some program resolves', () => {
  test.each([
    ['/proc/self/root/etc/shadow', '/etc/shadow'],
    ['/proc/1/root/etc/shadow', '/etc/shadow'],
    ['/proc/self/cwd/.env', '/home/u/p/.env'],
    ['/proc/self/cwd/../.aws/x', '/home/u/.aws/x'],
    [' /etc/shadow', '/etc/shadow'],
    ['"/etc/shadow"', '/etc/shadow'],
    ['$HOME/.ssh/x', '~/.ssh/x'],
    ['$\u007bHOME}/.ssh/x', '~/.ssh/x'],
    ['%USERPROFILE%\\.ssh\\x', '~/.ssh/x'],
    ['$env:APPDATA\\x', '~/AppData/Roaming/x'],
    ['@~/.ssh/x', '~/.ssh/x'],
    ['file:etc/shadow', '/etc/shadow'],
    ['file:\\\\\\etc\\shadow', '/etc/shadow'],
    ['file:///C|/x', 'c:/x'],
    ['\\??\\C:\\x', 'c:/x'],
    ['\\\\.\\C:\\x', undefined],
    ['//localhost/c$/x', 'c:/x'],
    ['..\\..\\.ssh\\x', '/home/.ssh/x'],
    ['/etc/ｓhadow', '/etc/shadow'],
  ])('%s', (text, expected) => {
    const all = readings(text, posix).map((each) => each.replace(/^\((.*)\)$/, '$1'));
    if (expected === undefined) expect(showPathShape(readPath(text, posix))).toBe('c:/x');
    else expect(all).toContain(expected);
  });
});

test('parts that are not known are kept in other readings', () => {
  const shape = joinPieces(
    [{ kind: 'text', text: '..\\' }, { kind: 'name' }, { kind: 'text', text: '\\x' }],
    '',
  );
  expect(otherReadings(shape, posix).map(showPathShape)).toEqual(['/home/u/*/x']);
});

test('hostile text has few readings, in good time', () => {
  for (const text of [
    '\\'.repeat(30_000),
    '/proc/self/root'.repeat(2_000),
    'a. /'.repeat(8_000),
    '~'.repeat(30_000),
    '%'.repeat(30_000),
    '. '.repeat(15_000),
  ]) {
    expect(readings(text, windows).length).toBeLessThanOrEqual(24);
    expect(readings(text, posix).length).toBeLessThanOrEqual(24);
  }
});
