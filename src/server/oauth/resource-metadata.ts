/** Where clients get a token for this server: the metadata of a protected resource (RFC 9728), for everybody to read. */
import type { FastifyInstance } from 'fastify';
import { type Permission, permissions } from '../../host/credentials/tokens.ts';
import type { Resource } from '../access/authorize.ts';
import { sendJson } from '../lines/send-json.ts';

export interface ResourceMetadata {
  /** The paths of the metadata: below the address of the resource, and of the whole host. */
  readonly paths: readonly string[];
  /** JSON text. */
  readonly document: string;
}

const wellKnown = '/.well-known/oauth-protected-resource';

export interface ResourceOptions {
  /** The address of this server in the form that clients use: they compare it octet by octet. */
  readonly address: string;
  readonly issuer: string;
  /** Which permissions a scope of the issuer gives. */
  readonly permissions: ReadonlyMap<string, readonly Permission[]>;
}

export function resourceOf({
  address,
  issuer,
  permissions: given,
}: ResourceOptions): Resource & ResourceMetadata {
  const { origin, pathname } = new URL(address);
  const below = pathname.replace(/\/$/, '');
  const scopes = [...given.keys()].filter((scope) =>
    permissions.some((each) => given.get(scope)?.includes(each)),
  );
  const document = {
    resource: address,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
  };
  return {
    metadata: `${origin}${wellKnown}${below}`,
    scopesFor: (permission) => scopes.filter((scope) => given.get(scope)?.includes(permission)),
    paths: [...new Set([wellKnown, `${wellKnown}${below}`])],
    document: `${JSON.stringify(document)}\n`,
  };
}

/** Adds the routes. Everything in them is public. */
export function addResourceRoute(app: FastifyInstance, { paths, document }: ResourceMetadata): void {
  for (const path of paths) app.get(path, async (_request, reply) => sendJson(reply, 200, document));
}
