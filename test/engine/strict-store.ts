/**
 * A store that holds the engine to its word: memories cannot be changed in place,
 * stay within their bounds, and a change that is done again changes nothing.
 */
import { largestMemory } from '../../src/engine/bound-memory.ts';
import type { Memory } from '../../src/engine/memory.ts';
import type { ImmediateMemoryStore } from '../../src/engine/memory-store.ts';
import { largestWritten } from '../../src/engine/written-files.ts';
import { openVolatileStore } from '../../src/store/memory/volatile.ts';

export function openStrictStore(): ImmediateMemoryStore {
  const store = openVolatileStore();
  return {
    look: (keys) => store.look(keys).map(frozen),
    change: (keys, change) =>
      store.change(keys, (before) => {
        const first = change(before.map(frozen));
        const after = before.map((memory, index) => frozen(first.memories[index] ?? memory));
        for (const memory of after) {
          const { written, ...rest } = memory;
          bounded(JSON.stringify(rest).length, largestMemory, 'a memory');
          bounded(JSON.stringify(written).length, largestWritten, 'what calls wrote');
          bounded(memory.calls.length, 32 + 64, 'calls');
        }
        const again = change(after);
        if (again.memories.some((memory) => memory !== undefined))
          throw new Error('a change that is done again changes something');
        return first;
      }),
    get size() {
      return store.size;
    },
    close: () => store.close(),
  };
}

/** Some tests change memories a hundred thousand times, and each `expect` takes longer than the change. */
function bounded(size: number, most: number, what: string): void {
  if (size > most) throw new Error(`${what}: ${size} where ${most} is the most`);
}

/** The same memory, frozen to its last leaf. */
function frozen(memory: Memory): Memory {
  freeze(memory);
  return memory;
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}
