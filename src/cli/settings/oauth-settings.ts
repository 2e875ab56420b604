/** The settings of an issuer of tokens, tried against one another. */
import { resolve } from 'node:path';
import { permissions as allPermissions, type Permission } from '../../host/credentials/tokens.ts';
import { isAddress, readSecureAddress } from '../../host/machine/fetch-octets.ts';
import type { OauthSettings } from '../../server/oauth/oauth-settings.ts';
import type { CommandContext } from '../terminal/context.ts';
import { mistake } from './invalid-config.ts';
import { namedBy, type ServerSettings } from './server-settings.ts';
import { type Key, keys } from './table.ts';

/** Whose signed tokens are taken; undefined where no issuer is named. Throws `UsageError` and `InvalidConfig`. */
export function oauthFrom(
  settings: ServerSettings,
  { cwd }: Pick<CommandContext, 'cwd'>,
): OauthSettings | undefined {
  const { get, origin } = settings;
  const issuer = get('oauth.issuer');
  if (issuer === undefined) {
    const stray = keys.find((key) => key.startsWith('oauth.') && origin(key).kind !== 'default');
    if (stray === undefined) return undefined;
    throw mistake(
      settings,
      stray,
      `${namedBy(settings, stray)} is about an issuer of tokens, and there is none: name it with \`oauth.issuer\``,
      ['oauth.issuer'],
    );
  }
  const address = (key: Key, text: string): URL => {
    const read = readSecureAddress(text, 'keys');
    if (read instanceof URL) return read;
    throw mistake(
      settings,
      key,
      `${namedBy(settings, key)} takes an address of \`https://\`, or of \`http://\` on this machine, not \`${text}\``,
    );
  };
  address('oauth.issuer', issuer);
  const [audiences, jwks] = [get('oauth.audience'), get('oauth.jwks')];
  if (audiences === undefined)
    throw mistake(
      settings,
      'oauth.audience',
      `${namedBy(settings, 'oauth.audience')} is missing: an issuer has tokens for others too, and it says which are for this server`,
    );
  if (jwks === undefined)
    throw mistake(
      settings,
      'oauth.jwks',
      `the keys of the issuer are missing: name them with ${namedBy(settings, 'oauth.jwks')}; the metadata of most issuers have their address as \`jwks_uri\``,
    );
  const resource = get('oauth.resource') ?? audiences.find((each) => /^https?:/.test(each));
  if (resource !== undefined) address('oauth.resource', resource);
  return {
    issuer,
    audiences,
    keys: isAddress(jwks) ? { address: address('oauth.jwks', jwks) } : { file: resolve(cwd, jwks) },
    algorithms: get('oauth.algorithms') ?? [],
    tolerance: (get('oauth.clock-tolerance') ?? 0) * 1000,
    clientClaim: get('oauth.client-claim') ?? 'sub',
    userClaim: get('oauth.user-claim'),
    scopeClaim: get('oauth.scope-claim') ?? 'scope',
    permissions: permissionsOf(get('oauth.permissions') ?? []),
    resource,
  };
}

/** `SCOPE=intercept+observe` → what each scope gives, merged where a scope is given twice. */
function permissionsOf(texts: readonly string[]): ReadonlyMap<string, readonly Permission[]> {
  const all = new Map<string, readonly Permission[]>();
  for (const text of texts) {
    const at = text.lastIndexOf('=');
    const scope = text.slice(0, at);
    const names = text.slice(at + 1).split('+');
    const given = allPermissions.filter((each) => names.includes(each));
    all.set(scope, [...(all.get(scope) ?? []), ...given]);
  }
  return all;
}
