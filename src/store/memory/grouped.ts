/**
 * Memories in a folder for a process that answers many at once: the changes of one turn
 * of its loop are one transaction, and each is answered when that is written.
 */
import type { Memory } from '../../engine/memory.ts';
import type { MemoryChange, MemoryStore } from '../../engine/memory-store.ts';
import {
  type ChangeRequest,
  type EmbeddedSize,
  type MemoryStoreOptions,
  openSharedMemories,
} from './shared-memories.ts';

export interface GroupedMemoryStore extends MemoryStore {
  change<Result>(
    keys: readonly string[],
    change: (memories: readonly Memory[]) => MemoryChange<Result>,
  ): Promise<Result>;
  look(keys: readonly string[]): readonly Memory[];
  readonly size: EmbeddedSize;
  /** Writes the waiting changes, and closes. */
  close(): void;
}

/** The most changes in one transaction, so that neither the event loop nor another process waits for long. */
const mostAtOnce = 64;

interface Waiting extends ChangeRequest {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Opens the memories of a folder. Throws a `MemoryStoreError`; a change rejects with one. */
export function openGroupedStore(options: MemoryStoreOptions): GroupedMemoryStore {
  const memories = openSharedMemories(options);
  let waiting: Waiting[] = [];

  const writeGroup = (): void => {
    const group = waiting.slice(0, mostAtOnce);
    waiting = waiting.slice(mostAtOnce);
    if (waiting.length > 0) setImmediate(writeGroup);
    for (const [index, outcome] of memories.changeAll(group).entries()) {
      if (outcome.ok) group[index]?.resolve(outcome.result);
      else group[index]?.reject(outcome.error);
    }
  };

  return {
    look: memories.look,
    change: (keys, change) =>
      new Promise((resolve, reject) => {
        // All changes of this turn of the event loop go into the same transaction.
        if (waiting.length === 0) setImmediate(writeGroup);
        waiting.push({ keys, change, resolve: resolve as Waiting['resolve'], reject });
      }),
    get size() {
      return memories.size;
    },
    close() {
      while (waiting.length > 0) writeGroup();
      memories.close();
    },
  };
}
