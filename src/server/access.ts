/**
 * Who may send events and uploads: static bearer tokens
 * (docs/development/protocol-notes.md#credentials), or, where none are
 * configured, anybody on this machine. It looks at headers only; nothing that an
 * event says of itself is a credential.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Client } from '../facts/client.ts';
import type { Permission, Token } from '../host/tokens.ts';
import { headerValues } from './header-values.ts';

export interface Access {
  /** Whether no token is asked for. */
  readonly anonymous: boolean;
  /** The scope that the credentials of a request stand for; undefined when they are missing or not good for it. */
  scopeOf(permission: Permission, rawHeaders: readonly string[]): string | undefined;
  /** The same for messages, which ask about calls or tell of them: what the credentials are good for, at least one of both. */
  grantOf(rawHeaders: readonly string[]): Grant | undefined;
}

/** What credentials are good for. */
export interface Grant extends Pick<Client, 'only'> {
  readonly scope: string;
}

/** Access whose tokens can change. */
export interface TokenAccess extends Access {
  /** From now on by these tokens; one that is not among them any more is good for nothing. */
  follow(tokens: readonly Token[]): void;
}

/** The scope of everybody, where no tokens are configured. */
const localScope = 'local';

/** Access without tokens: it is anonymous. */
export const openAccess: Access = {
  anonymous: true,
  scopeOf: (_permission, rawHeaders) => (authorizations(rawHeaders).length > 1 ? undefined : localScope),
  grantOf: (rawHeaders) => (authorizations(rawHeaders).length > 1 ? undefined : { scope: localScope }),
};

/** Access by tokens. What no token may do is closed to everybody. `now`: milliseconds since 1970. */
export function createAccess(tokens: readonly Token[], now: () => number = Date.now): TokenAccess {
  let entries = tokens.map(toEntry);
  const scopeOf = (permission: Permission, token: string): string | undefined =>
    findScope(entries, permission, token, now());
  const withToken = <Found>(
    rawHeaders: readonly string[],
    find: (token: string) => Found | undefined,
  ): Found | undefined => {
    const [authorization, ...others] = authorizations(rawHeaders);
    if (authorization === undefined || others.length > 0) return undefined;
    const token = bearerToken(authorization);
    return token === undefined ? undefined : find(token);
  };
  return {
    anonymous: false,
    scopeOf: (permission, rawHeaders) => withToken(rawHeaders, (token) => scopeOf(permission, token)),
    grantOf: (rawHeaders) =>
      withToken(rawHeaders, (token) => {
        const [asks, tells] = [scopeOf('intercept', token), scopeOf('observe', token)];
        const scope = asks ?? tells;
        if (scope === undefined) return undefined;
        return asks !== undefined && tells !== undefined
          ? { scope }
          : { scope, only: asks === undefined ? 'observe' : 'intercept' };
      }),
    follow(others) {
      entries = others.map(toEntry);
    },
  };
}

interface Entry extends Pick<Token, 'scope' | 'may' | 'expires'> {
  readonly digest: Buffer;
}

const toEntry = ({ sha256, ...rest }: Token): Entry => ({ digest: Buffer.from(sha256, 'hex'), ...rest });

/** Looks at every entry, found or not, so that the time it takes says nothing about the list. */
function findScope(
  entries: readonly Entry[],
  permission: Permission,
  token: string,
  now: number,
): string | undefined {
  // Node reads header values as Latin-1: this gives the octets as they were sent.
  const digest = createHash('sha256').update(token, 'latin1').digest();
  let found: string | undefined;
  for (const { digest: known, scope, may, expires } of entries) {
    const isGood = may.includes(permission) && (expires === undefined || now < expires);
    if (timingSafeEqual(known, digest) && isGood) found = scope;
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
