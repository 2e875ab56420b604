/**
 * Where memories are kept, as the engine sees it. A store may be a map, a file that several processes share, or a service.
 */
import type { Awaitable } from './awaitable.ts';
import type { Memory } from './memory.ts';

/** The new memories, and the answer to the caller. */
export interface MemoryChange<Result> {
  /** In the order of the keys; undefined where nothing changes. */
  readonly memories: readonly (Memory | undefined)[];
  readonly result: Result;
}

export interface MemoryStore {
  /** Reads the memories of some keys: `emptyMemory` for a key without one. Throws (or rejects) if it cannot read. */
  look(keys: readonly string[]): Awaitable<readonly Memory[]>;
  /**
   * Reads the memories of some keys, `emptyMemory` if there is none, and replaces them by the result of `change`. If another
   * process has changed them meanwhile, everything is done again. So `change` must be pure, and must not change a memory
   * that already has the change. The keys differ from each other. When the answer is returned, the change survives this
   * process; each key is changed by itself: a store that cannot change several at once changes them from the last to
   * the first. Throws (or rejects) if it cannot read or write; then nothing, or only the later of the keys, has changed.
   */
  change<Result>(
    keys: readonly string[],
    change: (memories: readonly Memory[]) => MemoryChange<Result>,
  ): Awaitable<Result>;
  /** How much it holds, and how much it has dropped. */
  readonly size: StoreSize;
  close(): Awaitable<void>;
}

/** A store in this process or on this machine, which answers at once. */
export interface ImmediateMemoryStore extends MemoryStore {
  look(keys: readonly string[]): readonly Memory[];
  change<Result>(
    keys: readonly string[],
    change: (memories: readonly Memory[]) => MemoryChange<Result>,
  ): Result;
  close(): void;
}

export interface StoreSize {
  readonly memories: number;
  /** How many memories were dropped since the store was opened, the least recently used first. */
  readonly evicted: number;
}
