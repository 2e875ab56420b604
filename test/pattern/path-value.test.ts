import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PathValue, readPath, showPath } from '../../src/pattern/path/path-value.ts';
import { anyCharacter } from '../any-character.ts';
import { tries } from '../campaign/effort.ts';

const read = (text: string, cwd?: string): PathValue =>
  readPath(text, cwd === undefined ? undefined : readPath(cwd, undefined));
const shown = (text: string, cwd?: string): string => showPath(read(text, cwd));

/** Steps of a path, with many that go nowhere. */
const step = fc.constantFrom('a', 'b', 'x y', '.', '..', '...', '', '.a', 'a.', 'é', '~', '$HOME', 'C:', '*');
const steps = fc.array(step, { maxLength: 8 });

describe('beside node:path', () => {
  test('an absolute path comes out as node:path normalises it', () => {
    fc.assert(
      fc.property(steps, (parts) => {
        const path = `/${parts.join('/')}`;
        const expected = posix.normalize(path).replace(/(?<=.)\/+$/, '');
        // A first directory called `c:` cannot be distinguished from a drive, and is shown like one.
        expect(shown(path).replace(/^([a-z]:)/, '/$1')).toBe(expected);
      }),
      { numRuns: tries(1_000), seed: 1 },
    );
  });

  test('a relative path comes out as node:path resolves it on the current directory', () => {
    fc.assert(
      fc.property(steps, steps, (base, parts) => {
        const cwd = `/${base.join('/')}`;
        const path = parts.join('/');
        fc.pre(!path.startsWith('/') && !path.startsWith('~') && !/^C:(?:\/|$)/.test(path));
        expect(shown(path, cwd)).toBe(posix.resolve(cwd, path));
      }),
      { numRuns: tries(1_000), seed: 2 },
    );
  });

  test('a path with a drive comes out as node:path normalises it for Windows', () => {
    const plain = step.filter((each) => each !== '~' && each !== 'C:');
    const drive = fc.constantFrom('C:\\', 'c:\\', 'C:/', 'd:/');
    const separator = fc.constantFrom('\\', '/');
    fc.assert(
      fc.property(drive, fc.array(plain, { maxLength: 8 }), separator, (prefix, parts, slash) => {
        const path = prefix + parts.join(slash);
        const expected = win32
          .normalize(path)
          .replaceAll('\\', '/')
          .replace(/\/+$/, '')
          .replace(/^[A-Z]/, (letter) => letter.toLowerCase());
        expect(shown(path)).toBe(expected);
      }),
      { numRuns: tries(1_000), seed: 3 },
    );
  });

  test('a file URL names what node:url says it does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        (names) => {
          const path = `/${names.map((name) => name.replaceAll('/', '_')).join('/')}`;
          const url = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
          fc.pre(!/^\/[A-Za-z]:(?:\/|$)/.test(path));
          expect(read(url)).toEqual(read(path));
        },
      ),
      { numRuns: tries(500), seed: 4 },
    );
  });
});

describe('laws', () => {
  const anyPath = fc.oneof(
    steps.map((parts) => parts.join('/')),
    steps.map((parts) => `/${parts.join('/')}`),
    steps.map((parts) => `~/${parts.join('/')}`),
    steps.map((parts) => `C:\\${parts.join('\\')}`),
    fc.string({ unit: anyCharacter, maxLength: 20 }),
  );
  const directory = fc.constantFrom(undefined, '/', '/w/p', '~', '~/p', 'C:\\w');

  test('reading what was shown gives the same path, wherever it is read', () => {
    fc.assert(
      fc.property(anyPath, directory, directory, fc.boolean(), (text, cwd, other, backslashes) => {
        const path = readPath(text, cwd === undefined ? undefined : readPath(cwd, undefined), backslashes);
        // What floats or lies on a server is shown for people: `…/a`, `\\\\server\\a`.
        fc.pre(path.anchor !== 'floating' && path.segments[0]?.startsWith('\\\\') !== true);
        // On a drive, back-slashes that are part of a name on other systems would separate.
        fc.pre(other !== 'C:\\w' || !path.segments.some((segment) => segment.includes('\\')));
        expect(read(showPath(path), other)).toEqual(path);
      }),
      { numRuns: tries(2_000), seed: 5 },
    );
  });

  test('no segment is empty, a dot, or has a slash in it; reading never throws', () => {
    fc.assert(
      fc.property(anyPath, directory, fc.boolean(), (text, cwd, backslashes) => {
        const base = cwd === undefined ? undefined : readPath(cwd, undefined);
        const { segments } = readPath(text, base, backslashes);
        const odd = segments.filter(
          (each) => ['', '.', '..'].includes(each) || each.includes('/') || each !== each.normalize('NFC'),
        );
        expect(odd).toEqual([]);
      }),
      { numRuns: tries(2_000), seed: 6 },
    );
  });
});

