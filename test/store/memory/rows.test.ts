/** A memory as rows: few are written where little changes, and together they are the memory again. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyMemory, type Memory, type RememberedCall } from '../../../src/engine/memory.ts';
import type { RowKind } from '../../../src/store/memory/entries.ts';
import {
  changeRows,
  emptyLayout,
  freeKind,
  type InRows,
  type Layout,
  type MemoryRow,
  memoryOfRows,
  noRows,
  readLayout,
  rowCount,
  textLength,
} from '../../../src/store/memory/rows.ts';
import { tries } from '../../campaign/effort.ts';
import { full } from './sample.ts';

const call = (event: string): RememberedCall => ({ ...full.calls[1]!, event });
const mark = (label: string) => ({ ...full.labels[0]!, label });
const withCalls = (...calls: readonly RememberedCall[]): Memory => ({ ...emptyMemory, calls });
const counted = (times: readonly number[], limit = 'pack.pushes'): Memory => ({
  ...emptyMemory,
  counts: [{ limit, times }],
});
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** What a change writes and takes away, as `kind key@place`, and the rows that there are then. */
function change(
  before: InRows,
  memory: Memory,
): { written: string[]; gone: readonly number[]; after: InRows } {
  const { written, gone, after } = changeRows(before, memory);
  return {
    written: written.map(({ kind, key, place }) => `${kind} ${key}@${place}`),
    gone,
    after,
  };
}

describe('of a change is written', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(call) as [
    RememberedCall,
    RememberedCall,
    RememberedCall,
    RememberedCall,
  ];
  const abc = change(noRows, withCalls(a, b, c));

  test('nothing where all is the same', () => {
    expect(change(abc.after, { ...withCalls(a, b, c), clock: 9 })).toMatchObject({ written: [], gone: [] });
  });

  test('what is new, behind the others', () => {
    expect(abc.written).toEqual(['call 1@1', 'call 2@2', 'call 3@3']);
    expect(change(abc.after, withCalls(a, b, c, d))).toMatchObject({ written: ['call 4@4'], gone: [] });
  });

  test('what is new in the row of what has left', () => {
    expect(change(abc.after, withCalls(b, c, d))).toMatchObject({ written: ['call 1@4'], gone: [] });
  });

  test('what has taken the place of another', () => {
    expect(change(abc.after, withCalls(a, d, c))).toMatchObject({ written: ['call 2@2'], gone: [] });
  });

  test('what has to make room, in the row that it has', () => {
    const { written, gone } = change(abc.after, withCalls(a, d, b, c));
    expect({ written, gone }).toEqual({ written: ['call 4@2', 'call 2@3', 'call 3@4'], gone: [] });
  });

  test('what is in another order', () => {
    const { written, gone } = change(abc.after, withCalls(c, a));
    expect({ written, gone }).toEqual({ written: ['call 1@4'], gone: [2] });
  });

  test('that something has left', () => {
    expect(change(abc.after, withCalls(b))).toMatchObject({ written: [], gone: [3, 1] });
    expect(change(abc.after, emptyMemory).gone).toHaveLength(3);
  });

  test('what is new in a row that has been free for a while', () => {
    const { after } = change(change(abc.after, withCalls(a, c)).after, withCalls(a, c, d));
    expect(after.layout.call.map(({ key }) => key)).toEqual([1, 3, 2]);
  });

  test('what one call changes, side by side', () => {
    const calls = upTo(16).map((each) => call(`${each}`));
    let after = noRows;
    for (const [index, one] of calls.entries()) {
      const memory = { ...counted(upTo(index + 1)), calls: calls.slice(Math.max(0, index - 7), index + 1) };
      const { written, ...rest } = change(after, memory);
      after = rest.after;
      const [first = 0, second = 0] = written.map((row) => Number(/ (\d+)@/.exec(row)?.[1]));
      if (index > 0) expect([one.event, second - first]).toEqual([one.event, index % 9 === 8 ? -8 : 1]);
    }
  });

  test('of a limit the block that a time comes into, and the one that a time leaves', () => {
    const { after, written } = change(noRows, counted(upTo(100)));
    expect(written).toHaveLength(7);
    expect(change(after, counted([...upTo(100), 100])).written).toEqual(['count 7@7']);
    expect(change(after, counted(upTo(100).slice(1)))).toMatchObject({ written: ['count 1@1'], gone: [] });
    expect(change(after, counted(upTo(100).slice(20)))).toMatchObject({
      written: ['count 1@1'],
      gone: [2],
    });
    expect(change(after, counted([...upTo(100).slice(1), 100])).written).toEqual(['count 1@1', 'count 7@7']);
    expect(change(after, counted(upTo(100).toSpliced(20, 1))).written).toEqual(['count 2@2']);
  });
});

