/**
 * The pending requests: those to which the server has not answered. Bounded in number, and in the size of
 * the kept calls; the oldest are dropped, which loses a report or an error at the end, never a decision.
 */
import type { NativeEvent } from '../adapters/adapter.ts';

export interface OpenRequest {
  /** JSON text, as the client wrote it. */
  readonly id: string;
  readonly method: string;
  /** The call, as the policies saw it; undefined for other requests and for dropped calls. */
  readonly call: NativeEvent | undefined;
  /** The client no longer waits for an answer, and must not get one from the proxy; the server may still send one. */
  readonly isCancelled?: true;
}

interface Kept extends OpenRequest {
  /** Characters of the message; 0 without a call. */
  readonly size: number;
}

const mostRequests = 10_000;
const mostCharacters = 16 * 1024 * 1024;

export class OpenRequests {
  /** By `keyOf`, the oldest first. */
  readonly #open = new Map<string, Kept>();
  #characters = 0;

  /** `size`: characters of the message, which is about the memory for its call. */
  add(key: string, request: OpenRequest, size: number): void {
    this.take(key);
    const kept = { ...request, size: request.call === undefined ? 0 : size };
    this.#open.set(key, kept);
    this.#characters += kept.size;
    for (const [oldest, entry] of this.#open) {
      if (this.#open.size > mostRequests) this.take(oldest);
      else if (this.#characters <= mostCharacters) break;
      else if (entry.size > 0) {
        this.#characters -= entry.size;
        this.#open.set(oldest, { ...entry, call: undefined, size: 0 });
      }
    }
  }

  has(key: string): boolean {
    return this.#open.has(key);
  }

  /** Removes and returns the request. */
  take(key: string): OpenRequest | undefined {
    const request = this.#open.get(key);
    if (request === undefined) return undefined;
    this.#open.delete(key);
    this.#characters -= request.size;
    return request;
  }

  /** Notes that the client has cancelled a request. The Model Context Protocol does not let a client cancel `initialize`. */
  cancel(key: string): void {
    const request = this.#open.get(key);
    if (request !== undefined && request.method !== 'initialize')
      this.#open.set(key, { ...request, isCancelled: true });
  }

  /** Removes and returns all of them. */
  takeAll(): readonly OpenRequest[] {
    const all = [...this.#open.values()];
    this.#open.clear();
    this.#characters = 0;
    return all;
  }
}

/** The key of an id: `1` and `1.0` have one key, `1` and `"1"` have two. Undefined for a value that is no id. */
export const keyOf = (id: unknown): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined;
