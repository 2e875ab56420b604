/** Changes that come together: one transaction, and for each the answer that it would have had by itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { databaseFile } from '../../../src/store/memory/database.ts';
import { type GroupedMemoryStore, openGroupedStore } from '../../../src/store/memory/grouped.ts';
import { counting, events, full, putting, reading } from './sample.ts';

const parent = mkdtempSync(join(tmpdir(), 'bylaw-grouped-'));
let folders = 0;
let folder: string;
beforeEach(() => {
  folder = join(parent, `${folders++}`);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

async function using(
  options: { wait?: number; sessions?: number },
  action: (store: GroupedMemoryStore) => Promise<void>,
): Promise<void> {
  const store = openGroupedStore({ folder, ...options });
  try {
    await action(store);
  } finally {
    store.close();
  }
}

/** Another program that holds the file while something is done. */
async function whileHeld<Result>(action: () => Promise<Result>): Promise<Result> {
  const holder = new DatabaseSync(databaseFile(folder));
  holder.exec('BEGIN IMMEDIATE');
  try {
    return await action();
  } finally {
    holder.exec('COMMIT');
    holder.close();
  }
}

test('each sees what those before it did, and all are written at once', () =>
  using({}, async (store) => {
    await store.change(['a'], putting(full));
    const watch = new DatabaseSync(databaseFile(folder));
    const version = watch.prepare('PRAGMA data_version');
    const before = version.get() as { data_version: number };
    const counts = await Promise.all(['1', '2', '3'].map((id) => store.change(['a', 'b'], counting(id))));
    expect(counts).toEqual([3, 4, 5]);
    expect(version.get()).toEqual({ data_version: before.data_version + 1 });
    watch.close();
  }));

test('none is answered before it is written', () =>
  using({}, async (store) => {
    const beside = openGroupedStore({ folder });
    await Promise.all(
      ['1', '2', '3'].map(async (id) => {
        await store.change(['a'], counting(id));
        expect(await beside.change(['a'], reading).then(([memory]) => events(memory!))).toContain(id);
      }),
    );
    beside.close();
  }));

test('one that throws changes nothing, and the others go on', () =>
  using({}, async (store) => {
    const fault = new Error('a fault in a rule');
    const done = await Promise.allSettled([
      store.change(['a'], counting('1')),
      store.change(['a', 'b'], () => {
        throw fault;
      }),
      store.change(['a'], counting('2')),
    ]);
    expect(done).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: fault },
      { status: 'fulfilled', value: 2 },
    ]);
  }));

test('one whose memory is damaged fails alone', () =>
  using({}, async (store) => {
    await store.change(['a'], putting(full));
    const other = new DatabaseSync(databaseFile(folder));
    other.exec(`UPDATE entry SET value = '', revision = 2; UPDATE kept SET revision = 2`);
    other.close();
    const done = await Promise.allSettled([
      store.change(['a'], counting('1')),
      store.change(['b'], counting('2')),
      store.change(['b', 'a'], counting('3')),
    ]);
    expect(done.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    expect((await store.change(['b'], reading)).map(events)).toEqual([['2']]);
  }));

test('where it cannot be written, all fail that rest on it, and what only reads is answered', () =>
  using({ wait: 1 }, async (store) => {
    await store.change(['a', 'b'], putting(full));
    const done = await whileHeld(() =>
      Promise.allSettled([
        store.change(['b'], reading),
        store.change(['a'], counting('1')),
        store.change(['a'], reading),
        store.change(['c'], () => {
          throw new Error('a fault');
        }),
      ]),
    );
    expect(done).toMatchObject([
      { status: 'fulfilled', value: [full] },
      { status: 'rejected', reason: { problem: 'busy' } },
      { status: 'rejected', reason: { problem: 'busy' } },
      { status: 'rejected', reason: { message: 'a fault' } },
    ]);
    expect(await store.change(['a'], reading)).toEqual([full]);
    expect(await store.change(['a'], counting('1'))).toBe(3);
  }));

test('where another wrote meanwhile, only those are made again that it concerns', () =>
  using({}, async (store) => {
    const beside = openGroupedStore({ folder });
    await store.change(['a', 'b', 'c'], counting('0'));
    const times = { a: 0, b: 0, c: 0 };
    let overtaking: Promise<number> | undefined;
    const timed = (key: 'a' | 'b' | 'c') =>
      store.change([key], (memories) => {
        times[key]++;
        if (key === 'c' && times.c === 1) {
          overtaking = beside.change(['b'], counting('overtaking'));
          beside.close();
        }
        return counting('1')(memories);
      });
    expect(await Promise.all([timed('a'), timed('b'), timed('c')])).toEqual([2, 3, 2]);
    expect(times).toEqual({ a: 1, b: 2, c: 1 });
    expect(await overtaking).toBe(2);
  }));

test('more than there is room for leave as if they had come one by one', () =>
  using({ sessions: 2 }, async (store) => {
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => store.change([key], counting(key))));
    expect(store.size).toMatchObject({ memories: 2, evicted: 2 });
    const kept = await store.change(['a', 'b', 'c', 'd'], reading);
    expect(kept.map(events)).toEqual([[], [], ['c'], ['d']]);
  }));

test('closing writes what waits, and nothing is taken after', async () => {
  const store = openGroupedStore({ folder });
  const waiting = Array.from({ length: 150 }, (_, id) => store.change(['a'], counting(`${id}`)));
  store.close();
  expect(await Promise.all(waiting)).toHaveLength(150);
  await expect(store.change(['a'], reading)).rejects.toMatchObject({ problem: 'closed' });
  await using({}, async (again) =>
    expect(events((await again.change(['a'], reading))[0]!)).toHaveLength(150),
  );
});
