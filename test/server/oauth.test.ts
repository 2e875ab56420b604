/** Tokens of an issuer: which are good, what they prove, and every way to forge one that is known. */
import { createHmac, generateKeyPairSync, KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccess, type Identified } from '../../src/server/access/access.ts';
import { createApp } from '../../src/server/app.ts';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { Load } from '../../src/server/limits/load.ts';
import { createMetrics } from '../../src/server/metrics/metrics.ts';
import { Oauth } from '../../src/server/oauth/oauth.ts';
import type { OauthSettings } from '../../src/server/oauth/oauth-settings.ts';
import { resourceOf } from '../../src/server/oauth/resource-metadata.ts';
import { fakeHandler, sha256 } from './fakes.ts';
import { audience, type Issuer, startIssuer } from './issuer.ts';

/** The clock on the wall, and milliseconds since the test began. */
let now = Date.UTC(2026, 5, 1);
let elapsed = 0;
let issuer: Issuer;
let oauth: Oauth;
beforeAll(async () => {
  issuer = await startIssuer(() => now);
});
afterAll(() => issuer.close());

const settings = (more: Partial<OauthSettings> = {}): OauthSettings => ({
  issuer: issuer.address,
  audiences: [audience],
  keys: { address: new URL(issuer.jwks) },
  algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
  tolerance: 30_000,
  clientClaim: 'sub',
  userClaim: undefined,
  scopeClaim: 'scope',
  permissions: new Map([
    ['bylaw:intercept', ['intercept'] as const],
    ['bylaw:observe', ['observe'] as const],
    ['operators', ['read-metrics', 'upload'] as const],
  ]),
  resource: audience,
  ...more,
});

const open = async (more: Partial<OauthSettings> = {}): Promise<Oauth> => {
  const opened = new Oauth(settings(more), { now: () => now, elapsed: () => elapsed });
  await opened.start();
  opened.close();
  return opened;
};

beforeEach(async () => {
  issuer.say(undefined);
  elapsed += 60 * 60_000;
  await issuer.rotate('first', true);
  oauth = await open();
});

const good = { scope: 'ci', by: 'token', may: ['intercept', 'observe'] };
const told = (found: Identified) =>
  found.ok ? found.grants.map(({ expires: _, ...grant }) => grant) : found.why;

describe('a token of the issuer', () => {
  test('proves the client that it names, with what its scopes give', async () => {
    expect(told(await oauth.verify(await issuer.token()))).toEqual([good]);
    const scoped = await issuer.token({ sub: 'ops', scope: 'openid operators', aud: ['other', audience] });
    expect(told(await oauth.verify(scoped))).toEqual([
      { scope: 'ops', by: 'token', may: ['read-metrics', 'upload'] },
    ]);
    const none = await issuer.token({ scope: undefined });
    expect(told(await oauth.verify(none))).toEqual([{ scope: 'ci', by: 'token', may: [] }]);
  });

  test('is read by the claims that are named, and may name a user', async () => {
    const other = await open({ clientClaim: 'azp', userClaim: 'upn', scopeClaim: 'roles' });
    const token = await issuer.token({ azp: 'build', upn: 'dana', roles: ['bylaw:intercept', 7] });
    expect(told(await other.verify(token))).toEqual([
      { scope: 'build', by: 'token', may: ['intercept'], user: 'dana' },
    ]);
    expect(told(await other.verify(await issuer.token()))).toBe('claims');
    expect(told(await other.verify(await issuer.token({ azp: 'build', upn: ['dana'] })))).toBe('claims');
  });

  test('ends, and begins, with the tolerance for clocks', async () => {
    const at = Math.floor(now / 1000);
    const lasting = async (claims: object) => told(await oauth.verify(await issuer.token(claims)));
    expect(await lasting({ exp: at - 29 })).toEqual([good]);
    expect(await lasting({ exp: at - 31 })).toBe('expired');
    expect(await lasting({ nbf: at + 29 })).toEqual([good]);
    expect(await lasting({ nbf: at + 31 })).toBe('claims');
    expect(await lasting({ exp: undefined })).toBe('claims');
    expect(await lasting({ exp: 'never' })).not.toEqual([good]);
  });
});

