/**
 * Memories that several servers share. A change reads the value from the leader of the cluster, computes
 * the new one, and writes each key on condition that no other server wrote it meanwhile. If one did, the
 * change runs again on the new value. Changes of one server to the same memory run one after the other, so
 * only other servers can interfere.
 *
 * An answer that writes nothing is confirmed by a separate write: a node that lost the others and does not
 * know it yet could have returned an old value.
 */
import type { Memory } from '../../engine/memory.ts';
import type { MemoryChange, MemoryStore } from '../../engine/memory-store.ts';
import { digestOctets } from '../digest.ts';
import { MemoryStoreError } from '../memory/failure.ts';
import { Recent } from '../memory/recent.ts';
import type { Buckets, ClusterOptions } from './cluster.ts';
import { inTime } from './deadline.ts';
import { InTurn } from './in-turn.ts';
import { decodeMemoryValue, encodeMemory } from './memory-value.ts';
import { TextParts } from './parts.ts';

/**
 * Milliseconds that a change may take: normally, and after the cluster did not answer the last one. A hook that could decide by itself
 * gives its server two seconds (`hook/arguments.ts`): the server has to say before then what it decides without the cluster.
 */
const usualWait = 1500;
const waitWhileAway = 500;
/** Milliseconds between two counts of the keys, and the longest pause before a change runs again. */
const countedEvery = 4000;
const movedEvery = 2000;
const longestPause = 20;
/** Octets of the values that are cached. */
const keptOctets = 16 * 1024 * 1024;
/** The key that is written to confirm what was read. No memory has it: their keys are digests. */
const confirming = 'confirm';

/** A memory as it was found. */
interface Found {
  readonly revision: number;
  readonly memory: Memory;
}

