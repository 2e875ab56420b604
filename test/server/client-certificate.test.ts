/** Who a certificate says that a client is: read off what Node tells of it, and through a handshake. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../src/facts/event/client.ts';
import type { Handler } from '../../src/protocol/handle.ts';
import { createAccess, type TokenAccess } from '../../src/server/access/access.ts';
import { type CertificateName, shownCertificate } from '../../src/server/access/client-certificate.ts';
import { ownerOf } from '../../src/server/access/door.ts';
import { createApp } from '../../src/server/app.ts';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { startServer } from '../../src/server/sockets/listen.ts';
import { TlsKeeper } from '../../src/server/sockets/tls.ts';
import { makeCertificates } from './certificates.ts';
import { sha256 } from './fakes.ts';

test.each<[CertificateName, string | readonly string[] | undefined, string, string | undefined]>([
  ['subject-cn', 'ci', '', 'ci'],
  ['subject-cn', 'Continuous Integration', 'URI:x', 'Continuous Integration'],
  ['subject-cn', ['ci', 'release'], '', undefined],
  ['subject-cn', undefined, 'DNS:ci', undefined],
  ['subject-cn', '', '', undefined],
  ['subject-cn', 'ci\n', '', undefined],
  ['subject-cn', 'ci\u0000.evil', '', undefined],
  ['san-uri', 'ci', 'DNS:localhost, URI:spiffe://acme/ci, IP Address:127.0.0.1', 'spiffe://acme/ci'],
  ['san-uri', 'ci', 'URI:spiffe://acme/ci, URI:spiffe://acme/release', undefined],
  ['san-uri', 'ci', 'DNS:localhost', undefined],
  ['san-dns', 'ci', 'URI:urn:x, DNS:ci.acme.example', 'ci.acme.example'],
  ['san-dns', 'ci', 'DNS:"ci, DNS:release"', 'ci, DNS:release'],
  ['san-uri', 'ci', 'DNS:"a, URI:spiffe://acme/ci"', undefined],
  ['san-uri', 'ci', 'DNS:a"b, URI:spiffe://acme/ci', undefined],
  ['san-uri', 'ci', 'URI:"spiffe://acme/\\u0000ci"', undefined],
  ['san-email', 'ci', 'email:ci@acme.example', 'ci@acme.example'],
])('%s of %j and %j is %j', (which, CN, subjectaltname, name) => {
  const subject = { CN } as never;
  const found = shownCertificate({ subject, subjectaltname, valid_to: 'Nov 24 00:00:00 2030 GMT' }, which);
  expect(found?.name).toBe(name);
});

test('a token and a certificate of one name own nothing of each other', () => {
  const may = ['upload'] as const;
  const owners = (['token', 'certificate'] as const).map((by) => ownerOf({ scope: 'ci', by, may }));
  expect(new Set(owners).size).toBe(2);
});

const certificates = makeCertificates();
afterAll(() => certificates.remove());
for (const name of ['server', 'ci']) certificates.sign(name);
const ca = readFileSync(join(certificates.folder, 'ca.crt'));
let now = Date.now();

async function serving(access: TokenAccess, use: (ask: Ask) => Promise<void>): Promise<void> {
  const seen: (Client | undefined)[] = [];
  const handler: Handler = {
    handle(_text, client) {
      seen.push(client);
      return { kind: 'answer', body: '{}' };
    },
  };
  const clientCa = join(certificates.folder, 'ca.crt');
  const files = {
    ...certificates.of('server'),
    clientCa,
    clientName: 'subject-cn',
    passphrase: undefined,
  } as const;
  const limits = { ...defaultLimits, closeTimeout: 100 };
  const app = createApp({ handler, access, limits });
  const server = await startServer({
    app,
    handler,
    access,
    limits,
    port: 0,
    tls: new TlsKeeper(files, Date.now),
  });
  const port = Number(new URL(server.addresses[0] ?? '').port);
  const { certificate, key } = certificates.of('ci');
  const pair = { cert: readFileSync(certificate), key: readFileSync(key) };
  const ask: Ask = (headers = {}, agent) =>
    new Promise((resolve, reject) => {
      const all = { 'content-type': 'application/json', ...headers };
      const asked = request(
        { host: 'localhost', port, path: '/hooks', method: 'POST', headers: all, ca, agent, ...pair },
        (response) => {
          response.resume().on('end', () => resolve([response.statusCode, seen.splice(0)[0]]));
        },
      );
      asked.on('error', reject);
      asked.end('{}');
    });
  try {
    await use(ask);
  } finally {
    await server.close();
  }
}
type Ask = (headers?: object, agent?: Agent) => Promise<readonly [number | undefined, Client | undefined]>;

const tokens = [{ sha256: sha256('sesame'), scope: 'ci', may: ['intercept', 'observe'] as const }];
const accessOf = (may: readonly ('intercept' | 'observe' | 'upload')[]): TokenAccess =>
  createAccess(tokens, { certificates: may, now: () => now });

test('a certificate is who asks; a token goes before it, and a bad one is not made good by it', async () => {
  await serving(accessOf(['intercept', 'observe']), async (ask) => {
    expect(await ask()).toEqual([200, { way: 'certificate', certificate: 'ci' }]);
    expect(await ask({ authorization: 'Bearer sesame' })).toEqual([
      200,
      { way: 'token', token: 'ci', certificate: 'ci' },
    ]);
    expect(await ask({ authorization: 'Bearer other' })).toEqual([401, undefined]);
  });
});

test('a session of TLS that is taken up again has the same client', async () => {
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 4 });
  await serving(accessOf(['intercept', 'observe']), async (ask) => {
    for (const _ of [1, 2, 3])
      expect(await ask({}, agent)).toEqual([200, { way: 'certificate', certificate: 'ci' }]);
  });
  agent.destroy();
});

test('it may do what the server gives to certificates', async () => {
  await serving(accessOf(['observe']), async (ask) => {
    expect(await ask()).toEqual([200, { way: 'certificate', certificate: 'ci', only: 'observe' }]);
  });
  await serving(accessOf(['upload']), async (ask) => {
    expect(await ask()).toEqual([403, undefined]);
  });
});

test('a certificate that expires while the connection is open proves nobody from then on', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await serving(accessOf(['intercept', 'observe']), async (ask) => {
    expect((await ask({}, agent))[0]).toBe(200);
    now += 3 * 24 * 60 * 60 * 1000;
    expect((await ask({}, agent))[0]).toBe(401);
    // Nor beside a token, which is good by itself.
    expect(await ask({ authorization: 'Bearer sesame' }, agent)).toEqual([
      200,
      { way: 'token', token: 'ci' },
    ]);
    agent.destroy();
  });
});
