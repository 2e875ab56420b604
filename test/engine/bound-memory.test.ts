import { describe, expect, test } from 'vitest';
import { boundMemory, largestMemory, sizeOf } from '../../src/engine/bound-memory.ts';
import { emptyMemory, type Memory, type RememberedCall } from '../../src/engine/memory.ts';
import { full } from '../store/memory/sample.ts';

const callOf = (index: number, length: number): RememberedCall => ({
  event: `event ${index} ${'x'.repeat(length)}`,
  call: `call "${index}"`,
  at: index,
  outcome: null,
  marks: [],
  limits: [],
  answer: null,
});

const large: Memory = { ...full, calls: Array.from({ length: 200 }, (_, index) => callOf(index, 500)) };

describe('the size of a memory', () => {
  test.each([
    ['an empty one', emptyMemory],
    ['a full one', full],
    ['one that was measured before', full],
    ['a large one', large],
    [
      'times of any length',
      {
        ...full,
        counts: [
          { limit: 'a', times: [0, 999, 1e12, 1e13 - 1, 1e13, 0.5] },
          { limit: '"', times: [] },
        ],
      },
    ],
  ] satisfies [string, Memory][])('is that of its JSON: %s', (_, memory) => {
    expect(sizeOf(memory)).toBe(JSON.stringify(memory).length);
  });
});

test('a memory that is too large loses its oldest calls, and no more than it has to', () => {
  const bounded = boundMemory(large);
  const [first] = bounded.calls;
  expect(JSON.stringify(bounded).length).toBeLessThanOrEqual(largestMemory);
  expect(bounded.calls.at(-1)).toBe(large.calls.at(-1));
  expect(bounded.forgotten).toBe(large.forgotten + 200 - bounded.calls.length);
  const oneMore = { ...bounded, calls: [callOf((first?.at ?? 0) - 1, 500), ...bounded.calls] };
  expect(JSON.stringify(oneMore).length).toBeGreaterThan(largestMemory);
});
