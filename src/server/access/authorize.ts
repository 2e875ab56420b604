/**
 * Whether a request may pass, from its headers alone, and the answer if it may not: 401 without valid
 * credentials, 403 without the permission, 429 above a rate limit, 503 if the credentials cannot be
 * verified now. The challenge is that of RFC 6750 and RFC 9728. No answer repeats a credential.
 */
import type { IncomingMessage } from 'node:http';
import { type Awaitable, whenThere } from '../../engine/awaitable.ts';
import type { Permission } from '../../host/credentials/tokens.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import {
  type Access,
  type Grant,
  grantFor,
  grantForMessages,
  type Identified,
  type InvalidCredentials,
  type MessageGrant,
} from './access.ts';
import { certificateOf } from './door.ts';
import type { RefusalLog } from './refusal-log.ts';
import { networkOf } from './remote-address.ts';

/**
 * What a request wants to do: send messages, which needs `intercept` or `observe`, or something that needs
 * one permission.
 */
export type Wanted = 'messages' | Permission;

export interface RequestRefusal {
  readonly status: 401 | 403 | 429 | 503;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** A sentence for the author of the client, with its line feed. */
  readonly text: string;
}

export type Authorized =
  | { readonly ok: true; readonly grant: MessageGrant }
  | { readonly ok: false; readonly refusal: RequestRefusal };

/** Never throws and never rejects. */
export type Authorize = (
  request: Pick<IncomingMessage, 'rawHeaders' | 'socket'>,
  wanted: Wanted,
) => Awaitable<Authorized>;

/** Where clients can get a token of the issuer. */
export interface Resource {
  /** The address of its metadata (RFC 9728). */
  readonly metadata: string;
  /** The scopes of the issuer that give a permission. */
  scopesFor(permission: Permission): readonly string[];
}

/** A rate limit of clients, of this process or of several servers. */
export interface ClientLimiter {
  /** Takes a token of a client: 0, or the milliseconds until there is one. Never rejects. */
  take(client: string): Awaitable<number>;
}

export interface AuthorizeOptions {
  readonly resource?: Resource | undefined;
  /** The rate limit of a proved client; undefined without a limit. */
  readonly clients?: ClientLimiter | undefined;
  /** How often requests of an address may be refused for their credentials before no signature is verified. */
  readonly refusals?: RateLimiter | undefined;
  /** Called for each request that is refused for its credentials. */
  readonly refused?: RefusalLog['note'] | undefined;
  /** Called for each request above a rate limit: of its client, or of refused requests from its address. */
  readonly throttled?: ((who: 'client' | 'address') => void) | undefined;
}

export function authorizer(access: Access, options: AuthorizeOptions = {}): Authorize {
  const { resource, clients, refusals, refused, throttled } = options;
  const tooOften = (who: 'client' | 'address', wait: number): Authorized => {
    throttled?.(who);
    return { ok: false, refusal: comeLater(wait) };
  };
  const decide = (
    identified: Identified,
    wanted: Wanted,
    address: string | undefined,
  ): Awaitable<Authorized> => {
    if (!identified.ok) {
      const { why, detail } = identified;
      const network = networkOf(address) ?? '';
      if (why === 'not-verified') return tooOften('address', refusals?.wait(network) ?? 0);
      const wait = isSuspect(why) ? (refusals?.take(network) ?? 0) : 0;
      if (wait > 0) return tooOften('address', wait);
      refused?.(why, address, detail);
      return { ok: false, refusal: notProven(why, resource) };
    }
    const { grants } = identified;
    const waiting = clients === undefined || access.anonymous ? 0 : clients.take(clientKey(grants));
    return whenThere(waiting, (wait) =>
      wait > 0 ? tooOften('client', wait) : permit(grants, wanted, address),
    );
  };
  const permit = (grants: readonly Grant[], wanted: Wanted, address: string | undefined): Authorized => {
    const grant = wanted === 'messages' ? grantForMessages(grants) : grantFor(grants, wanted);
    if (grant !== undefined) return { ok: true, grant };
    if (access.anonymous) return { ok: false, refusal: noCredentials };
    refused?.('permission', address, `${describeClient(grants)} ${lacking(wanted)}`);
    return { ok: false, refusal: notPermitted(wanted, resource) };
  };
  return ({ rawHeaders, socket }, wanted) => {
    const address = socket.remoteAddress;
    const mayVerify = refusals === undefined || refusals.wait(networkOf(address) ?? '') === 0;
    const certificate = certificateOf(socket);
    return whenThere(access.identify({ rawHeaders, certificate, mayVerify }), (identified) =>
      decide(identified, wanted, address),
    );
  };
}

