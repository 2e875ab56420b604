/**
 * Memories of this process alone, for a replay of many sessions: those in use are ready, and the others are
 * compressed, to a tenth of their size or less. It is as exact as any store; only a compressed memory takes
 * some tenths of a millisecond to read.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { emptyMemory, type Memory } from '../../engine/memory.ts';
import type { ImmediateMemoryStore } from '../../engine/memory-store.ts';
import { MemoryStoreError } from './failure.ts';

export interface PackedStoreOptions {
  /** How many memories are kept at most. */
  readonly sessions?: number;
  /** How many of them are not compressed. */
  readonly atHand?: number;
}

/** A store without anything in it. It throws only when it is used after it was closed. */
export function openPackedStore({
  sessions = 100_000,
  atHand = 500,
}: PackedStoreOptions = {}): ImmediateMemoryStore {
  // Both in the order of use; every compressed one was used before every ready one.
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

/** A copy: the result of zlib is a part of a much larger buffer. */
const pack = (memory: Memory): Buffer => Buffer.from(deflateRawSync(JSON.stringify(memory), { level: 1 }));

function unpack(bytes: Buffer | undefined): Memory | undefined {
  return bytes === undefined ? undefined : JSON.parse(inflateRawSync(bytes).toString());
}
