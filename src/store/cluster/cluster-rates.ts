/**
 * Buckets of tokens that several servers share: each fills at a rate up to a burst, and whoever takes from one writes it on
 * condition that no other server wrote it meanwhile. A bucket that was not used for as long as it takes to fill is removed:
 * it would be full. The nodes have them in memory only.
 */
import { randomBytes } from 'node:crypto';
import { digestOctets } from '../digest.ts';
import { Recent } from '../memory/recent.ts';
import type { ClusterBucket, ClusterOptions } from './cluster.ts';
import { LazyBucket } from './lazy-bucket.ts';

/** A bucket of tokens: how fast it fills, and how many it has at most. */
export interface SharedRate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface TakenCalls {
  readonly tokens: number;
  /** The milliseconds until there is another one, if these are fewer than were wanted; 0 otherwise. */
  readonly wait: number;
}

export interface SharedBuckets {
  /** Takes so many tokens of a key, or as many as there are. Rejects if the cluster does not answer in time. */
  take(key: string, wanted: number): Promise<TakenCalls>;
  close(): Promise<void>;
}

/** Milliseconds that the cluster has to answer: the request of a client waits for it. */
const patience = 500;
/** By how many milliseconds the clocks of two servers may differ. A clock that is further ahead refuses no one. */
const mostAhead = 2000;
/** Milliseconds for which a bucket is kept at least, so that servers with a slower rate find it too. */
const leastAge = 60 * 60_000;
/** Octets of the buckets whose last value is known, so that one write is enough. */
const knownOctets = 2 * 1024 * 1024;

interface Level {
  readonly tokens: number;
  /** When there were so many, in milliseconds since 1970. */
  readonly at: number;
}

interface Known extends Level {
  readonly revision: number;
}

/** The cluster need not be there yet. `now`: milliseconds since 1970. */
export function openClusterRates(
  options: ClusterOptions,
  rate: SharedRate,
  now: () => number = Date.now,
): SharedBuckets {
  const known = new Recent<Known>(knownOctets);
  const self = randomBytes(8).toString('hex');
  let writes = 0;
  const age = Math.max(leastAge, Math.ceil((2000 * rate.burst) / rate.perSecond));
  const rates = new LazyBucket(options, 'rates', { age, inMemory: true });
  const read = async (bucket: ClusterBucket, key: string, deadline: number): Promise<Known> => {
    const { revision, value } = await bucket.read(key, deadline);
    return { revision, ...(levelIn(value) ?? { tokens: rate.burst, at: now() }) };
  };
  const take = async (
    bucket: ClusterBucket,
    key: string,
    wanted: number,
    deadline: number,
  ): Promise<TakenCalls> => {
    for (let last = known.get(key); ; last = undefined) {
      last ??= await read(bucket, key, deadline);
      const { tokens, at } = filled(last, rate, now());
      const taken = Math.min(wanted, Math.floor(tokens));
      if (taken === 0) {
        // Another server may have seen a later level than the one that is known here, but none with more tokens.
        return { tokens: 0, wait: untilOne(tokens, rate) };
      }
      const left = tokens - taken;
      // Two servers never write the same octets, so that each knows its own write.
      const value = Buffer.from(JSON.stringify({ tokens: left, at, by: `${self}-${writes++}` }));
      const revision = await bucket.replace(key, last.revision, value, deadline);
      if (revision !== undefined) {
        known.set(key, { revision, tokens: left, at }, value.length + 200);
        return { tokens: taken, wait: taken < wanted ? untilOne(left, rate) : 0 };
      }
      if (performance.now() > deadline) throw new Error('other servers change the same rate all the time');
    }
  };
  return {
    async take(key, wanted) {
      const deadline = performance.now() + patience;
      const name = digestOctets(Buffer.from(key, 'utf16le')).toString('hex');
      return await rates.use(deadline, (bucket) => take(bucket, name, wanted, deadline));
    },
    close: () => rates.close(),
  };
}

/** What a bucket has now. */
function filled({ tokens, at }: Level, { perSecond, burst }: SharedRate, now: number): Level {
  if (at > now + mostAhead) return { tokens: burst, at: now };
  const until = Math.max(at, now);
  return { tokens: Math.min(burst, tokens + ((until - at) / 1000) * perSecond), at: until };
}

const untilOne = (tokens: number, { perSecond }: SharedRate): number =>
  Math.max(1, Math.ceil(((1 - (tokens - Math.floor(tokens))) / perSecond) * 1000));

/** A value that is none counts as full: it is no reason to refuse a client. */
function levelIn(value: Uint8Array | undefined): Level | undefined {
  if (value === undefined) return undefined;
  try {
    const { tokens, at } = JSON.parse(Buffer.from(value).toString('utf8')) as Record<string, unknown>;
    return Number.isFinite(tokens) && Number.isFinite(at)
      ? { tokens: tokens as number, at: at as number }
      : undefined;
  } catch {
    return undefined;
  }
}
