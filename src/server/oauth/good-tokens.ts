/**
 * Tokens that were found to be good, by their digests, as long as they last and the keys of the issuer are the same. So a client
 * whose token is good is not held up by others at the same address that send bad ones, and its signature is looked at once.
 */
import { createHash } from 'node:crypto';
import type { Grant, Identified } from '../access.ts';
import type { KeySet } from './issuer-keys.ts';

/** How many are remembered: of more, the one that came first is forgotten. */
const most = 10_000;

interface Good {
  readonly grants: readonly Grant[];
  /** Milliseconds since 1970. */
  readonly until: number;
}

export class GoodTokens {
  readonly #good = new Map<string, Good>();
  /** The keys that all of them were verified by. */
  #keys: KeySet | undefined;

  find(token: string, keys: KeySet | undefined, now: number): Identified | undefined {
    if (keys === undefined || keys !== this.#keys) return undefined;
    const digest = digestOf(token);
    const good = this.#good.get(digest);
    if (good === undefined || now < good.until) return good && { ok: true, grants: good.grants };
    this.#good.delete(digest);
    return undefined;
  }

  add(token: string, keys: KeySet | undefined, identified: Identified): void {
    if (keys !== this.#keys) this.#good.clear();
    this.#keys = keys;
    if (!identified.ok) return;
    const until = Math.min(...identified.grants.map(({ expires = 0 }) => expires));
    this.#good.set(digestOf(token), { grants: identified.grants, until });
    const [first] = this.#good.keys();
    if (this.#good.size > most && first !== undefined) this.#good.delete(first);
  }
}

const digestOf = (token: string): string => createHash('sha256').update(token, 'latin1').digest('base64');