describe('a token that is forged', () => {
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = () => ({ iss: issuer.address, aud: audience, sub: 'ci', exp: Math.floor(now / 1000) + 600 });
  const publicJwk = () =>
    exportJWK(KeyObject.from(issuer.keys.get('first')!)).then(({ d: _d, ...jwk }) => jwk);

  test.each([
    ['is for others', { aud: 'https://other.example/' }],
    ['is for the name as part of another', { aud: `${audience}x` }],
    ['is for nobody', { aud: undefined }],
    ['is from another issuer', { iss: 'https://evil.example' }],
    ['is from nobody', { iss: undefined }],
    ['is from a list of issuers', { iss: ['x'] }],
    ['names no client', { sub: undefined }],
    ['names an empty client', { sub: '' }],
    ['names a client with a control character', { sub: 'ci\n' }],
    ['names a client that is an object', { sub: { ci: true } }],
    ['is bound to a key that nobody shows', { cnf: { jkt: 'x' } }],
  ])('and %s', async (_, more) => {
    expect(told(await oauth.verify(await issuer.token(more)))).toBe('claims');
  });

  test('without a signature, or with one by a secret that everybody knows', async () => {
    for (const alg of ['none', 'None', 'HS256', 'hs256', 'ES256']) {
      const signed = `${encoded({ alg, kid: 'first' })}.${encoded(claims())}`;
      const secrets = ['', JSON.stringify(await publicJwk())];
      for (const secret of secrets) {
        const mac = createHmac('sha256', secret || 'x')
          .update(signed)
          .digest('base64url');
        for (const signature of ['', mac])
          expect((await oauth.verify(`${signed}.${signature}`)).ok).toBe(false);
      }
    }
  });

  test('by a key of its own, wherever it says that its key is', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = await exportJWK(publicKey);
    issuer.say(undefined);
    const before = issuer.asked;
    for (const more of [
      {},
      { jwk },
      { jku: `${issuer.address}/evil`, kid: 'evil' },
      { x5u: `${issuer.address}/evil` },
      { kid: '../../../../dev/null' },
      { kid: `${issuer.address}/jwks` },
      { kid: "first' or '1'='1" },
      { kid: '__proto__' },
      { kid: 'first', b64: false, crit: ['b64'] },
      { kid: 'first', crit: ['exp'], exp: 1 },
    ]) {
      const made = new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', ...more } as never);
      const token = await made.sign(privateKey).catch(async () => {
        const signed = `${encoded({ alg: 'ES256', ...more })}.${encoded(claims())}`;
        return `${signed}.${Buffer.alloc(64, 1).toString('base64url')}`;
      });
      expect(told(await oauth.verify(token)), JSON.stringify(more)).toBe('signature');
    }
    // They were just read: no token makes the server ask again.
    expect(issuer.asked).toBe(before);
  });

  test('of an algorithm that is not taken, or of another type', async () => {
    const only = await open({ algorithms: ['PS256'] });
    expect(told(await only.verify(await issuer.token()))).toBe('algorithm');
    for (const typ of ['logout+jwt', 'dpop+jwt', 'secevent+jwt'])
      expect(told(await oauth.verify(await issuer.token({}, { typ })))).toBe('algorithm');
    expect(told(await oauth.verify(await issuer.token({}, { typ: 'JWT' })))).toEqual([good]);
  });

  test('changed by one octet anywhere, cut off, or of any other form', async () => {
    const token = await issuer.token();
    for (let at = 0; at < token.length; at += 7) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      // The last character of a part has bits that mean nothing.
      if (Buffer.from(changed, 'base64url').equals(Buffer.from(token, 'base64url'))) continue;
      expect((await oauth.verify(changed)).ok, String(at)).toBe(false);
      expect((await oauth.verify(token.slice(0, at))).ok).toBe(false);
    }
    for (const odd of ['', '..', 'a.b.c', '.'.repeat(5000), 'e30.e30.e30', `${'e30'.repeat(3000)}.e30.e30`])
      expect((await oauth.verify(odd)).ok).toBe(false);
  });
});

