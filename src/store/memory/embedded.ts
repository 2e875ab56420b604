/** Memories in a folder for a synchronous host: each change is a separate transaction. */
import type { ImmediateMemoryStore } from '../../engine/memory-store.ts';
import { type EmbeddedSize, type MemoryStoreOptions, openSharedMemories } from './shared-memories.ts';

export interface EmbeddedMemoryStore extends ImmediateMemoryStore {
  readonly size: EmbeddedSize;
}

/** Opens the memories of a folder. Throws a `MemoryStoreError`, here and in `change`. */
export function openMemoryStore(options: MemoryStoreOptions): EmbeddedMemoryStore {
  const memories = openSharedMemories(options);
  return {
    look: memories.look,
    change<Result>(keys: readonly string[], change: Parameters<EmbeddedMemoryStore['change']>[1]): Result {
      const [outcome] = memories.changeAll([{ keys, change }]);
      if (outcome?.ok !== true) throw outcome?.error;
      return outcome.result as Result;
    },
    get size() {
      return memories.size;
    },
    close: () => memories.close(),
  };
}