describe('what a path is', () => {
  test.each([
    // Nothing climbs above a root, a drive or a server.
    ['/../../etc', '/etc'],
    ['/a/../../../b', '/b'],
    ['C:\\..\\..\\a', 'c:/a'],
    ['\\\\server\\..\\..\\a', '\\\\server\\a'],
    // What climbs out of a home leads to an unknown place.
    ['~', '~'],
    ['~sam', '~'],
    ['~sam/a/../b', '~/b'],
    ['~/..', '…/'],
    ['~/../../etc/passwd', '…/etc/passwd'],
    ['~/a/../../b/../c', '…/c'],
    // A relative path without a directory floats.
    ['a/b', '…/a/b'],
    ['', '…/'],
    ['../a', '…/a'],
    // Drives and servers.
    ['C:', 'c:'],
    ['C:/', 'c:'],
    ['C:\\Users\\Sam', 'c:/Users/Sam'],
    ['c:/a\\b', 'c:/a/b'],
    ['\\\\Server\\Share\\a', '\\\\Server\\Share\\a'],
    ['\\\\?\\C:\\Users\\sam', 'c:/Users/sam'],
    ['\\\\.\\c:\\x', 'c:/x'],
    ['//?/C:/x', '/?/C:/x'],
    ['\\\\?\\UNC\\server\\share\\a', '\\\\server\\share\\a'],
    ['//server/share', '/server/share'],
    ['a\\b', '…/a\\b'],
    ['/a\\b', '/a\\b'],
    // File URLs.
    ['file:///etc/passwd', '/etc/passwd'],
    ['FILE://localhost/etc/passwd', '/etc/passwd'],
    ['file:/etc/passwd', '/etc/passwd'],
    ['file:///etc/%70asswd', '/etc/passwd'],
    ['file:///a/%2e%2e/etc', '/etc'],
    ['file:///tmp/..%2f..%2fetc', '/etc'],
    ['file:///%65tc/100%/x', '/etc/100%/x'],
    ['file:///a/%ff/b', '/a/%ff/b'],
    ['file:///etc/passwd?a=b', '/etc/passwd'],
    ['file:///etc/passwd#L1', '/etc/passwd'],
    ['file:///C:/Users/sam', 'c:/Users/sam'],
    ['file:///c%3A/Users', 'c:/Users'],
    ['https://example.com/.env', '…/https:/example.com/.env'],
    // Composed letters.
    ['/cafe\u0301', '/caf\u00e9'],
  ])('%s is %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    ['a', '/w/p', '/w/p/a'],
    ['../../../a', '/w/p', '/a'],
    ['a', '~/p', '~/p/a'],
    ['../../a', '~/p', '…/a'],
    ['../../a', 'C:\\w\\p', 'c:/a'],
    ['src\\..\\..\\..\\Windows', 'C:\\w\\p', 'c:/Windows'],
    ['..\\..\\..\\b', '\\\\server\\share\\a', '\\\\server\\b'],
    ['src\\a', '/w/p', '/w/p/src\\a'],
    ['~/a', '/w/p', '~/a'],
    ['./~/a', '/w/p', '/w/p/~/a'],
    ['C:\\a', '/w/p', 'c:/a'],
    ['', '/w/p', '/w/p'],
  ])('%s in %s is %s', (text, cwd, expected) => {
    expect(shown(text, cwd)).toBe(expected);
  });
});
