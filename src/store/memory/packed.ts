/**
 * Memories of this process alone, for going through many sessions one after the
 * other: those in use are at hand, and the others lie packed, at a tenth of the
 * room or less. It is as exact as any store; only getting at a packed one takes a
 * while (some tenths of a millisecond).
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { emptyMemory, type Memory } from '../../engine/memory.ts';
import type { ImmediateMemoryStore } from '../../engine/memory-store.ts';
import { MemoryStoreError } from './failure.ts';

export interface PackedStoreOptions {
  /** How many memories are kept at most. */
  readonly sessions?: number;
  /** How many of them are at hand. */
  readonly atHand?: number;
}

/** A store without anything in it. It throws only when it is used after it was closed. */
export function openPackedStore({
  sessions = 100_000,
  atHand = 500,
}: PackedStoreOptions = {}): ImmediateMemoryStore {
  // Both in the order of use; whatever is packed was used before all that is at hand.
  const near = new Map<string, Memory>();
  const packed = new Map<string, Buffer>();
  let evicted = 0;
  let closed = false;

  const take = (key: string): Memory | undefined => {
    const memory = near.get(key) ?? unpack(packed.get(key));
    near.delete(key);
    packed.delete(key);
    return memory;
  };
  const put = (key: string, memory: Memory): void => {
    near.set(key, memory);
    for (const [oldest, each] of near) {
      if (near.size <= Math.min(atHand, sessions)) break;
      near.delete(oldest);
      packed.set(oldest, pack(each));
    }
    for (const oldest of packed.keys()) {
      if (near.size + packed.size <= sessions) break;
      packed.delete(oldest);
      evicted++;
    }
  };

  const look = (keys: readonly string[]): readonly Memory[] => {
    if (closed) throw new MemoryStoreError('closed', 'The memory was closed: open it again.');
    return keys.map((key) => {
      const memory = take(key);
      if (memory !== undefined) put(key, memory);
      return memory ?? emptyMemory;
    });
  };

  return {
    look,
    change(keys, change) {
      const { memories, result } = change(look(keys));
      keys.forEach((key, index) => {
        const memory = memories[index];
        if (memory === undefined) return;
        near.delete(key);
        packed.delete(key);
        put(key, memory);
      });
      return result;
    },
    get size() {
      return { memories: near.size + packed.size, evicted };
    },
    close() {
      closed = true;
    },
  };
}

/** A copy: what zlib gives is a part of a buffer that is far larger. */
const pack = (memory: Memory): Buffer => Buffer.from(deflateRawSync(JSON.stringify(memory), { level: 1 }));

function unpack(bytes: Buffer | undefined): Memory | undefined {
  return bytes === undefined ? undefined : JSON.parse(inflateRawSync(bytes).toString());
}