/** A table of rows, as the store has it. */
class Table {
  readonly rows = new Map<number, MemoryRow & { readonly revision: number }>();
  kept = noRows;
  revision = 0;

  put(memory: Memory): void {
    const { written, gone, after } = changeRows(this.kept, memory);
    this.revision++;
    for (const key of gone) {
      expect(this.rows.get(key)?.kind).not.toBe(freeKind);
      this.rows.set(key, { kind: freeKind, key, place: 0, value: '', revision: this.revision });
    }
    for (const row of written) this.rows.set(row.key, { ...row, revision: this.revision });
    expect(after.length).toBe(textLength(after.layout));
    this.kept = after;
  }

  since(revision: number): MemoryRow[] {
    return [...this.rows.values()].filter((row) => row.revision > revision);
  }

  get count(): number {
    return [...this.rows.values()].filter(({ kind }) => kind !== freeKind).length;
  }
}

describe('rows are the memory that was written', () => {
  test('with every field and every character', () => {
    const table = new Table();
    table.put(full);
    expect(memoryOfRows(readLayout(table.since(0), emptyLayout)!, full)).toEqual(full);
  });

  test('whatever comes and goes, for who reads all and for who reads what is new', () => {
    const calls = upTo(12).map((each) => call(`${each}`));
    const labels = upTo(5).map((each) => mark(`${each}`));
    const memory = fc.record({
      calls: fc.uniqueArray(fc.constantFrom(...calls), { maxLength: 10 }),
      labels: fc.array(fc.constantFrom(...labels), { maxLength: 6 }),
      times: fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 120 }),
      others: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
    });
    const ascending = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);
    fc.assert(
      fc.property(fc.array(memory, { minLength: 1, maxLength: 12 }), (memories) => {
        const table = new Table();
        let beside: Layout = emptyLayout;
        let known = 0;
        for (const [index, { calls, labels, times, others }] of memories.entries()) {
          const counts = [
            { limit: 'a', times: ascending(others) },
            { limit: 'b', times: ascending(times) },
          ].filter((each) => each.times.length > 0);
          const memory: Memory = { ...emptyMemory, calls, labels, counts };
          table.put(memory);
          const anew = readLayout(table.since(0), emptyLayout);
          expect(memoryOfRows(anew!, memory)).toEqual(memory);
          expect(rowCount(anew!)).toBe(table.count);
          if (index % 3 === 1) continue;
          beside = readLayout(table.since(known), beside)!;
          known = table.revision;
          expect(memoryOfRows(beside, memory)).toEqual(memory);
        }
      }),
      { numRuns: tries(150), seed: 5 },
    );
  });
});

describe('rows that are not what was written', () => {
  const row = { kind: 'call' as RowKind, key: 1, place: 1, value: JSON.stringify(call('a')) };

  test.each([
    ['a kind that there is not', { ...row, kind: 'toString' }],
    ['a text of another kind', { ...row, kind: 'label' }],
    ['a text that is cut off', { ...row, value: row.value.slice(1) }],
  ])('are refused: %s', (_, other) => {
    expect(readLayout([row], emptyLayout)).toBeDefined();
    expect(readLayout([other], emptyLayout)).toBeUndefined();
  });
});
