/**
 * A cache of verified tokens, by their digests, until they expire or the keys of the issuer change. So a
 * client with a valid token is not blocked by others at the same address that send bad ones, and its
 * signature is verified once.
 */
import { createHash } from 'node:crypto';
import type { Grant, Identified } from '../access/access.ts';
import type { IssuerKeySet } from './issuer-keys.ts';

/** The most tokens that are kept; beyond that, the oldest entry is removed. */
const most = 10_000;

interface Good {
  readonly grants: readonly Grant[];
  /** Milliseconds since 1970. */
  readonly until: number;
}

export class GoodTokens {
  readonly #good = new Map<string, Good>();
  /** The keys that verified all of them. */
  #keys: IssuerKeySet | undefined;

  find(token: string, keys: IssuerKeySet | undefined, now: number): Identified | undefined {
    if (keys === undefined || keys !== this.#keys) return undefined;
    const digest = digestOf(token);
    const good = this.#good.get(digest);
    if (good === undefined || now < good.until) return good && { ok: true, grants: good.grants };
    this.#good.delete(digest);
    return undefined;
  }

  add(token: string, keys: IssuerKeySet | undefined, identified: Identified): void {
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
