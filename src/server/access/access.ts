/**
 * What the credentials of a request prove, and what they permit: static bearer tokens, tokens of an issuer
 * (docs/development/protocol-notes.md#credentials) and certificates. If none are configured, anybody on
 * this machine has access. It reads headers only; nothing in an event is a credential.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Awaitable, whenThere } from '../../engine/awaitable.ts';
import type { Client } from '../../facts/event/client.ts';
import type { Permission, ServerToken } from '../../host/credentials/tokens.ts';
import { headerValues } from '../lines/header-values.ts';

/** What credentials prove about a client, and what it may do. */
export interface Grant {
  /** The owner: uploads belong to it. */
  readonly scope: string;
  /** Milliseconds since 1970 when it ends. */
  readonly expires?: number | undefined;
  /** What has proved it. */
  readonly by: 'token' | 'certificate';
  readonly may: readonly Permission[];
  /** The user whom a token of an issuer names. */
  readonly user?: string | undefined;
  /** The name in the certificate that the client has shown, also beside a token; undefined once that has expired. */
  readonly certificate?: string | undefined;
}

/** Why credentials are not accepted. */
export type InvalidCredentials =
  /** There are none. */
  | 'missing'
  /** They are no single bearer token. */
  | 'malformed'
  /** The token is unknown. */
  | 'unknown'
  | 'expired'
  /** A token of an issuer with a wrong signature, wrong claims or another algorithm. */
  | 'signature'
  | 'claims'
  | 'algorithm'
  /** It names a client that also has a static token. */
  | 'foreign-scope'
  /** It cannot be verified: there are no keys of the issuer. */
  | 'no-keys';
/** Why a request is refused now: too many requests of its address were refused, so no further signature is verified. */
type Untried = 'not-verified';

export type Identified =
  /** More than one only for a token with several uses in the earlier form of the file. */
  | { readonly ok: true; readonly grants: readonly Grant[] }
  | {
      readonly ok: false;
      readonly why: InvalidCredentials | Untried;
      /** Details for the administrator; nothing of the token. */
      readonly detail?: string | undefined;
    };

export interface Access {
  /** Whether no credentials are asked for. */
  readonly anonymous: boolean;
  /** Never throws and never rejects. */
  identify(credentials: Credentials): Awaitable<Identified>;
}

/** The credentials of a request. */
export interface Credentials {
  readonly rawHeaders: readonly string[];
  /** The certificate of the client, if that proves a client. */
  readonly certificate?: ShownCertificate | undefined;
  /** Whether a signature that is not in the cache is verified, which takes time. By default it is. */
  readonly mayVerify?: boolean | undefined;
}

/** A certificate that an authority of the server has signed, and that names a client. */
export interface ShownCertificate {
  readonly name: string;
  /** When it ends, in milliseconds since 1970: a connection may last longer. */
  readonly expires: number;
}

/** Access whose tokens can change. */
export interface TokenAccess extends Access {
  /** Those in force. */
  readonly tokens: readonly ServerToken[];
  /** Replaces the tokens; a removed token is no longer accepted. */
  follow(tokens: readonly ServerToken[]): void;
}

/** Verifies tokens of an issuer. */
export interface TokenVerifier {
  /** The result for a token that was verified before; undefined if it has to be verified. */
  known(token: string): Identified | undefined;
  /** Never rejects. */
  verify(token: string): Promise<Identified>;
}

