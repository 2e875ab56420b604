/**
 * A store such as one behind a network: each key by itself, written only if nobody
 * wrote it since it was read, and every answer takes a while. Now and then somebody
 * else writes in between, so that a change is done again.
 */
import { emptyMemory, type Memory } from '../../../src/engine/memory.ts';
import type { MemoryStore } from '../../../src/engine/memory-store.ts';

interface Entry {
  readonly revision: number;
  readonly memory: Memory;
}

/** `conflicts` counts the times that a change had to be done again. */
export interface OptimisticStore extends MemoryStore {
  readonly conflicts: number;
}

/** After so many writes the next finds that the key was touched by another. */
export function openOptimisticStore(interval: number): OptimisticStore {
  const entries = new Map<string, Entry>();
  let writes = 0;
  let conflicts = 0;
  let closed = false;
  const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const entryOf = (key: string): Entry => entries.get(key) ?? { revision: 0, memory: emptyMemory };

  async function get(key: string): Promise<Entry> {
    await soon();
    return entryOf(key);
  }

  async function putIf(key: string, revision: number, memory: Memory): Promise<boolean> {
    await soon();
    const { revision: current, memory: before } = entryOf(key);
    if (writes >= interval) {
      entries.set(key, { revision: current + 1, memory: before });
      writes = 0;
    }
    if (entryOf(key).revision !== revision) return false;
    writes++;
    entries.set(key, { revision: revision + 1, memory });
    return true;
  }

  return {
    async look(keys) {
      return (await Promise.all(keys.map(get))).map(({ memory }) => memory);
    },
    async change(keys, change) {
      if (closed) throw new Error('closed');
      for (;;) {
        const read = await Promise.all(keys.map(get));
        const { memories, result } = change(read.map(({ memory }) => memory));
        let kept = true;
        for (let index = keys.length - 1; kept && index >= 0; index--) {
          const memory = memories[index];
          if (memory !== undefined) kept = await putIf(keys[index]!, read[index]!.revision, memory);
        }
        if (kept) return result;
        conflicts++;
      }
    },
    get size() {
      return { memories: entries.size, evicted: 0 };
    },
    get conflicts() {
      return conflicts;
    },
    async close() {
      await soon();
      closed = true;
    },
  };
}
