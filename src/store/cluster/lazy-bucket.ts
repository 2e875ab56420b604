/**
 * A bucket that is opened at its first use, by a connection of its own. The cluster need not be there yet. When it does not
 * answer, the connection goes to another node: the present one may have lost the others.
 */
import {
  type BucketOptions,
  type ClusterBucket,
  type ClusterOptions,
  NoRoom,
  type OpenBucket,
} from './cluster.ts';
import { inTime } from './deadline.ts';

/** Milliseconds between two moves: to connect may take longer than the deadline of the failed request. */
const movedEvery = 2000;

export class LazyBucket {
  readonly #open: () => Promise<OpenBucket>;
  readonly #inMemory: boolean;
  #opening: Promise<OpenBucket> | undefined;
  #moved = Number.NEGATIVE_INFINITY;

  /** `what`: the bucket, behind the name of the cluster. */
  constructor(options: ClusterOptions, what: string, how: BucketOptions) {
    this.#inMemory = how.inMemory === true;
    this.#open = async () => await (await import('./nats.ts')).openBucket(options, what, how);
  }

  /** Runs requests. Rejects with their error, or when the bucket cannot be opened until `deadline`. */
  async use<Result>(deadline: number, ask: (bucket: ClusterBucket) => Promise<Result>): Promise<Result> {
    this.#opening ??= this.#open();
    const own = this.#opening;
    own.catch(() => {
      if (this.#opening === own) this.#opening = undefined;
    });
    try {
      return await ask((await inTime(deadline, own)).bucket);
    } catch (error) {
      if (!(error instanceof NoRoom)) this.#tryAnother(own);
      throw error;
    }
  }

  async close(): Promise<void> {
    await (await this.#opening?.catch(() => undefined))?.close();
  }

  #tryAnother(opening: Promise<OpenBucket>): void {
    const now = performance.now();
    if (now - this.#moved < movedEvery) return;
    this.#moved = now;
    // A bucket in memory ends with its nodes, and is made again when it is opened.
    if (this.#inMemory && this.#opening === opening) this.#opening = undefined;
    opening.then(
      (open) => (this.#inMemory ? open.close() : open.tryAnother()),
      () => {},
    );
  }
}
