/**
 * Memories that two stores may have: a server keeps written files in its database, and hooks that decide by
 * themselves keep them in a file for each session. A decision uses the memory with the later time, so
 * nothing is forgotten when a server starts or ends in the middle of a session.
 */
import { type Awaitable, whenThere } from '../../engine/awaitable.ts';
import type { Memory } from '../../engine/memory.ts';
import type { ImmediateMemoryStore, MemoryStore } from '../../engine/memory-store.ts';

/** Reads memories at once; `emptyMemory` for a key without one. Throws if it cannot read. */
export type LookElsewhere = ImmediateMemoryStore['look'];

/** The same store, which uses the memory of another store if that is later. Changes go to the store itself. */
export function laterOf<Store extends MemoryStore>(own: Store, elsewhere: LookElsewhere): Store {
  const latest = (keys: readonly string[], mine: readonly Memory[]): readonly Memory[] => {
    const others = elsewhere(keys);
    return mine.map((memory, at) => {
      const other = others[at];
      return other !== undefined && other.clock > memory.clock ? other : memory;
    });
  };
  const store: MemoryStore = {
    look: (keys): Awaitable<readonly Memory[]> => whenThere(own.look(keys), (mine) => latest(keys, mine)),
    change: (keys, change) => own.change(keys, (mine) => change(latest(keys, mine))),
    get size() {
      return own.size;
    },
    close: () => own.close(),
  };
  // It answers at once if the store does.
  return store as Store;
}