export interface AccessOptions {
  /** For credentials that look like a token of an issuer. */
  readonly verifier?: TokenVerifier | undefined;
  /** What clients with a certificate and no token may do; undefined if certificates prove no client. */
  readonly certificates?: readonly Permission[] | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

const refused = (why: InvalidCredentials | Untried, detail?: string): Identified => ({
  ok: false,
  why,
  detail,
});

/** The scope of all clients, if no tokens are configured. */
const everybody: Identified = {
  ok: true,
  grants: [{ scope: 'local', by: 'token', may: ['intercept', 'observe', 'upload', 'read-metrics'] }],
};

/** Access without tokens: it is anonymous. */
export const openAccess: Access = {
  anonymous: true,
  identify: ({ rawHeaders }) => (authorizations(rawHeaders).length > 1 ? refused('malformed') : everybody),
};

/** Access by tokens. What no token permits, no client can do. */
export function createAccess(
  tokens: readonly ServerToken[],
  { verifier, certificates, now = Date.now }: AccessOptions = {},
): TokenAccess {
  let inForce = tokens;
  let entries = tokens.map(toEntry);
  const byIssuer = (token: string, issuer: TokenVerifier, mayVerify: boolean): Awaitable<Identified> =>
    whenThere(
      issuer.known(token) ?? (mayVerify ? issuer.verify(token) : refused('not-verified')),
      (identified) => {
        const isTaken = ({ scope }: Grant): boolean => entries.some((entry) => entry.scope === scope);
        return identified.ok && identified.grants.some(isTaken)
          ? refused('foreign-scope', 'it names a client that the file of tokens also has')
          : identified;
      },
    );
  const byCertificate = (shown: ShownCertificate): Identified => {
    if (certificates === undefined) return refused('missing');
    if (now() >= shown.expires) return refused('expired', `the certificate of ${JSON.stringify(shown.name)}`);
    const { name } = shown;
    return { ok: true, grants: [{ scope: name, by: 'certificate', may: certificates, certificate: name }] };
  };
  // A connection may last longer than the certificate of its handshake.
  const beside = (identified: Identified, shown: ShownCertificate | undefined): Identified =>
    !identified.ok || shown === undefined || now() >= shown.expires
      ? identified
      : { ok: true, grants: identified.grants.map((grant) => ({ ...grant, certificate: shown.name })) };
  return {
    anonymous: false,
    identify({ rawHeaders, certificate: shown, mayVerify = true }) {
      const [authorization, ...others] = authorizations(rawHeaders);
      // A wrong token is refused; no other proof is tried.
      if (authorization === undefined) return shown === undefined ? refused('missing') : byCertificate(shown);
      const token = others.length > 0 ? undefined : bearerToken(authorization);
      if (token === undefined) return refused('malformed');
      const known = identifyKnown(entries, token, now());
      if (known.ok || known.why !== 'unknown' || verifier === undefined) return beside(known, shown);
      if (!looksSigned(token)) return known;
      return whenThere(byIssuer(token, verifier, mayVerify), (identified) => beside(identified, shown));
    },
    get tokens() {
      return inForce;
    },
    follow(others) {
      inForce = others;
      entries = others.map(toEntry);
    },
  };
}

interface Entry extends Pick<ServerToken, 'scope' | 'may' | 'expires'> {
  readonly digest: Buffer;
}

const toEntry = ({ sha256, ...rest }: ServerToken): Entry => ({
  digest: Buffer.from(sha256, 'hex'),
  ...rest,
});

/** Compares with every entry, so that the time reveals nothing about the list. */
function identifyKnown(entries: readonly Entry[], token: string, now: number): Identified {
  // Node reads header values as Latin-1: this gives the octets as they were sent.
  const digest = createHash('sha256').update(token, 'latin1').digest();
  const grants: Grant[] = [];
  let expired: string | undefined;
  for (const { digest: known, scope, may, expires } of entries) {
    const isGood = expires === undefined || now < expires;
    if (!timingSafeEqual(known, digest)) continue;
    if (isGood) grants.push({ scope, by: 'token', may });
    else expired = scope;
  }
  if (grants.length > 0) return { ok: true, grants };
  return expired === undefined
    ? refused('unknown')
    : refused('expired', `the token of ${JSON.stringify(expired)}`);
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

/** Three parts with dots between them, as a signed token in its compact form (RFC 7515) has; the last may be empty. */
const looksSigned = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);

/** A grant for messages, which ask about calls or report them; `only`: the single one of these that it permits. */
export interface MessageGrant extends Grant, Pick<Client, 'only'> {}

/** The grant for a permission. */
export const grantFor = (grants: readonly Grant[], permission: Permission): Grant | undefined =>
  grants.findLast(({ may }) => may.includes(permission));

/** The grant for messages, if there is one. */
export function grantForMessages(grants: readonly Grant[]): MessageGrant | undefined {
  const [asks, tells] = [grantFor(grants, 'intercept'), grantFor(grants, 'observe')];
  const grant = asks ?? tells;
  if (grant === undefined) return undefined;
  return asks !== undefined && tells !== undefined
    ? grant
    : { ...grant, only: asks === undefined ? 'observe' : 'intercept' };
}
