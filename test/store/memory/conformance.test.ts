/** What the engine may rely on with any store: the volatile one, the packed one, those in a folder, and one that is far away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { emptyMemory } from '../../../src/engine/memory.ts';
import type { ImmediateMemoryStore, MemoryStore } from '../../../src/engine/memory-store.ts';
import { openMemoryStore } from '../../../src/store/memory/embedded.ts';
import { openGroupedStore } from '../../../src/store/memory/grouped.ts';
import { openPackedStore } from '../../../src/store/memory/packed.ts';
import { openVolatileStore } from '../../../src/store/memory/volatile.ts';
import { tries } from '../../campaign/effort.ts';
import { conforms } from './conformance.ts';
import { openOptimisticStore } from './optimistic-store.ts';
import { counting, events, full, putting, reading } from './sample.ts';

const parent = mkdtempSync(join(tmpdir(), 'bylaw-memory-'));
let folders = 0;
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const immediate: Readonly<Record<string, (sessions?: number) => ImmediateMemoryStore>> = {
  volatile: (sessions) => openVolatileStore(sessions === undefined ? {} : { sessions }),
  packed: (sessions) => openPackedStore({ atHand: 1, ...(sessions === undefined ? {} : { sessions }) }),
  embedded: (sessions) =>
    openMemoryStore({
      folder: join(parent, `${folders++}`),
      ...(sessions === undefined ? {} : { sessions }),
    }),
};
const stores: Readonly<Record<string, () => MemoryStore>> = {
  ...immediate,
  grouped: () => openGroupedStore({ folder: join(parent, `${folders++}`) }),
  optimistic: () => openOptimisticStore(3),
};

describe.each(Object.entries(stores))('the %s store', (_, open) => conforms(open));

test('a change that was overtaken is done again', async () => {
  const store = openOptimisticStore(2);
  for (const id of ['one', 'two', 'three']) await store.change(['a', 'b'], counting(id));
  expect(store.conflicts).toBeGreaterThan(1);
  expect((await store.change(['a', 'b'], reading)).map(events)).toEqual([
    ['one', 'two', 'three'],
    ['one', 'two', 'three'],
  ]);
});

describe.each(Object.entries(immediate))('the %s store, when it is full', (_, open) => {
  test('lets those go that were not used for the longest, and counts them', () => {
    const store = open(3);
    for (const [clock, key] of ['a', 'b', 'c'].entries()) store.change([key], putting({ ...full, clock }));
    // To read is to use.
    store.change(['a'], reading);
    store.change(['d'], putting(full));
    expect(store.size).toMatchObject({ memories: 3, evicted: 1 });
    store.change(['e'], putting(full));
    expect(store.size).toMatchObject({ memories: 3, evicted: 2 });
    const clocks = store.change(['a', 'b', 'c'], reading).map(({ clock }) => clock);
    expect(clocks).toEqual([0, emptyMemory.clock, emptyMemory.clock]);
    store.close();
  });

  test('is what a list in the order of use is', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
    const step = fc.record({ key, write: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const store = open(4);
        let model: { key: string; clock: number }[] = [];
        let evicted = 0;
        for (const [at, { key, write }] of steps.entries()) {
          const known = model.find((entry) => entry.key === key);
          const found = store.change([key], ([memory]) => ({
            memories: [write ? { ...memory!, clock: at + 1 } : undefined],
            result: memory!.clock,
          }));
          expect(found).toBe(known?.clock ?? 0);
          if (known === undefined && !write) continue;
          model = model.filter((entry) => entry !== known);
          model.push({ key, clock: write ? at + 1 : known!.clock });
          if (model.length > 4) evicted += model.splice(0, 1).length;
          expect(store.size).toMatchObject({ memories: model.length, evicted });
        }
        store.close();
      }),
      { numRuns: tries(60), seed: 5 },
    );
  });
});
