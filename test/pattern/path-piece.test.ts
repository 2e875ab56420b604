import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../src/pattern/fold.ts';
import { compilePath } from '../../src/pattern/path.ts';
import { neededPiece } from '../../src/pattern/path-piece.ts';
import { readPath } from '../../src/pattern/path-value.ts';
import { NO } from '../../src/pattern/truth.ts';

fc.configureGlobal({ seed: 20_260_915 });

test.each([
  ['~/.ssh/**', '/.ssh/'],
  ['**/*.pem', '.pem/'],
  ['**/id_*', '/id_'],
  ['/etc/shadow', '/shadow/'],
  ['src/?est/**', 'est/'],
  ['**', undefined],
  ['**/{a,b}', undefined],
  ['**/*', undefined],
  ['C:/Users/**', '/users/'],
  ['**/é/**', undefined],
])('a path that is like %s has %s', (pattern, piece) => {
  expect(neededPiece(pattern)).toBe(piece);
});

const name = fc.constantFrom('a', 'A', 'ab', 'ba', '.ssh', 'x.pem', 'X.PEM', 'home', 'user', 'etc');
const part = fc.oneof(name, fc.constantFrom('*', '**', '?', 'a*', '*b', '*.pem', 'x.*', '?b'));

test('no path is like a pattern without its piece', () => {
  const root = readPath('/home/user/a', undefined);
  let matches = 0;
  fc.assert(
    fc.property(
      fc.constantFrom('/', '~/', '**/', ''),
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.array(name, { maxLength: 4 }),
      fc.boolean(),
      fc.constantFrom([root], undefined),
      (start, parts, names, below, roots) => {
        const text = `${start}${parts.join('/')}`;
        const { pattern } = compilePath(text);
        const piece = neededPiece(text);
        if (pattern === undefined || piece === undefined) return;
        for (const above of ['', '/home/user', '/home/user/a']) {
          const path = readPath(`${above}/${names.join('/')}`, undefined);
          if (pattern.test(path, roots, { exact: false, below }) === NO) continue;
          matches++;
          expect(`/${path.segments.map(fold).join('/')}/`, text).toContain(piece);
        }
      },
    ),
    { numRuns: 6000 },
  );
  expect(matches).toBeGreaterThan(300);
});
