import { expect, test } from 'vitest';
import { neededPieces } from '../../src/pattern/path/path-piece.ts';

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