/** A request without credentials, or with ones that cannot be verified now, is no guess and does not count. */
const isSuspect = (why: InvalidCredentials): boolean => why !== 'missing' && why !== 'no-keys';

/** The first of several scopes names the client. */
const clientKey = ([grant]: readonly Grant[]): string => `${grant?.by} ${grant?.scope}`;

function comeLater(wait: number): RequestRefusal {
  const seconds = String(Math.max(1, Math.ceil(wait / 1000)));
  const text = 'There were too many requests: try again after the seconds in Retry-After.\n';
  return { status: 429, headers: [['Retry-After', seconds]], text };
}

const unprovenTexts: Readonly<Record<InvalidCredentials, string>> = {
  missing: 'Send a token that may do this, in one header: Authorization: Bearer TOKEN.',
  malformed: 'Send one header Authorization: Bearer TOKEN, and no other.',
  unknown: 'The token is not known here.',
  expired: 'The token, or the certificate, has expired: get a new one.',
  signature: 'The token is not valid: no key of its issuer has signed it.',
  claims: 'The token is not valid: it is not for this server, not from its issuer, or names no client.',
  algorithm: 'The token is not valid: its algorithm is not accepted, or it is no access token.',
  'foreign-scope': 'The token is not valid: it names a client that the file of tokens also has.',
  'no-keys': 'The token cannot be verified now: try again after the seconds in Retry-After.',
};

function notProven(why: InvalidCredentials, resource: Resource | undefined): RequestRefusal {
  const text = `${unprovenTexts[why]}\n`;
  if (why === 'no-keys') return { status: 503, headers: [['Retry-After', '10']], text };
  // Without credentials, the challenge says where to get some, and names no error (RFC 6750, section 3.1).
  const error = why === 'missing' ? undefined : why === 'malformed' ? 'invalid_request' : 'invalid_token';
  const challenge = challengeOf({ error, resource_metadata: resource?.metadata });
  return { status: 401, headers: [['WWW-Authenticate', challenge]], text };
}

const permissionsFor = (wanted: Wanted): readonly Permission[] =>
  wanted === 'messages' ? ['intercept', 'observe'] : [wanted];

const lacking = (wanted: Wanted): string =>
  `lacks the permission ${permissionsFor(wanted)
    .map((each) => `\`${each}\``)
    .join(' or ')}`;

/** Whose credentials these are, for the administrator. */
const describeClient = (grants: readonly Grant[]): string =>
  `the ${grants[0]?.by ?? 'token'} of ${[...new Set(grants.map(({ scope }) => JSON.stringify(scope)))].join(' and ')}`;

/** Without tokens nothing proves who asks, so no client may do what needs proof. */
const noCredentials: RequestRefusal = {
  status: 403,
  headers: [],
  text: 'This server has no tokens, so no client may do this: start it with --tokens, and give a client the permission.\n',
};

function notPermitted(wanted: Wanted, resource: Resource | undefined): RequestRefusal {
  const scope =
    permissionsFor(wanted)
      .flatMap((each) => resource?.scopesFor(each) ?? [])
      .join(' ') || undefined;
  const challenge = challengeOf({
    error: 'insufficient_scope',
    scope,
    resource_metadata: resource?.metadata,
  });
  const text = `The client may not do this: its token or certificate ${lacking(wanted)}.\n`;
  return { status: 403, headers: [['WWW-Authenticate', challenge]], text };
}

/** `Bearer` with its parameters in quotes: none of them has quotes or backslashes itself. */
function challengeOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}="${value}"`,
  );
  return said.length === 0 ? 'Bearer' : `Bearer ${said.join(', ')}`;
}
