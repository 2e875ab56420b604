// Paths are read as the reference reads them, which asks node:path.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPath, showPath } from '../../src/pattern/path/path-value.ts';
import * as oracle from '../reference/path.ts';
import * as pools from '../reference/pools.ts';
import { effort, seed, tell, timeout } from './effort.ts';

const piece = fc.constantFrom(
  ...[
    '/',
    '/',
    '\\',
    '..',
    '.',
    '~',
    '~bob',
    'a',
    'B',
    'é',
    'e\u0301',
    'C:',
    'c:/',
    '\\\\',
    '//',
    '?',
    'UNC',
    'unc',
  ],
  ...['file:', 'FILE://', 'file:///', 'localhost', '%2e', '%2F', '%c3%a9', '%ff', '%', '#', ' ', '…', '$x'],
);
const path = fc.oneof(
  { arbitrary: fc.constantFrom(...pools.paths), weight: 1 },
  { arbitrary: fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')), weight: 6 },
  { arbitrary: fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('/')), weight: 3 },
);

test('paths are read as node reads them, on every base and for both kinds of slash', { timeout }, () => {
  const numRuns = effort(500_000, 1500);
  const anchors = { root: 0, home: 0, floating: 0 };
  const base = fc.option(fc.oneof(path, fc.constantFrom(...pools.workingDirectories)), { nil: undefined });
  fc.assert(
    fc.property(path, base, fc.boolean(), (text, on, windows) => {
      const expectedBase = on === undefined ? undefined : oracle.readPath(on, undefined);
      const actualBase = on === undefined ? undefined : readPath(on, undefined);
      expect(actualBase).toEqual(expectedBase);
      const expected = oracle.readPath(text, expectedBase, windows);
      const actual = readPath(text, actualBase, windows);
      expect(actual).toEqual(expected);
      expect(showPath(actual)).toBe(oracle.showPath(expected));
      anchors[actual.anchor]++;
    }),
    { numRuns, seed },
  );
  tell({ 'paths read': numRuns });
  for (const count of Object.values(anchors)) expect(count).toBeGreaterThan(numRuns / 10);
});
