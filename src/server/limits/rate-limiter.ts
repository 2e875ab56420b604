/**
 * A rate limiter: a bucket of tokens for each client, which fills at a rate up to a burst; each request
 * takes one token. Memory is bounded: a full bucket is removed. If there are too many buckets, the least
 * recently used one is removed, so it counts as full.
 */

export interface Rate {
  /** How many tokens a bucket gets in a second. */
  readonly perSecond: number;
  /** How many tokens a bucket has at most. */
  readonly burst: number;
}

interface Bucket {
  readonly tokens: number;
  /** When there were so many. */
  readonly at: number;
}

export class RateLimiter {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #mostKeys: number;
  /** The latest last. */
  readonly #buckets = new Map<string, Bucket>();

  /** `now`: milliseconds, of a clock that only goes forward. */
  constructor(rate: Rate, now: () => number = () => performance.now(), mostKeys = 10_000) {
    this.#rate = rate;
    this.#now = now;
    this.#mostKeys = mostKeys;
  }

  /** Takes a token: 0, or, if there is none, the milliseconds until there is one. */
  take(key: string): number {
    const tokens = this.#tokensOf(key);
    if (tokens < 1) return this.#untilOne(tokens);
    this.#keep(key, tokens - 1);
    return 0;
  }

  /** The milliseconds until there is a token: 0 if there is one now. */
  wait(key: string): number {
    const tokens = this.#tokensOf(key);
    return tokens < 1 ? this.#untilOne(tokens) : 0;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  #tokensOf(key: string): number {
    const bucket = this.#buckets.get(key);
    const { perSecond, burst } = this.#rate;
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.tokens + ((this.#now() - bucket.at) / 1000) * perSecond);
  }

  #untilOne(tokens: number): number {
    return Math.ceil(((1 - tokens) / this.#rate.perSecond) * 1000);
  }

  #keep(key: string, tokens: number): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens, at: this.#now() });
    for (const oldest of this.#buckets.keys()) {
      const isFull = this.#tokensOf(oldest) >= this.#rate.burst;
      if (!isFull && this.#buckets.size <= this.#mostKeys) return;
      this.#buckets.delete(oldest);
    }
  }
}
