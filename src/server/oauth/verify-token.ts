/**
 * Verifies a token of an issuer. It loads the library that verifies, so it is only loaded if the settings
 * name an issuer. The addresses and keys in a token (`jku`, `jwk`, `x5u`, `x5c`) are ignored: the keys come
 * from `issuer-keys.ts`.
 */
import { createLocalJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Permission } from '../../host/credentials/tokens.ts';
import { isScope } from '../../host/credentials/tokens.ts';
import type { Identified } from '../access/access.ts';
import type { IssuerKeySet, IssuerKeys } from './issuer-keys.ts';
import type { OauthSettings } from './oauth-settings.ts';

const refused = (
  why: 'signature' | 'claims' | 'algorithm' | 'expired' | 'no-keys',
  detail: string,
): Identified => ({
  ok: false,
  why,
  detail,
});

/** The types of access tokens (RFC 9068), and those that other issuers write. */
const types = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];

/** Verifies a token by the keys as they are now. `now`: milliseconds since 1970. Never rejects. */
export async function verifyToken(
  token: string,
  settings: OauthSettings,
  keys: IssuerKeys,
  now: number,
): Promise<Identified> {
  try {
    const { alg, typ } = decodeProtectedHeader(token);
    if (alg === undefined || !settings.algorithms.includes(alg))
      return refused('algorithm', 'its algorithm is none of `oauth.algorithms`');
    if (!types.includes(typeof typ === 'string' ? typ.toLowerCase() : typ))
      return refused('algorithm', 'its type is not that of an access token');
    return await verifiedBy(token, settings, keys, now);
  } catch {
    return refused('signature', 'it cannot be read');
  }
}

async function verifiedBy(
  token: string,
  settings: OauthSettings,
  keys: IssuerKeys,
  now: number,
): Promise<Identified> {
  const first = keys.set;
  const result = first && (await verifiedWith(token, settings, first, now));
  if (result !== undefined && result !== 'no-such-key') return result;
  await keys.readAgain();
  const { set } = keys;
  if (set === undefined) return refused('no-keys', 'there are no keys of its issuer');
  const again = set === first ? 'no-such-key' : await verifiedWith(token, settings, set, now);
  if (again !== 'no-such-key') return again;
  // It is not known whether the issuer has a new key.
  if (keys.problem !== undefined)
    return refused('no-keys', 'its key is not known, and its issuer cannot be asked');
  return refused('signature', 'no key of its issuer is the one that it names');
}

/** `no-such-key`: the issuer may have another key by now. */
async function verifiedWith(
  token: string,
  settings: OauthSettings,
  set: IssuerKeySet,
  now: number,
): Promise<Identified | 'no-such-key'> {
  const { issuer, audiences, algorithms, tolerance } = settings;
  try {
    const { payload } = await jwtVerify(token, resolverOf(set), {
      issuer,
      audience: [...audiences],
      algorithms: [...algorithms],
      clockTolerance: tolerance / 1000,
      currentDate: new Date(now),
      requiredClaims: ['exp'],
    });
    return grantIn(payload, settings);
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return 'no-such-key';
    if (error instanceof errors.JWKSMultipleMatchingKeys)
      return refused('signature', 'it does not name which of the keys of its issuer signed it');
    if (error instanceof errors.JWTExpired) return refused('expired', 'it has expired');
    if (error instanceof errors.JWTClaimValidationFailed)
      return refused('claims', `its \`${error.claim}\` is not good`);
    if (error instanceof errors.JOSEAlgNotAllowed)
      return refused('algorithm', 'its algorithm is not allowed');
    return refused('signature', 'its signature is not good');
  }
}

type Resolver = ReturnType<typeof createLocalJWKSet>;
/** Keys are imported once. */
const resolvers = new WeakMap<IssuerKeySet, Resolver>();

function resolverOf(set: IssuerKeySet): Resolver {
  const known = resolvers.get(set);
  if (known !== undefined) return known;
  const resolver = createLocalJWKSet(set as unknown as Parameters<typeof createLocalJWKSet>[0]);
  resolvers.set(set, resolver);
  return resolver;
}

function grantIn(
  payload: JWTPayload,
  { clientClaim, userClaim, scopeClaim, permissions }: OauthSettings,
): Identified {
  // Its client would have to prove more than that it has the token.
  if (payload.cnf !== undefined)
    return refused('claims', 'it is bound to a key (`cnf`), which is not verified here');
  const scope = payload[clientClaim];
  if (typeof scope !== 'string' || !isScope(scope))
    return refused('claims', `its \`${clientClaim}\` names no client`);
  const user = userClaim === undefined ? undefined : payload[userClaim];
  if (user !== undefined && (typeof user !== 'string' || !isScope(user)))
    return refused('claims', `its \`${userClaim}\` names no user`);
  const expires = (payload.exp ?? 0) * 1000;
  const may = new Set<Permission>(
    scopesIn(payload[scopeClaim]).flatMap((each) => permissions.get(each) ?? []),
  );
  return {
    ok: true,
    grants: [{ scope, by: 'token', may: [...may], expires, ...(user === undefined ? {} : { user }) }],
  };
}

/** A text with blanks between, or a list. */
const scopesIn = (claim: unknown): readonly string[] =>
  typeof claim === 'string'
    ? claim.split(' ')
    : Array.isArray(claim)
      ? claim.filter((each): each is string => typeof each === 'string')
      : [];
