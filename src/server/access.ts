/**
 * What the credentials of a request prove, and what they are good for: static bearer tokens, tokens of an issuer
 * (docs/development/protocol-notes.md#credentials) and certificates, or, where none are configured, anybody on this machine. It looks at headers
 * only; nothing that an event says of itself is a credential.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Awaitable, whenThere } from '../engine/awaitable.ts';
import type { Client } from '../facts/client.ts';
import type { Permission, Token } from '../host/credentials/tokens.ts';
import { headerValues } from './header-values.ts';

/** What credentials prove of a client, and what it may do. */
export interface Grant {
  /** Whose it is: what is uploaded belongs to it. */
  readonly scope: string;
  /** Milliseconds since 1970 from which on it is good for nothing. */
  readonly expires?: number | undefined;
  /** What has proved it. */
  readonly by: 'token' | 'certificate';
  readonly may: readonly Permission[];
  /** The user whom a token of an issuer names. */
  readonly user?: string | undefined;
  /** The name in the certificate that the client has shown, also beside a token; undefined once that has expired. */
  readonly certificate?: string | undefined;
}

/** Why credentials prove nobody. */
export type Unproven =
  /** There are none. */
  | 'missing'
  /** They are no single bearer token. */
  | 'malformed'
  /** Nobody knows the token. */
  | 'unknown'
  | 'expired'
  /** A token of an issuer whose signature, claims or algorithm are not good. */
  | 'signature'
  | 'claims'
  | 'algorithm'
  /** It names a client that a static token stands for. */
  | 'foreign-scope'
  /** Whether it is good cannot be told: the keys of the issuer are not there. */
  | 'no-keys';
/** Why a request is not let in now: too many of the same address were refused to look at another signature. */
type Untried = 'not-verified';

export type Identified =
  /** More than one only for a token that the earlier form of the file has for several uses. */
  | { readonly ok: true; readonly grants: readonly Grant[] }
  | {
      readonly ok: false;
      readonly why: Unproven | Untried;
      /** More of it for whoever runs the server; nothing of the token. */
      readonly detail?: string | undefined;
    };

export interface Access {
  /** Whether no credentials are asked for. */
  readonly anonymous: boolean;
  /** Never throws and never rejects. */
  identify(credentials: Credentials): Awaitable<Identified>;
}

/** What a request has to show. */
export interface Credentials {
  readonly rawHeaders: readonly string[];
  /** What the client has shown in the handshake, where that proves a client. */
  readonly certificate?: ShownCertificate | undefined;
  /** Whether a signature that is not known to be good is looked at: that takes time. By default it is. */
  readonly mayVerify?: boolean | undefined;
}

/** A certificate that an authority of the server has signed, and that names a client. */
export interface ShownCertificate {
  readonly name: string;
  /** Milliseconds since 1970: a connection may last longer. */
  readonly expires: number;
}

/** Access whose tokens can change. */
export interface TokenAccess extends Access {
  /** Those in force. */
  readonly tokens: readonly Token[];
  /** From now on by these tokens; one that is not among them any more is good for nothing. */
  follow(tokens: readonly Token[]): void;
}

/** Tells whether a token of an issuer is good. */
export interface TokenVerifier {
  /** What is known of a token that was found to be good; undefined where it has to be verified. */
  known(token: string): Identified | undefined;
  /** Never rejects. */
  verify(token: string): Promise<Identified>;
}

export interface AccessOptions {
  /** Asked about what looks like a token of an issuer. */
  readonly verifier?: TokenVerifier | undefined;
  /** What clients may do who show a certificate, and no token; undefined where certificates prove no client. */
  readonly certificates?: readonly Permission[] | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

const refused = (why: Unproven | Untried, detail?: string): Identified => ({ ok: false, why, detail });

/** The scope of everybody, where no tokens are configured. */
const everybody: Identified = {
  ok: true,
  grants: [{ scope: 'local', by: 'token', may: ['intercept', 'observe', 'upload', 'read-metrics'] }],
};

/** Access without tokens: it is anonymous. */
export const openAccess: Access = {
  anonymous: true,
  identify: ({ rawHeaders }) => (authorizations(rawHeaders).length > 1 ? refused('malformed') : everybody),
};

/** Access by tokens. What no token may do is closed to everybody. */
export function createAccess(
  tokens: readonly Token[],
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
          ? refused('foreign-scope', 'it names a client that the file of tokens has as well')
          : identified;
      },
    );
  const byCertificate = (shown: ShownCertificate): Identified => {
    if (certificates === undefined) return refused('missing');
    if (now() >= shown.expires) return refused('expired', 'the certificate has expired');
    const { name } = shown;
    return { ok: true, grants: [{ scope: name, by: 'certificate', may: certificates, certificate: name }] };
  };
  // A connection may last longer than what was shown in its handshake.
  const beside = (identified: Identified, shown: ShownCertificate | undefined): Identified =>
    !identified.ok || shown === undefined || now() >= shown.expires
      ? identified
      : { ok: true, grants: identified.grants.map((grant) => ({ ...grant, certificate: shown.name })) };
  return {
    anonymous: false,
    identify({ rawHeaders, certificate: shown, mayVerify = true }) {
      const [authorization, ...others] = authorizations(rawHeaders);
      // A token that is not good is no reason to look for another proof.
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

interface Entry extends Pick<Token, 'scope' | 'may' | 'expires'> {
  readonly digest: Buffer;
}

const toEntry = ({ sha256, ...rest }: Token): Entry => ({ digest: Buffer.from(sha256, 'hex'), ...rest });

/** Looks at every entry, found or not, so that the time it takes says nothing about the list. */
function identifyKnown(entries: readonly Entry[], token: string, now: number): Identified {
  // Node reads header values as Latin-1: this gives the octets as they were sent.
  const digest = createHash('sha256').update(token, 'latin1').digest();
  const grants: Grant[] = [];
  let hasExpired = false;
  for (const { digest: known, scope, may, expires } of entries) {
    const isGood = expires === undefined || now < expires;
    if (!timingSafeEqual(known, digest)) continue;
    if (isGood) grants.push({ scope, by: 'token', may });
    else hasExpired = true;
  }
  return grants.length > 0 ? { ok: true, grants } : refused(hasExpired ? 'expired' : 'unknown');
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

/** A grant for messages, which ask about calls or tell of them: `only` is what alone it is good for. */
export interface MessageGrant extends Grant, Pick<Client, 'only'> {}

/** The grant that is good for a permission. */
export const grantFor = (grants: readonly Grant[], permission: Permission): Grant | undefined =>
  grants.findLast(({ may }) => may.includes(permission));

/** The grant that is good for messages, as far as there is one. */
export function grantForMessages(grants: readonly Grant[]): MessageGrant | undefined {
  const [asks, tells] = [grantFor(grants, 'intercept'), grantFor(grants, 'observe')];
  const grant = asks ?? tells;
  if (grant === undefined) return undefined;
  return asks !== undefined && tells !== undefined
    ? grant
    : { ...grant, only: asks === undefined ? 'observe' : 'intercept' };
}
