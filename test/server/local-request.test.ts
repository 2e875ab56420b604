import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openAccess } from '../../src/server/access/access.ts';
import { type Foreign, foreignTexts } from '../../src/server/access/local-request.ts';
import { createApp } from '../../src/server/app.ts';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { createConnectionServer, listenOn } from '../../src/server/sockets/connections.ts';
import { startServer } from '../../src/server/sockets/listen.ts';
import { accessBy, fakeHandler, rawClient, sha256, statuses } from './fakes.ts';

const anonymous = openAccess;
const guarded = accessBy({ events: [{ sha256: sha256('t'), scope: 'team-a' }], uploads: [] });

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(access = anonymous) {
  const handler = fakeHandler();
  const turnedAway: Foreign[] = [];
  const metrics = {
    problems: () => [],
    unready: () => [],
    hindered: () => [],
    warnings: () => [],
    text: async () => 'metrics',
    contentType: 'text/plain',
  };
  const limits = { ...defaultLimits, closeTimeout: 50 };
  const app = createApp({ handler, access, limits, metrics, onForeign: (why) => turnedAway.push(why) });
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-doors-'));
  const socket = join(folder, 's');
  const server = await startServer({ app, handler, access, limits, port: 0 });
  const unix = createConnectionServer({ app, handler, entrance: { door: 'socket' }, limits });
  await listenOn(unix.server, { path: socket });
  closers.push(
    () => unix.close(),
    () => server.close(),
    () => rmSync(folder, { recursive: true }),
  );
  const port = Number(new URL(server.addresses[0]!).port);
  const ask = async (head: string, where: 'port' | 'socket' = 'port', body = 'x'): Promise<string> => {
    const client = await rawClient(where === 'port' ? { host: '127.0.0.1', port } : { path: socket });
    const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`;
    client.socket.write(`${head.replaceAll('PORT', String(port))}\r\n${length}\r\n\r\n${body}`);
    return await client.closed();
  };
  const status = async (head: string, where?: 'port' | 'socket') => statuses(await ask(head, where))[0];
  return { ask, status, handler, turnedAway };
}

const post = (...headers: string[]): string => ['POST /hooks HTTP/1.1', ...headers].join('\r\n');

describe('without tokens', () => {
  test.each([
    'localhost:PORT',
    'localhost',
    'LocalHost.:PORT',
    '127.0.0.1:PORT',
    '127.0.0.1',
    '127.8.9.10:PORT',
    '[::1]:PORT',
    '[::1]',
  ])('the host %s is answered', async (host) => {
    const { status, handler } = await listen();
    expect(await status(post(`Host: ${host}`))).toBe(200);
    expect(handler.texts).toEqual(['x']);
  });

  test.each([
    'rebind.example:PORT',
    'rebind.example',
    'localhost:1',
    'localhost:',
    'localhost.example:PORT',
    'evil.localhost:PORT',
    '127.0.0.1.example:PORT',
    '127.0.0.1@rebind.example:PORT',
    '0.0.0.0:PORT',
    '[::]:PORT',
    '[::1:PORT',
    '[localhost]:PORT',
    '192.168.0.1:PORT',
    '127.1:PORT',
    '2130706433:PORT',
    '',
  ])('the host %j is not, by any path or method', async (host) => {
    const { ask, handler, turnedAway } = await listen();
    const requests = [
      'POST /hooks',
      'POST /content',
      'GET /metrics',
      'GET /health',
      'OPTIONS /hooks',
      'GET /',
      'PUT /%zz',
    ];
    for (const request of requests) {
      const answer = await ask(`${request} HTTP/1.1\r\nHost: ${host}`);
      expect(statuses(answer), request).toEqual([403]);
      expect(answer).toContain('localhost, 127.0.0.1 or [::1]');
    }
    expect(handler.texts).toEqual([]);
    expect(turnedAway).toEqual(requests.map(() => 'host'));
  });

  test('a host that is missing or there twice is not answered', async () => {
    const { status, handler } = await listen();
    expect(await status('POST /hooks HTTP/1.0')).toBe(403);
    expect(await status('POST /hooks HTTP/1.0\r\nHost: localhost\r\nHost: rebind.example')).not.toBe(200);
    expect(handler.texts).toEqual([]);
  });

  test('a target that names another host is not answered', async () => {
    const { status, handler } = await listen();
    for (const target of ['http://rebind.example/hooks', 'http://localhost/hooks', '*'])
      expect(await status(`POST ${target} HTTP/1.1\r\nHost: localhost`)).toBe(403);
    expect(await status('POST //rebind.example/hooks HTTP/1.1\r\nHost: localhost')).toBe(404);
    expect(handler.texts).toEqual([]);
  });

  test.each([
    'Origin: https://example.com',
    'Origin: null',
    'Origin: ',
    'Origin: http://localhost:3000',
    'Origin: http://localhost',
    'Origin: https://localhost:PORT',
    'Origin: file://',
    'Origin: chrome-extension://abc',
    'Origin: http://localhost:PORT\r\nOrigin: https://example.com',
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Site: same-site',
    'Sec-Fetch-Site: anything',
  ])('a page is not answered: %s', async (header) => {
    const { ask, handler, turnedAway } = await listen();
    for (const where of ['port', 'socket'] as const) {
      const answer = await ask(post('Host: localhost', header), where);
      expect(statuses(answer)).toEqual([403]);
      expect(answer).toContain(foreignTexts.page);
    }
    expect(handler.texts).toEqual([]);
    expect(turnedAway).toEqual(['page', 'page']);
  });

  test('a preflight is refused, and allows nothing', async () => {
    const { ask } = await listen();
    const preflight =
      'OPTIONS /hooks HTTP/1.1\r\nHost: localhost\r\nOrigin: https://example.com\r\nAccess-Control-Request-Method: POST';
    const answer = await ask(preflight, 'port', '');
    expect(statuses(answer)).toEqual([403]);
    expect(answer.toLowerCase()).not.toContain('access-control');
  });

  test('a body that waits for leave is never asked for', async () => {
    const { ask, handler } = await listen();
    expect(statuses(await ask(post('Host: rebind.example', 'Expect: 100-continue')))).toEqual([403]);
    expect(handler.texts).toEqual([]);
  });

  test('what a person types into a browser is answered', async () => {
    const { status } = await listen();
    expect(await status('GET /health HTTP/1.1\r\nHost: localhost:PORT\r\nSec-Fetch-Site: none')).toBe(200);
    const own = 'Origin: http://localhost:PORT\r\nSec-Fetch-Site: same-origin';
    expect(await status(post('Host: localhost:PORT', own))).toBe(200);
  });

  test('a Unix socket takes any host', async () => {
    const { status } = await listen();
    expect(await status(post('Host: bylaw.example'), 'socket')).toBe(200);
  });
});

test('with tokens the token decides, whatever the host', async () => {
  const { status, handler } = await listen(guarded);
  expect(await status(post('Host: bylaw.example', 'Origin: https://example.com'))).toBe(401);
  expect(await status(post('Host: bylaw.example', 'Authorization: Bearer t'))).toBe(200);
  expect(handler.texts).toEqual(['x']);
});
