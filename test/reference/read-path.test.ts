import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../src/pattern/fold.ts';
import { compileName } from '../../src/pattern/name.ts';
import { readPath, showPath } from '../../src/pattern/path-value.ts';
import * as oracle from './path.ts';
import * as pools from './pools.ts';
import { folded, matchesName } from './text.ts';

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

test('paths are read as node reads them, on every base and for both kinds of slash', () => {
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
    { numRuns: 20_000, seed: 1 },
  );
  for (const count of Object.values(anchors)) expect(count).toBeGreaterThan(2000);
});

const letter = fc.constantFrom(
  ...[
    'a',
    'A',
    'ß',
    'ſ',
    'σ',
    'ς',
    'Σ',
    'İ',
    'ı',
    'i',
    'ﬀ',
    'Ａ',
    'é',
    'e',
    '\u0301',
    '\u200b',
    '\u00ad',
    '\ufe0f',
  ],
  ...['*', '\u3164', '\u202e', '\u0000', '\ud800', '😀', 'K', 'Å', '\u{e0041}', '_', '-', ' '],
);
const word = fc.string({
  unit: fc.oneof({ arbitrary: letter, weight: 4 }, fc.string({ minLength: 1, maxLength: 1, unit: 'binary' })),
  maxLength: 6,
});

test('texts are folded as the definition says, and folding twice changes nothing', () => {
  fc.assert(
    fc.property(word, (text) => {
      expect(fold(text)).toBe(folded(text));
      expect(fold(fold(text))).toBe(fold(text));
    }),
    { numRuns: 10_000, seed: 1 },
  );
});

test('names match as an obvious matcher says, and what matches to the letter matches folded', () => {
  let matched = 0;
  const few = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '*', '*', 'é', '\u0301'), maxLength: 7 });
  fc.assert(
    fc.property(few, few, (pattern, name) => {
      const compiled = compileName(pattern);
      const exact = matchesName(pattern, name);
      const wide = exact || matchesName(folded(pattern), folded(name));
      expect(compiled.test(name, true)).toBe(exact);
      expect(compiled.test(name, false)).toBe(wide);
      if (wide) matched++;
    }),
    { numRuns: 10_000, seed: 1 },
  );
  expect(matched).toBeGreaterThan(1000);
});