/** Opens the memories of a cluster. The cluster need not be there yet: reads and changes fail until it is. */
export function openClusterStore(options: ClusterOptions): MemoryStore {
  const { wait = usualWait } = options;
  const recent = new Recent<Found>(keptOctets);
  const parts = new TextParts(options.age);
  const inTurn = new InTurn();
  let opening: Promise<Buckets> | undefined;
  let closed = false;
  /** Why the cluster did not answer last time. */
  let problem: MemoryStoreError | undefined;
  let memories = 0;
  let counted = Number.NEGATIVE_INFINITY;
  let moved = Number.NEGATIVE_INFINITY;

  /** The buckets, connected at the first use and again where that failed. */
  const buckets = async (deadline: number): Promise<Buckets> => {
    const { openBuckets } = await import('./nats.ts');
    opening ??= openBuckets(options);
    const own = opening;
    own.catch(() => {
      if (opening === own) opening = undefined;
    });
    return await inTime(deadline, own);
  };

  /** Runs a request to the cluster, and records whether it answered. */
  const asking = async <Result>(
    action: (buckets: Buckets, deadline: number) => Promise<Result>,
  ): Promise<Result> => {
    if (closed) throw new MemoryStoreError('closed', 'The memory was closed: open it again.');
    const deadline = performance.now() + (problem === undefined ? wait : Math.min(wait, waitWhileAway));
    try {
      const result = await action(await buckets(deadline), deadline);
      problem = undefined;
      return result;
    } catch (error) {
      if (error instanceof FaultOfChange) throw error.cause;
      throw failed(error);
    }
  };

  const failed = (error: unknown): MemoryStoreError => {
    const own = error instanceof MemoryStoreError ? error : unreachable(options, error);
    if (own.problem === 'unreachable') {
      // The first reason is reported until the cluster answers again.
      problem ??= own;
      tryAnother();
    }
    return own;
  };

  /** Not with each request: to connect takes longer than the deadline of the failed request. */
  const tryAnother = (): void => {
    const now = performance.now();
    if (now - moved < movedEvery) return;
    moved = now;
    opening?.then(
      (all) => all.tryAnother(),
      () => {},
    );
  };

  const find = async (
    { memories, parts: bucket }: Buckets,
    key: string,
    deadline: number,
  ): Promise<Found> => {
    const { revision, value } = await memories.read(key, deadline);
    const known = recent.get(key);
    if (known?.revision === revision) return known;
    const memory = await decodeMemoryValue(value, (digest) => parts.find(bucket, digest, deadline));
    return keep(key, { revision, memory }, value?.length ?? 0);
  };

  const keep = (key: string, found: Found, octets: number): Found => {
    recent.set(key, found, octets + 200);
    return found;
  };

  /** Whether it is written; false where another was faster. */
  const write = async (
    { memories: bucket, parts: apart }: Buckets,
    key: string,
    found: Found,
    memory: Memory,
    deadline: number,
  ): Promise<boolean> => {
    const encoded = encodeMemory(memory);
    await parts.put(apart, encoded.parts, deadline);
    const revision = await bucket.replace(key, found.revision, encoded.value, deadline);
    if (revision === undefined) return false;
    if (found.revision === 0) memories++;
    keep(key, { revision, memory }, encoded.value.length);
    return true;
  };

  const confirm = (all: Buckets, deadline: number): Promise<void> =>
    all.memories.put(confirming, new Uint8Array(), deadline);

  /** Makes a change and writes it. Undefined where another was faster. */
  const attempt = async <Result>(
    all: Buckets,
    keys: readonly string[],
    change: (memories: readonly Memory[]) => MemoryChange<Result>,
    deadline: number,
  ): Promise<{ readonly result: Result } | undefined> => {
    const found = await Promise.all(keys.map((key) => find(all, key, deadline)));
    const { memories: after, result } = made(change, found);
    let isWritten = false;
    for (let at = keys.length - 1; at >= 0; at--) {
      const [key, before, memory] = [keys[at], found[at], after[at]];
      if (key === undefined || before === undefined || memory === undefined) continue;
      if (!(await write(all, key, before, memory, deadline))) return undefined;
      isWritten = true;
    }
    if (!isWritten) await confirm(all, deadline);
    return { result };
  };

  /** Counts the keys, which also shows whether a majority answers. */
  const count = async (): Promise<void> => {
    if (closed || performance.now() - counted < (problem === undefined ? countedEvery : 1000)) return;
    counted = performance.now();
    await asking(async (all, deadline) => {
      await confirm(all, deadline);
      memories = Math.max(0, (await all.memories.count(deadline)) - 1);
    }).catch(() => {});
  };

  return {
    look: (keys) =>
      asking(async (all, deadline) => {
        const found = await Promise.all(keys.map((key) => find(all, keyOf(key), deadline)));
        await confirm(all, deadline);
        return found.map(({ memory }) => memory);
      }),
    change: (keys, change) => {
      const own = keys.map(keyOf);
      return asking((all, deadline) =>
        inTurn.run(own, async () => {
          for (;;) {
            const done = await attempt(all, own, change, deadline);
            if (done !== undefined) return done.result;
            if (performance.now() > deadline)
              throw new Error('other servers change the same memory all the time');
            await new Promise((resolve) => setTimeout(resolve, Math.random() * longestPause));
          }
        }),
      );
    },
    get size() {
      void count();
      if (problem !== undefined) throw problem;
      return { memories, evicted: 0 };
    },
    async close() {
      closed = true;
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}

/** An error in the change itself, which says nothing about the cluster. */
class FaultOfChange extends Error {}

function made<Result>(
  change: (memories: readonly Memory[]) => MemoryChange<Result>,
  found: readonly Found[],
): MemoryChange<Result> {
  try {
    return change(found.map(({ memory }) => memory));
  } catch (cause) {
    throw new FaultOfChange('', { cause });
  }
}

function unreachable({ servers }: ClusterOptions, error: unknown): MemoryStoreError {
  const why = error instanceof Error ? error.message : String(error);
  return new MemoryStoreError(
    'unreachable',
    `The memory in the cluster (${servers.join(', ')}) cannot be read or written: ${why}. See whether most of its nodes run and can be reached from here.`,
    error,
  );
}

/** Keys hold what clients choose, of any length and any characters; nothing but the digest is written. */
const keyOf = (key: string): string => digestOctets(Buffer.from(key, 'utf16le')).toString('hex');
