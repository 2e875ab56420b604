/**
 * Texts that are stored separately from the memories that name them, each under the digest of its octets. A
 * part is removed when it was not written for twice the age of a memory. A server that writes a memory
 * writes its parts again when half of that time is over.
 */
import { Recent } from '../memory/recent.ts';
import type { ClusterBucket } from './cluster.ts';

/** Octets that are cached. */
const keptOctets = 16 * 1024 * 1024;

interface Part {
  readonly octets: Uint8Array;
  /** When this server last wrote it, by `performance.now`; undefined if others did. */
  readonly written: number | undefined;
}

export class TextParts {
  readonly #age: number;
  readonly #known = new Recent<Part>(keptOctets);

  /** `age`: that of a memory, in milliseconds. */
  constructor(age: number) {
    this.#age = age;
  }

  async find(bucket: ClusterBucket, digest: string, deadline: number): Promise<Uint8Array | undefined> {
    const known = this.#known.get(digest);
    if (known !== undefined) return known.octets;
    const { value } = await bucket.read(digest, deadline);
    if (value !== undefined) this.#known.set(digest, { octets: value, written: undefined }, value.length);
    return value;
  }

  /** Writes the parts that this server has not written recently. Parts exist before a memory names them. */
  async put(bucket: ClusterBucket, parts: ReadonlyMap<string, Uint8Array>, deadline: number): Promise<void> {
    const now = performance.now();
    const missing = [...parts].filter(([digest]) => {
      const written = this.#known.get(digest)?.written;
      return written === undefined || now - written > this.#age;
    });
    await Promise.all(missing.map(([digest, octets]) => bucket.put(digest, octets, deadline)));
    for (const [digest, octets] of missing) this.#known.set(digest, { octets, written: now }, octets.length);
  }
}
