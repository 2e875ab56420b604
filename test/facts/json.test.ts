// Tests of what is read from JSON of unknown meaning: its texts and its size.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/facts/event/event.ts';
import { isList, sizeOf, textsIn } from '../../src/facts/event/json.ts';
import { tries } from '../campaign/effort.ts';
import { anyJson, objectOf } from './events.ts';

describe('the size of a value', () => {
  test('of a text, its bytes; of anything else, those of its JSON', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        expect(sizeOf(value)).toBe(Buffer.byteLength(text));
      }),
      { numRuns: tries(1_000), seed: 1 },
    );
  });

  test.each([
    ['', 0],
    ['a', 1],
    ['é', 2],
    ['漢', 3],
    ['😀', 4],
    ['\ud800', 3],
    ['\udc00\ud800', 6],
    ['\ud83d\ud83d\ude00', 7],
    [null, 4],
    [[], 2],
    [{ a: '\ud800' }, 14],
    [-0, 1],
  ] as const)('%j: %i', (value, expected) => {
    expect(sizeOf(value)).toBe(expected);
    expect(sizeOf(value)).toBe(Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)));
  });
});

describe('texts inside a value', () => {
  /** The same by way of the built-in walk over JSON. */
  function collected(value: Json, keys: boolean): string[] {
    const found: string[] = [];
    const walk = (each: Json): void => {
      if (typeof each === 'string') found.push(each);
      if (each === null || typeof each !== 'object') return;
      if (isList(each)) {
        each.forEach(walk);
        return;
      }
      for (const key of Object.keys(each)) {
        if (keys) found.push(key);
        walk(each[key] as Json);
      }
    };
    walk(value);
    return found.sort();
  }

  test('all of them, with and without the names of members', () => {
    fc.assert(
      fc.property(anyJson, fc.boolean(), (value, keys) => {
        expect([...textsIn(value, keys)].sort()).toEqual(collected(value, keys));
      }),
      { numRuns: tries(1_000), seed: 2 },
    );
  });

  test('a member called `__proto__` is one like any other', () => {
    expect(textsIn(JSON.parse('{"__proto__": {"constructor": "x"}}') as Json, true)).toEqual([
      '__proto__',
      'constructor',
      'x',
    ]);
    expect(textsIn(objectOf([]), true)).toEqual([]);
  });

  test('numbers and truth values are no texts', () => {
    expect(textsIn([1, true, null, { a: 2 }], false)).toEqual([]);
  });

  test('a value nested deeper than any stack is walked', () => {
    let deep: Json = 'x';
    for (let level = 0; level < 200_000; level++) deep = level % 2 === 0 ? [deep] : { a: deep };
    expect(textsIn(deep, false)).toEqual(['x']);
    expect(textsIn(deep, true)).toHaveLength(100_001);
  });

  test('a list of many texts does not fit on the stack, and is walked all the same', () => {
    expect(textsIn(Array(500_000).fill('x'), false)).toHaveLength(500_000);
  });
});
