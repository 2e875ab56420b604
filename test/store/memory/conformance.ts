/** What the engine may rely on with any store. */
import { expect, test } from 'vitest';
import { emptyMemory, type Memory } from '../../../src/engine/memory.ts';
import type { MemoryStore } from '../../../src/engine/memory-store.ts';
import { counting, events, full, putting, reading } from './sample.ts';

/** The tests of a store. `open` gives one without anything in it. */
export function conforms(open: () => MemoryStore): void {
  test('gives an empty memory where it has none, and keeps nothing for having been asked', async () => {
    const store = open();
    expect(await store.change(['a', 'b'], reading)).toEqual([emptyMemory, emptyMemory]);
    expect(store.size).toMatchObject({ memories: 0, evicted: 0 });
    await store.close();
  });

  test('keeps what a change makes, in the order of the keys, and leaves the others as they are', async () => {
    const store = open();
    const one: Memory = { ...emptyMemory, clock: 1 };
    const two: Memory = { ...emptyMemory, clock: 2 };
    await store.change(['a', 'b'], () => ({ memories: [one, two], result: undefined }));
    const answer = await store.change(['b', 'c', 'a'], (memories) => ({
      memories: [undefined, one, full],
      result: memories[0]?.clock,
    }));
    expect(answer).toBe(2);
    expect(await store.change(['a', 'b', 'c'], reading)).toEqual([full, two, one]);
    expect(store.size.memories).toBe(3);
    await store.close();
  });

  test('keeps every field and every character', async () => {
    const store = open();
    const large = {
      ...full,
      denials: Array.from({ length: 1_000 }, (_, at) => ({ at, code: `code ${at}` })),
    };
    await store.change(['a'], putting(full));
    await store.change(['b'], putting(large));
    expect(await store.change(['a', 'b'], reading)).toEqual([full, large]);
    await store.close();
  });

  test('loses nothing and counts nothing twice when changes come at once', async () => {
    const store = open();
    const ids = Array.from({ length: 60 }, (_, index) => `event ${index}`);
    await Promise.all(
      ids.map((id, index) =>
        store.change(index % 2 === 0 ? ['session', 'source'] : ['source'], counting(id)),
      ),
    );
    const [session, source] = (await store.change(['session', 'source'], reading)).map(events);
    expect(session?.toSorted()).toEqual(ids.filter((_, index) => index % 2 === 0).toSorted());
    expect(source?.toSorted()).toEqual(ids.toSorted());
    await store.close();
  });

  test('changes nothing when the change throws, and throws the same', async () => {
    const store = open();
    await store.change(['a'], putting(full));
    const fault = new Error('a fault in a rule');
    await expect(
      (async () =>
        store.change(['a', 'b'], () => {
          throw fault;
        }))(),
    ).rejects.toBe(fault);
    expect(await store.change(['a', 'b'], reading)).toEqual([full, emptyMemory]);
    await store.close();
  });

  test('tells keys of any characters and any length apart', async () => {
    const store = open();
    const keys = [
      '',
      ' ',
      '__proto__',
      'a',
      'a\u0000',
      'a\u0000b',
      '\ud800',
      '\ud801',
      '\ufffd',
      'é',
      'e\u0301',
    ];
    keys.push('x'.repeat(10_000), `${'x'.repeat(10_000)}y`);
    for (const [clock, key] of keys.entries()) await store.change([key], putting({ ...emptyMemory, clock }));
    const clocks = (await store.change(keys, reading)).map(({ clock }) => clock);
    expect(clocks).toEqual([...keys.keys()]);
    await store.close();
  });

  test('answers nothing after it was closed', async () => {
    const store = open();
    await store.change(['a'], putting(full));
    await store.close();
    await expect((async () => store.change(['a'], reading))()).rejects.toThrow('closed');
  });
}