describe('the keys of the issuer', () => {
  test('are taken up when a token names a new one, and are asked for twice a minute at most', async () => {
    await issuer.rotate('second');
    elapsed += 30_000;
    const before = issuer.asked;
    expect(told(await oauth.verify(await issuer.token()))).toEqual([good]);
    await issuer.rotate('third');
    const third = await issuer.token();
    expect(told(await oauth.verify(third))).toBe('signature');
    const flood = Array.from({ length: 200 }, (_, at) => issuer.token({}, { kid: `k${at}` }));
    const results = await Promise.all((await Promise.all(flood)).map((token) => oauth.verify(token)));
    expect(new Set(results.map(told))).toEqual(new Set(['signature']));
    expect(issuer.asked).toBe(before + 1);
    elapsed += 30_000;
    expect(told(await oauth.verify(third))).toEqual([good]);
    expect(issuer.asked).toBe(before + 2);
  });

  test('that were withdrawn are good for nothing after five minutes', async () => {
    const old = await issuer.token();
    await issuer.rotate('second', true);
    await oauth.keys.keepFresh();
    expect(told(await oauth.verify(old))).toEqual([good]);
    elapsed += 5 * 60_000;
    await oauth.keys.keepFresh();
    expect(told(await oauth.verify(old))).toBe('signature');
  });

  test('go on for an hour while the issuer is away, and then nobody can tell', async () => {
    const [old, unheard] = [await issuer.token(), await issuer.token({}, { kid: 'new' })];
    issuer.say('<html>down</html>');
    elapsed += 6 * 60_000;
    await oauth.keys.keepFresh();
    expect(oauth.problem).toMatch(
      /no set of JSON web keys\. The earlier keys stay in use, for an hour at most\.$/,
    );
    expect(oauth.unready).toBeUndefined();
    expect(told(await oauth.verify(old))).toEqual([good]);
    expect(told(await oauth.verify(unheard))).toBe('no-keys');
    elapsed += 60 * 60_000;
    now += 1;
    expect(told(await oauth.verify(old))).toBe('no-keys');
    expect(oauth.unready).toMatch(/None of its tokens is accepted\.$/);
    issuer.say(undefined);
    elapsed += 30_000;
    await oauth.keys.keepFresh();
    expect([oauth.problem, told(await oauth.verify(old))]).toEqual([undefined, [good]]);
  });

  test.each([
    ['no JSON', '{', 'no set of JSON web keys'],
    ['no keys', '{"keys":[]}', 'there is no key'],
    ['a secret key', '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}', 'a secret key'],
    ['a private key', '{"keys":[{"kty":"EC","d":"x"}]}', 'a secret key'],
    [
      'too many',
      JSON.stringify({ keys: Array.from({ length: 101 }, () => ({ kty: 'EC' })) }),
      'more than 100',
    ],
    ['too much', `{"keys":[${' '.repeat(300_000)}]}`, 'larger than 256 KiB'],
  ])('that are %s are not taken', async (_, text, why) => {
    issuer.say(text);
    const other = await open();
    expect(other.unready).toContain(why);
    expect(told(await other.verify(await issuer.token()))).toBe('no-keys');
  });

  test('can stand in a file, which is read again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-jwks-'));
    const file = join(folder, 'jwks.json');
    try {
      const absent = await open({ keys: { file } });
      expect(absent.unready).toContain('cannot be read');
      writeFileSync(file, await (await fetch(issuer.jwks)).text());
      elapsed += 1000;
      expect(told(await absent.verify(await issuer.token()))).toEqual([good]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('a token that was found to be good is known as long as it lasts and the keys are the same', async () => {
  const token = await issuer.token();
  expect(oauth.known(token)).toBeUndefined();
  const found = await oauth.verify(token);
  expect(oauth.known(token)).toEqual(found);
  await oauth.verify(await issuer.token({ aud: 'x' }));
  expect(oauth.known(await issuer.token({ aud: 'x' }))).toBeUndefined();
  now += 629_000;
  expect(oauth.known(token)).toEqual(found);
  now += 1000;
  expect(oauth.known(token)).toBeUndefined();
  const other = await issuer.token();
  await oauth.verify(other);
  await issuer.rotate('second', true);
  elapsed += 5 * 60_000;
  await oauth.keys.keepFresh();
  expect(oauth.known(other)).toBeUndefined();
});

test('a server without the keys is not ready, and says why', async () => {
  const inForce = {
    policies: '',
    isStale: false,
    brokenLayers: [],
    warnings: [],
    sessions: { memories: 0, evicted: 0 },
    memoryProblem: undefined,
    deniesWithoutMemory: false,
  };
  const pressure = { load: new Load(defaultLimits), delay: { most: 0 } };
  const metrics = createMetrics(undefined, inForce, pressure);
  issuer.say('down');
  metrics.addOauth(await open());
  const why = expect.stringContaining('The keys of the issuer of tokens cannot be read');
  expect([metrics.unready(), metrics.problems()]).toEqual([[why], [why]]);
  // With the keys from before it decides, and is not well.
  const other = createMetrics(undefined, inForce, pressure);
  other.addOauth(oauth);
  elapsed += 6 * 60_000;
  await oauth.keys.keepFresh();
  expect([other.unready(), other.problems()]).toEqual([[], [why]]);
});

describe('over HTTP', () => {
  const appOf = () => {
    const { issuer: named, permissions } = settings();
    const address = 'https://policy.acme.example/bylaw';
    const access = createAccess(
      [{ sha256: sha256('static'), scope: 'team-a', may: ['intercept', 'observe'] }],
      {
        verifier: oauth,
      },
    );
    return createApp({
      handler: fakeHandler(),
      access,
      resource: resourceOf({ address, issuer: named, permissions }),
    });
  };
  const post = async (token: string | undefined, url = '/hooks') => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    const {
      statusCode,
      headers: said,
      body,
    } = await appOf().inject({ method: 'POST', url, headers, payload: 'hello' });
    return [statusCode, said['www-authenticate'], body] as const;
  };
  const metadata = 'https://policy.acme.example/.well-known/oauth-protected-resource/bylaw';

  test('a good token is let in beside those of the file, and says where to get one to whom has none', async () => {
    expect((await post(await issuer.token()))[0]).toBe(200);
    expect((await post('static'))[0]).toBe(200);
    expect(await post(undefined)).toEqual([
      401,
      `Bearer resource_metadata="${metadata}"`,
      'Send a token that may do this, in one header: Authorization: Bearer TOKEN.\n',
    ]);
    for (const token of ['other', await issuer.token({ aud: 'x' }), 'a.b.c']) {
      const [status, challenge] = await post(token);
      expect([status, challenge]).toEqual([
        401,
        `Bearer error="invalid_token", resource_metadata="${metadata}"`,
      ]);
    }
  });

  test('what a token may not do is 403, with the permission and the scope that it lacks', async () => {
    const challenge = `Bearer error="insufficient_scope", scope="bylaw:intercept bylaw:observe", resource_metadata="${metadata}"`;
    const text =
      'The client may not do this: its token or certificate lacks the permission `intercept` or `observe`.\n';
    expect(await post(await issuer.token({ scope: 'operators' }))).toEqual([403, challenge, text]);
  });

  test('a token does not stand for a client of the file', async () => {
    expect((await post(await issuer.token({ sub: 'team-a' })))[0]).toBe(401);
  });

  test('while nobody can tell, the answer is 503', async () => {
    issuer.say('down');
    oauth = await open();
    expect((await post(await issuer.token()))[0]).toBe(503);
    expect((await post('static'))[0]).toBe(200);
  });

  test('the metadata are for everybody, below both paths', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/bylaw',
    ]) {
      const { statusCode, body } = await appOf().inject({ method: 'GET', url: path });
      expect([statusCode, JSON.parse(body)]).toEqual([
        200,
        {
          resource: 'https://policy.acme.example/bylaw',
          authorization_servers: [issuer.address],
          scopes_supported: ['bylaw:intercept', 'bylaw:observe', 'operators'],
          bearer_methods_supported: ['header'],
        },
      ]);
    }
  });
});
