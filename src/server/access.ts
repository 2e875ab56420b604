/**
 * Who may send events and uploads: static bearer tokens
 * (docs/development/protocol-notes.md#credentials), or, where none are
 * configured, anybody on this machine. It looks at headers only; nothing that an
 * event says of itself is a credential.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Token, Tokens, Use } from '../host/tokens.ts';
import { headerValues } from './header-values.ts';

export interface Access {
  /** Whether no token is asked for. */
  readonly anonymous: boolean;
  /** The scope that the credentials of a request stand for; undefined when they are missing or not good for it. */
  scopeOf(use: Use, rawHeaders: readonly string[]): string | undefined;
}

/** The scope of everybody, where no tokens are configured. */
const localScope = 'local';

/**
 * Access by tokens; without tokens it is anonymous. A use whose list of tokens
 * is empty is closed to everybody, as soon as there are tokens at all.
 */
export function createAccess(tokens: Tokens | undefined): Access {
  if (tokens === undefined) {
    return {
      anonymous: true,
      scopeOf: (_use, rawHeaders) => (authorizations(rawHeaders).length > 1 ? undefined : localScope),
    };
  }
  const entries = {
    events: tokens.events.map(toEntry),
    uploads: tokens.uploads.map(toEntry),
    metrics: (tokens.metrics ?? []).map(toEntry),
  };
  return {
    anonymous: false,
    scopeOf(use, rawHeaders) {
      const [authorization, ...others] = authorizations(rawHeaders);
      if (authorization === undefined || others.length > 0) return undefined;
      const token = bearerToken(authorization);
      return token === undefined ? undefined : findScope(entries[use], token);
    },
  };
}

interface Entry {
  readonly digest: Buffer;
  readonly scope: string;
}

function toEntry({ sha256, scope }: Token): Entry {
  return { digest: Buffer.from(sha256, 'hex'), scope };
}

/** Looks at every entry, found or not, so that the time it takes says nothing about the list. */
function findScope(entries: readonly Entry[], token: string): string | undefined {
  // Node reads header values as Latin-1: this gives the octets as they were sent.
  const digest = createHash('sha256').update(token, 'latin1').digest();
  let found: string | undefined;
  for (const entry of entries) {
    if (timingSafeEqual(entry.digest, digest)) found = entry.scope;
  }
  return found;
}

function authorizations(rawHeaders: readonly string[]): string[] {
  return headerValues(rawHeaders, 'authorization');
}

/** The token of `Bearer <token>`, in any case of the scheme's name (RFC 6750, RFC 9110 section 11.1). */
function bearerToken(authorization: string): string | undefined {
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ') return undefined;
  const token = authorization.slice(7).trim();
  return token === '' ? undefined : token;
}
