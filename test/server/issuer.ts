/** An issuer of tokens on loopback, for tests: its keys at an address, and tokens that they sign. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';

export interface Issuer {
  /** What tokens name in `iss`. */
  readonly address: string;
  readonly jwks: string;
  /** How often its keys were asked for. */
  readonly asked: number;
  /** The private keys by their `kid`. */
  readonly keys: ReadonlyMap<string, CryptoKey>;
  /** Another key; with `alone` those before are withdrawn. */
  rotate(kid: string, alone?: boolean): Promise<void>;
  /** What is at the address of the keys in their place; undefined for the keys. */
  say(text: string | undefined): void;
  /** A token, by default one that is good. */
  token(claims?: object, header?: Partial<JWTHeaderParameters>): Promise<string>;
  close(): Promise<void>;
}

export const audience = 'https://policy.acme.example/';

/** `now`: milliseconds since 1970. */
export async function startIssuer(now: () => number = Date.now): Promise<Issuer> {
  const keys = new Map<string, CryptoKey>();
  let published: readonly object[] = [];
  let instead: string | undefined;
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end(instead ?? JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: Issuer = {
    address,
    jwks: `${address}/jwks`,
    keys,
    get asked() {
      return asked;
    },
    async rotate(kid, alone = false) {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'ES256' };
      if (alone) keys.clear();
      keys.set(kid, privateKey);
      published = alone ? [jwk] : [...published, jwk];
    },
    say(text) {
      instead = text;
    },
    async token(claims = {}, header = {}) {
      const [kid = ''] = [...keys.keys()].slice(-1);
      const at = Math.floor(now() / 1000);
      const usual = {
        iss: address,
        aud: audience,
        sub: 'ci',
        scope: 'bylaw:intercept bylaw:observe',
        iat: at,
        exp: at + 600,
      };
      return await new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt', ...header })
        .sign(keys.get(header.kid ?? kid) ?? keys.get(kid)!);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await issuer.rotate('first');
  return issuer;
}
