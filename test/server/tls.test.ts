/** TLS as clients meet it: Node's own, with certificates that openssl made. */
import { copyFileSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import type { connect } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { openAccess } from '../../src/server/access/access.ts';
import { createApp } from '../../src/server/app.ts';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { startServer } from '../../src/server/sockets/listen.ts';
import { TlsKeeper } from '../../src/server/sockets/tls.ts';
import { makeCertificates } from './certificates.ts';
import { echo, fakeHandler } from './fakes.ts';

const certificates = makeCertificates();
afterAll(() => certificates.remove());
for (const name of ['first', 'second', 'client']) certificates.sign(name);
const now = Date.now();
const ca = readFileSync(join(certificates.folder, 'ca.crt'));

/** The files that a server is started with, which a test may change. */
function filesOf(name: string, to: string) {
  const [from, files] = [certificates.of(name), certificates.of(to)];
  copyFileSync(from.certificate, files.certificate);
  copyFileSync(from.key, files.key);
  return { ...files, clientCa: undefined, clientName: undefined, passphrase: undefined };
}

async function serving(keeper: TlsKeeper, use: (port: number) => Promise<void>): Promise<void> {
  const access = openAccess;
  const handler = fakeHandler();
  const limits = { ...defaultLimits, headersTimeout: 300, closeTimeout: 100 };
  const app = createApp({ handler, access, limits });
  const server = await startServer({ app, handler, access, limits, port: 0, tls: keeper });
  try {
    expect(server.addresses[0]).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    await use(Number(new URL(server.addresses[0] ?? '').port));
  } finally {
    await server.close();
  }
}

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
  readonly by: string;
}

/** What a server answers to a message, and the name that its certificate is for. */
const ask = (port: number, more: object = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const asked = request(
      { host: 'localhost', port, path: '/hooks', method: 'POST', headers, ca, agent: false, ...more },
      (response) => {
        const { subject } = (response.socket as ReturnType<typeof connect>).getPeerCertificate();
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode, text, by: String(subject.CN) }));
      },
    );
    asked.on('error', reject);
    asked.end('hello');
  });

test('a message is answered, by what is in force; another certificate is taken up, and a bad one is not', async () => {
  const files = filesOf('first', 'own');
  const keeper = new TlsKeeper(files, () => now);
  await serving(keeper, async (port) => {
    expect(await ask(port)).toEqual({ status: 200, text: echo('hello'), by: 'first' });
    copyFileSync(certificates.of('second').certificate, files.certificate);
    expect(keeper.renew()).toMatch(/is not for the key .* earlier certificate stays in force\.$/);
    expect(keeper.problem).toContain('is not for the key');
    expect((await ask(port)).by).toBe('first');
    copyFileSync(certificates.of('second').key, files.key);
    expect(keeper.renew()).toMatch(/^A new certificate is in force, until 2/);
    expect([keeper.problem, (await ask(port)).by]).toEqual([undefined, 'second']);
  });
});

test('what is no TLS gets no answer, and holds up nobody', async () => {
  await serving(new TlsKeeper(filesOf('first', 'own'), () => now), async (port) => {
    const ended = (send: string): Promise<string> =>
      new Promise((resolve) => {
        let text = '';
        const socket = connectPlain(port, '127.0.0.1', () => socket.write(send));
        socket.on('data', (part) => {
          text += part.toString('latin1');
        });
        socket.on('error', () => {}).on('close', () => resolve(text));
      });
    expect(await ended('POST /hooks HTTP/1.1\r\n\r\n')).not.toContain('HTTP');
    expect(await ended('\u0016\u0003\u0001'.padEnd(600, 'x'))).not.toContain('HTTP');
    // One that says nothing is open meanwhile.
    const silent = connectPlain(port, '127.0.0.1').on('error', () => {});
    expect((await ask(port)).status).toBe(200);
    await expect(ask(port, { ca: undefined })).rejects.toThrow(/certificate/);
    await expect(ask(port, { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow();
    silent.destroy();
  });
});

test('where clients have to show a certificate, those without a good one are not heard', async () => {
  const files = { ...filesOf('first', 'own'), clientCa: join(certificates.folder, 'ca.crt') };
  const stranger = makeCertificates();
  stranger.sign('client');
  const pairOf = ({ certificate, key }: { readonly certificate: string; readonly key: string }) => ({
    cert: readFileSync(certificate),
    key: readFileSync(key),
  });
  try {
    await serving(new TlsKeeper(files, () => now), async (port) => {
      expect((await ask(port, pairOf(certificates.of('client')))).status).toBe(200);
      await expect(ask(port)).rejects.toThrow();
      await expect(ask(port, pairOf(stranger.of('client')))).rejects.toThrow();
    });
  } finally {
    stranger.remove();
  }
});

test('files that cannot be used are named, with what to do', () => {
  certificates.sign('locked', { passphrase: 'sesame' });
  const [first, second, locked] = ['first', 'second', 'locked'].map((name) => certificates.of(name));
  const none = { clientCa: undefined, clientName: undefined, passphrase: undefined };
  const open = (files: object) => () => new TlsKeeper({ ...first, ...none, ...files } as never, () => now);
  expect(open({ certificate: second?.certificate })).toThrow('is not for the key');
  expect(open({ certificate: '/nowhere.crt' })).toThrow('the certificate cannot be read');
  expect(open({ certificate: first?.key })).toThrow('it is no certificate in PEM');
  expect(open({ key: first?.certificate })).toThrow('it is no private key in PEM');
  expect(open({ clientCa: first?.key })).toThrow('it has no certificate in PEM');
  expect(open(locked ?? {})).toThrow('BYLAW_TLS_PASSPHRASE');
  expect(open({ ...locked, passphrase: 'other' })).toThrow('BYLAW_TLS_PASSPHRASE');
  expect(open({ ...locked, passphrase: 'sesame' })).not.toThrow();
  const later = now + 3 * 24 * 60 * 60 * 1000;
  expect(() => new TlsKeeper({ ...first, ...none } as never, () => later)).toThrow('has expired');
});

test('a certificate that expires while it is in force is a problem that says so, until there is another', async () => {
  const files = filesOf('first', 'own');
  let time = now;
  const keeper = new TlsKeeper(files, () => time);
  expect(keeper.problem).toBeUndefined();
  time = keeper.identity.expires;
  expect(keeper.problem).toMatch(/own\.crt" has expired, at \d{4}-.*: renew it\.$/);
  // A client that checks refuses it; one that does not is still answered.
  await serving(keeper, async (port) => expect((await ask(port)).status).toBe(200));
  time = now;
  filesOf('second', 'own');
  keeper.renew();
  expect(keeper.problem).toBeUndefined();
});

test('a connection that says nothing does not keep the server from ending', async () => {
  const access = openAccess;
  const handler = fakeHandler();
  const limits = { ...defaultLimits, headersTimeout: 60_000, closeTimeout: 100 };
  const app = createApp({ handler, access, limits });
  const tls = new TlsKeeper(filesOf('first', 'own'), () => now);
  const server = await startServer({ app, handler, access, limits, port: 0, tls });
  const port = Number(new URL(server.addresses[0] ?? '').port);
  const cut = new Promise((resolve) => {
    connectPlain(port, '127.0.0.1')
      .on('error', () => {})
      .on('close', resolve);
  });
  // The server has taken the first connection when it answers on a second.
  expect((await ask(port)).status).toBe(200);
  await server.close();
  await cut;
});
