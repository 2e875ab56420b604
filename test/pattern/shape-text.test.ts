import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileName } from '../../src/pattern/text/name.ts';
import { joinPieces, type Piece, type Shape } from '../../src/pattern/text/shape.ts';
import {
  compileShapeName,
  hasPart,
  isText,
  type ShapePart,
  viewOf,
} from '../../src/pattern/text/shape-text.ts';
import { truthName } from '../../src/pattern/text/truth.ts';
import { tries } from '../campaign/effort.ts';

/** A shape as text: `?` is a part of which nothing is known. */
const shape = (text: string): Shape =>
  joinPieces(
    text.split(/(\?)/).map((part): Piece => (part === '?' ? { kind: 'any' } : { kind: 'text', text: part })),
    text,
  );

describe('a name pattern beside a text that is known in part', () => {
  // biome-ignore format: a table.
  test.each([
    ['push',      'push',        'yes'],
    ['push',      'pull',        'no'],
    ['push',      '?',           'unknown'],
    ['push',      'pu?',         'unknown'],
    ['push',      '?sh',         'unknown'],
    ['push',      'p?s?h',       'unknown'],
    ['push',      'pull?',       'no'],
    ['push',      '?ll',         'no'],
    ['push',      'push?push',   'no'],
    ['*',         '?',           'yes'],
    ['agent/*',   'agent/?',     'yes'],
    ['agent/*',   'agent?',      'unknown'],
    ['agent/*',   '?/x',         'unknown'],
    ['agent/*',   'main?',       'no'],
    ['*.pem',     '?.pem',       'yes'],
    ['*.pem',     '?.key',       'no'],
    ['*.pem',     'a?',          'unknown'],
    ['+*',        '?',           'unknown'],
    ['+*',        'a?',          'no'],
    ['a*b*c',     'a?b?c',       'yes'],
    ['a*b*c',     'a?c',         'unknown'],
    ['',          '?',           'unknown'],
  ])('`%s` and `%s`: %s', (pattern, text, expected) => {
    expect(truthName(compileShapeName(pattern).test(shape(text), true))).toBe(expected);
  });

  test('case is folded only where a match denies', () => {
    const name = compileShapeName('Agent/*');
    expect(truthName(name.test(shape('AGENT/?'), false))).toBe('yes');
    expect(truthName(name.test(shape('AGENT/?'), true))).toBe('no');
    expect(truthName(compileShapeName('PUSH').test(shape('p?'), false))).toBe('unknown');
  });
});

// biome-ignore format: a table.
test.each([
  ['contains',    'ab',  'xab?',   'yes'],
  ['contains',    'ab',  'a?b',    'unknown'],
  ['contains',    'ab',  'a',      'no'],
  ['starts with', 'ab',  'ab?',    'yes'],
  ['starts with', 'ab',  'a?',     'unknown'],
  ['starts with', 'ab',  'b?',     'no'],
  ['starts with', 'ab',  '?',      'unknown'],
  ['ends with',   'ab',  '?ab',    'yes'],
  ['ends with',   'ab',  '?b',     'unknown'],
  ['ends with',   'ab',  '?a',     'no'],
  ['ends with',   'ab',  'ab?',    'unknown'],
] as const)('%s `%s`: `%s` gives %s', (how, part, text, expected) => {
  expect(truthName(hasPart(shape(text), how, part))).toBe(expected);
});

test('what a shape is told holds for every text that it could be', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 });
  const pattern = fc
    .array(fc.oneof(letters, fc.constant('*')), { maxLength: 5 })
    .map((parts) => parts.join(''));
  const filled = fc.array(fc.tuple(letters, letters), { minLength: 1, maxLength: 4 });
  let settled = 0;
  fc.assert(
    fc.property(pattern, filled, letters, (text, holes, end) => {
      const open = shape(`${holes.map(([before]) => `${before}?`).join('')}${end}`);
      const one = `${holes.flat().join('')}${end}`;
      const about = `${text} beside ${open.source} as ${one}`;
      const claims: [string, boolean][] = [
        [truthName(compileShapeName(text).test(open, true)), compileName(text).testExact(one)],
        [truthName(compileShapeName(text).test(open, false)), compileName(text).test(one, false)],
        [truthName(isText(open, text)), one === text],
      ];
      const parts: [ShapePart, boolean][] = [
        ['contains', one.includes(text)],
        ['starts with', one.startsWith(text)],
        ['ends with', one.endsWith(text)],
      ];
      for (const [how, is] of parts) claims.push([truthName(hasPart(open, how, text)), is]);
      for (const [claim, is] of claims) {
        if (claim !== 'unknown') settled++;
        expect(claim === 'yes' ? is : claim === 'no' ? !is : true, about).toBe(true);
      }
    }),
    { numRuns: tries(1_000), seed: 1 },
  );
  expect(settled).toBeGreaterThan(tries(2_000));
});

test('a view changes what is known, and nothing else', () => {
  const seen = viewOf(shape('A?B'), (text) => text.toLowerCase());
  expect(seen.pieces).toEqual([{ kind: 'text', text: 'a' }, { kind: 'any' }, { kind: 'text', text: 'b' }]);
});
