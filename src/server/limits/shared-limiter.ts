/**
 * The rate limit of a client for all servers of a cluster. A server takes tokens from the bucket that all of them share, a block at
 * a time, and spends them without asking: a request waits for the cluster only when its server has none left. While the cluster does
 * not answer, this process counts by itself.
 *
 * Taken tokens are gone from the shared bucket, so from its first request on a client never passes more than the burst and the rate.
 * After a pause each process may still have what is left of its last block, which comes on top.
 */
import type { Awaitable } from '../../engine/awaitable.ts';
import type { SharedBuckets } from '../../store/cluster/cluster-rates.ts';
import { type Rate, RateLimiter } from './rate-limiter.ts';

/** One process takes at most this part of the burst more than it needs now. */
const partOfBurst = 20;
/** Milliseconds in which a cluster that did not answer is not asked again. */
const leftAlone = 1000;
const mostKeys = 10_000;

export interface SharedLimiterOptions {
  readonly rate: Rate;
  readonly buckets: SharedBuckets;
  /** Called when the cluster stops answering, with the reason, and with undefined when it answers again. */
  readonly away: (why: string | undefined) => void;
  /** Milliseconds, of a clock that only goes forward. */
  readonly now?: () => number;
}

/** What this process has of a client. */
interface Share {
  tokens: number;
  /** Until when there is none to be had. */
  emptyUntil: number;
  /** Requests that wait for tokens, as what tells each its milliseconds. */
  readonly waiting: ((wait: number) => void)[];
}

/** The tokens that a process takes at once. */
export const blockOfRate = ({ burst }: Rate): number => Math.max(1, Math.floor(burst / partOfBurst));

export class SharedLimiter {
  readonly #options: SharedLimiterOptions;
  readonly #now: () => number;
  /** Counts while the cluster is away. */
  readonly #alone: RateLimiter;
  /** The latest last. */
  readonly #shares = new Map<string, Share>();
  #awayUntil = Number.NEGATIVE_INFINITY;
  #isAway = false;

  constructor(options: SharedLimiterOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#alone = new RateLimiter(options.rate, this.#now, mostKeys);
  }

  /** Takes a token: 0, or, if there is none, the milliseconds until there may be one. Never rejects. */
  take(key: string): Awaitable<number> {
    const share = this.#shareOf(key);
    if (share.tokens > 0) {
      share.tokens--;
      return 0;
    }
    const now = this.#now();
    if (now < share.emptyUntil) return share.emptyUntil - now;
    if (now < this.#awayUntil) return this.#alone.take(key);
    return new Promise((resolve) => {
      // Requests that come meanwhile are in the next block.
      if (share.waiting.push(resolve) === 1) void this.#fetch(key, share);
    });
  }

  close(): Promise<void> {
    return this.#options.buckets.close();
  }

  /** Takes blocks until no request waits. */
  async #fetch(key: string, share: Share): Promise<void> {
    const { rate, buckets } = this.#options;
    const block = blockOfRate(rate);
    while (share.waiting.length > 0) {
      try {
        const { tokens, wait } = await buckets.take(key, share.waiting.length + block - 1);
        this.#tell(undefined);
        share.tokens += tokens;
        // Where there is little to be had it waits for a whole block: a client above its rate must not keep the cluster busy.
        if (wait > 0) share.emptyUntil = this.#now() + wait + (1000 * (block - 1)) / rate.perSecond;
        this.#answer(share, wait > 0 ? () => wait : undefined);
      } catch (error) {
        this.#awayUntil = this.#now() + leftAlone;
        this.#tell(error instanceof Error ? error.message : String(error));
        this.#answer(share, () => this.#alone.take(key));
      }
    }
  }

  /** Answers those that wait as long as there are tokens, and the rest with `otherwise`, if that is there. */
  #answer(share: Share, otherwise: (() => number) | undefined): void {
    while (share.waiting.length > 0 && (share.tokens > 0 || otherwise !== undefined)) {
      const answer = share.waiting.shift();
      if (share.tokens === 0) answer?.(otherwise?.() ?? 0);
      else {
        share.tokens--;
        answer?.(0);
      }
    }
  }

  #tell(why: string | undefined): void {
    const isAway = why !== undefined;
    if (isAway !== this.#isAway) this.#options.away(why);
    this.#isAway = isAway;
  }

  #shareOf(key: string): Share {
    const share = this.#shares.get(key) ?? { tokens: 0, emptyUntil: 0, waiting: [] };
    this.#shares.delete(key);
    this.#shares.set(key, share);
    for (const [oldest, { waiting }] of this.#shares) {
      if (this.#shares.size <= mostKeys || waiting.length > 0) break;
      this.#shares.delete(oldest);
    }
    return share;
  }
}
