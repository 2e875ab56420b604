import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../src/pattern/fold.ts';
import { compilePath } from '../../src/pattern/path.ts';
import { neededPieces } from '../../src/pattern/path-piece.ts';
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
  expect(neededPieces(pattern)[0]).toBe(piece);
});

const name = fc.constantFrom('a', 'A', 'ab', 'ba', '.ssh', 'x.pem', 'X.PEM', 'home', 'user', 'etc');
const part = fc.oneof(name, fc.constantFrom('*', '**', '?', 'a*', '*b', '*.pem', 'x.*', '?b'));

test('no path is like a pattern without all its pieces', () => {
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
        const pieces = neededPieces(text);
        if (pattern === undefined || pieces.length === 0) return;
        for (const above of ['', '/home/user', '/home/user/a']) {
          const path = readPath(`${above}/${names.join('/')}`, undefined);
          if (pattern.test(path, roots, { exact: false, below }) === NO) continue;
          matches++;
          for (const piece of pieces) expect(`/${path.segments.map(fold).join('/')}/`, text).toContain(piece);
        }
      },
    ),
    { numRuns: 6000 },
  );
  expect(matches).toBeGreaterThan(300);
});
