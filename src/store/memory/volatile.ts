/**
 * Memories of this process alone, which end with it: for a server that must not write anything, and for
 * tests. Nothing is copied, because memories are never changed in place.
 */
import { emptyMemory, type Memory } from '../../engine/memory.ts';
import type { ImmediateMemoryStore } from '../../engine/memory-store.ts';
import { MemoryStoreError } from './failure.ts';
import { Recent } from './recent.ts';

export interface VolatileStoreOptions {
  /** How many memories are kept at most. */
  readonly sessions?: number;
}

/** A store without anything in it. It throws only when it is used after it was closed. */
export function openVolatileStore({ sessions = 100_000 }: VolatileStoreOptions = {}): ImmediateMemoryStore {
  const recent = new Recent<Memory>(sessions);
  let evicted = 0;
  let closed = false;
  return {
    look(keys) {
      if (closed) throw new MemoryStoreError('closed', 'The memory was closed: open it again.');
      return keys.map((key) => recent.get(key) ?? emptyMemory);
    },
    change(keys, change) {
      if (closed) throw new MemoryStoreError('closed', 'The memory was closed: open it again.');
      const { memories, result } = change(keys.map((key) => recent.get(key) ?? emptyMemory));
      keys.forEach((key, index) => {
        const memory = memories[index];
        if (memory !== undefined) evicted += recent.set(key, memory, 1);
      });
      return result;
    },
    get size() {
      return { memories: recent.size, evicted };
    },
    close() {
      closed = true;
    },
  };
}
