import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TimeOrder } from '../../../src/store/decision-log/time-order.ts';

interface Item {
  readonly process: string;
  readonly at: number;
  readonly index: number;
}

function through(items: readonly Item[], order = new TimeOrder<Item>()): Item[] {
  return [...items.flatMap((item) => order.push(item, item.process, item.at, 1)), ...order.end()];
}

const line = fc.record({ process: fc.constantFrom('a', 'b', 'c'), at: fc.integer({ min: 0, max: 50 }) });
const arrivals = fc
  .array(line, { maxLength: 60 })
  .map((lines) => lines.map((each, index): Item => ({ ...each, index })));

describe('the order of time', () => {
  test('is that of the records, where each process wrote its own in order', () => {
    const inOrder = fc.array(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 20 }), { maxLength: 4 });
    fc.assert(
      fc.property(inOrder, fc.infiniteStream(fc.nat(3)), (times, turns) => {
        const queues = times.map((each, process) =>
          each.toSorted((a, b) => a - b).map((at, index) => ({ process: `${process}`, at, index })),
        );
        const written: Item[] = [];
        while (queues.some((queue) => queue.length > 0)) {
          const turn = turns.next().value ?? 0;
          const open = queues.filter((queue) => queue.length > 0);
          const next = open[turn % open.length]?.shift();
          if (next !== undefined) written.push(next);
        }
        const order = new TimeOrder<Item>();
        const read = through(written, order);
        expect(read.map(({ at }) => at)).toEqual(written.map(({ at }) => at).toSorted((a, b) => a - b));
        expect(order.late).toBe(0);
      }),
    );
  });

  test('loses nothing, and never changes the order of one process, whatever its clock does', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 0, max: 8 }), (items, most) => {
        const read = through(items, new TimeOrder<Item>({ items: most }));
        expect(read.toSorted((a, b) => a.index - b.index)).toEqual(items);
        for (const name of ['a', 'b', 'c']) {
          const own = read.filter(({ process }) => process === name).map(({ index }) => index);
          expect(own).toEqual(own.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  test('leaves records of one time as they stand', () => {
    const items = ['b', 'a', 'c', 'a'].map((process, index) => ({ process, at: 7, index }));
    expect(through(items)).toEqual(items);
  });

  test('holds no more than its window, and counts what comes too late for it', () => {
    const order = new TimeOrder<string>({ items: 2 });
    expect(order.push('3', 'a', 3, 1)).toEqual([]);
    expect(order.push('5', 'a', 5, 1)).toEqual([]);
    expect(order.push('4', 'b', 4, 1)).toEqual(['3']);
    expect(order.push('1', 'c', 1, 1)).toEqual(['1']);
    expect(order.late).toBe(1);
    expect(order.end()).toEqual(['4', '5']);
  });

  test('holds no more than its window weighs', () => {
    const order = new TimeOrder<string>({ weight: 10 });
    expect(order.push('large', 'a', 1, 50)).toEqual([]);
    expect(order.push('small', 'a', 2, 5)).toEqual(['large']);
    expect(order.push('other', 'b', 3, 5)).toEqual([]);
    expect(order.push('more', 'b', 4, 5)).toEqual(['small']);
  });
});
