import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { openAccess } from '../../src/server/access/access.ts';
import { refusalTexts } from '../../src/server/access/refusal-texts.ts';
import { createApp } from '../../src/server/app.ts';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { startServer } from '../../src/server/sockets/listen.ts';
import { accessBy, echo, fakeHandler, rawClient, sha256, statuses } from './fakes.ts';

const anonymous = openAccess;
const guarded = accessBy({
  events: [{ sha256: sha256('event-token'), scope: 'team-a' }],
  uploads: [{ sha256: sha256('upload-token'), scope: 'team-a' }],
});

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function build(limits = {}, access = anonymous) {
  const handler = fakeHandler();
  const all = { ...defaultLimits, ...limits };
  const app = createApp({ handler, access, limits: all });
  closers.push(() => app.close());
  return { app, handler, access, limits: all };
}

async function listen(limits = {}, access = anonymous) {
  const built = build({ closeTimeout: 50, ...limits }, access);
  const server = await startServer({ ...built, port: 0 });
  closers.unshift(() => server.close());
  const port = Number(new URL(server.addresses[0]!).port);
  return { ...built, server, client: () => rawClient({ host: '127.0.0.1', port }) };
}

function post(app: FastifyInstance, payload: string | Buffer, more: InjectOptions = {}) {
  const headers = { 'content-type': 'application/json', ...more.headers };
  return app.inject({ method: 'POST', url: '/hooks', payload, ...more, headers });
}

function rawPost(body: string, headers = ''): string {
  return (
    `POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

describe('replies', () => {
  test.each([
    ['answer', 200, echo('answer')],
    ['malformed', 400, '{"error":"malformed"}'],
    ['accepted', 202, ''],
    ['refused', 400, ''],
    ['failed', 500, ''],
  ])('%s becomes its status', async (text, status, body) => {
    const { app } = build();
    const response = await post(app, text);
    expect(response.statusCode).toBe(status);
    expect(response.body).toBe(body);
    expect(response.headers['content-type']).toBe(body === '' ? undefined : 'application/json');
    expect(response.headers['content-length']).toBe(String(body.length));
  });

  test('a defect of the handler is a bare 500, and the next request is served', async () => {
    const { app } = build();
    const response = await post(app, 'throw');
    expect([response.statusCode, response.body]).toEqual([500, '']);
    expect((await post(app, 'x')).statusCode).toBe(200);
  });

  test('no header names the software', async () => {
    const { app } = build();
    const { headers } = await post(app, 'x');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('the text reaches the handler as it was sent', async () => {
    const { app, handler } = build();
    await post(app, '{"a":"ü\u2028 \\u0000"}');
    expect(handler.texts).toEqual(['{"a":"ü\u2028 \\u0000"}']);
  });

  test('what is not UTF-8 is a parse error without an id', async () => {
    const { app, handler } = build();
    const response = await post(app, Buffer.from([0x7b, 0xc3, 0x28, 0x7d]));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } });
    expect(handler.texts).toEqual([]);
  });

  test('an empty body is given to the handler as an empty text', async () => {
    const { app, handler } = build();
    await post(app, '', { headers: { 'content-length': '0' } });
    expect(handler.texts).toEqual(['']);
  });
});

describe('routes and methods', () => {
  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    '%s is not allowed',
    async (method) => {
      const { app, handler } = build({}, guarded);
      const response = await app.inject({ method, url: '/hooks?x=1' });
      expect([response.statusCode, response.body, response.headers.allow]).toEqual([
        405,
        method === 'HEAD' ? '' : 'This path accepts only POST.\n',
        'POST',
      ]);
      expect(handler.texts).toEqual([]);
    },
  );

  test.each(['/', '/hook', '/hooks/', '/hooks/x', '/HOOKS', '/content', '/%zz', '/__proto__'])(
    '%s is not there',
    async (url) => {
      const { app } = build();
      for (const method of ['GET', 'POST'] as const) {
        const response = await app.inject({ method, url, headers: { 'content-type': 'application/json' } });
        expect([response.statusCode, response.body]).toEqual([404, refusalTexts[404]]);
      }
    },
  );

  test('unusual methods are refused on the socket, too', async () => {
    const { client } = await listen();
    const { socket, closed } = await client();
    socket.write('PROPFIND /hooks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(statuses(await closed())).toEqual([405]);
  });
});

describe('credentials', () => {
  const authorized = { authorization: 'Bearer event-token' };

  test('the token for events opens the route', async () => {
    const { app } = build({}, guarded);
    expect((await post(app, 'x', { headers: authorized })).statusCode).toBe(200);
  });

  test.each([
    [undefined, 401, 'Bearer', 'Send a token'],
    ['Bearer wrong', 401, 'Bearer error="invalid_token"', 'not known here'],
    [
      'Bearer upload-token',
      403,
      'Bearer error="insufficient_scope"',
      'lacks the permission `intercept` or `observe`',
    ],
    ['event-token', 401, 'Bearer error="invalid_request"', 'Send one header'],
    ['Basic event-token', 401, 'Bearer error="invalid_request"', 'Send one header'],
  ])('%s does not', async (authorization, status, challenge, text) => {
    const { app, handler } = build({}, guarded);
    const response = await post(app, 'x', authorization === undefined ? {} : { headers: { authorization } });
    expect([response.statusCode, response.headers['www-authenticate']]).toEqual([status, challenge]);
    expect(response.body).toContain(text);
    expect(handler.texts).toEqual([]);
  });

  test('they are checked before the media type and the size', async () => {
    const { app } = build({ maxMessageBytes: 2 }, guarded);
    const response = await post(app, 'too large', { headers: { 'content-type': 'text/plain' } });
    expect(response.statusCode).toBe(401);
  });

  test('a media type that is not even well formed changes nothing about that', async () => {
    const { app } = build({}, guarded);
    expect((await post(app, 'x', { headers: { 'content-type': ';;=' } })).statusCode).toBe(401);
  });

  test.each([
    ['guarded', guarded],
    ['anonymous', anonymous],
  ])('two Authorization headers are refused (%s)', async (_name, access) => {
    const { client, handler } = await listen({}, access);
    const { socket, closed } = await client();
    const twice = 'Authorization: Bearer event-token\r\nauthorization: Bearer event-token\r\n';
    socket.write(rawPost('x', `${twice}Connection: close\r\n`));
    expect(statuses(await closed())).toEqual([401]);
    expect(handler.texts).toEqual([]);
  });

  test('a client that waits to be asked for the body is refused without being asked', async () => {
    const { client } = await listen({}, guarded);
    const { socket, closed } = await client();
    socket.write(
      'POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
        'Content-Length: 5\r\nExpect: 100-continue\r\n\r\n',
    );
    expect(statuses(await closed())).toEqual([401]);
  });
});

describe('media types', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;a=b',
    'application/json; charset="UTF-8"',
    'application/json;charset=utf8',
  ])('%s is taken', async (type) => {
    const { app } = build();
    expect((await post(app, 'x', { headers: { 'content-type': type } })).statusCode).toBe(200);
  });

  test.each([
    'text/json',
    'application/jsonx',
    'application/problem+json',
    'text/plain',
    ';;=',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json;Charset="latin1"',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset=',
  ])('%s is not', async (type) => {
    const { app, handler } = build();
    const response = await post(app, 'x', { headers: { 'content-type': type } });
    expect([response.statusCode, response.body]).toEqual([415, refusalTexts[415]]);
    expect(handler.texts).toEqual([]);
  });

  test('a message needs one', async () => {
    const { app } = build();
    const response = await app.inject({ method: 'POST', url: '/hooks', payload: Buffer.from('x') });
    expect(response.statusCode).toBe(415);
  });

  test('two of them are a contradiction', async () => {
    const { client } = await listen();
    const { socket, closed } = await client();
    socket.write(rawPost('x', 'Content-Type: text/plain\r\nConnection: close\r\n'));
    expect(statuses(await closed())).toEqual([415]);
  });

  test('a compressed message is refused', async () => {
    const { app } = build();
    expect((await post(app, 'x', { headers: { 'content-encoding': 'gzip' } })).statusCode).toBe(415);
  });
});

describe('sizes', () => {
  const limits = { maxMessageBytes: 10 };

  test('a message of exactly the limit is taken, one octet more is not', async () => {
    const { app } = build(limits);
    expect((await post(app, 'x'.repeat(10))).statusCode).toBe(200);
    const response = await post(app, 'x'.repeat(11));
    expect([response.statusCode, response.body]).toEqual([413, refusalTexts[413]]);
  });

  test('the announced size is enough to refuse: no octet of the body is sent', async () => {
    const { client } = await listen(limits);
    const { socket, until } = await client();
    socket.write(
      'POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n',
    );
    expect(statuses(await until((text) => text.includes('\r\n\r\n')))).toEqual([413]);
    socket.destroy();
  });

  test('a client that waits to be asked for a large body never is', async () => {
    const { client } = await listen(limits);
    const { socket, closed } = await client();
    socket.write(
      'POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n',
    );
    const text = await closed();
    expect(statuses(text)).toEqual([413]);
    expect(text.toLowerCase()).toContain('connection: close');
  });

  test('the limit holds for chunked bodies while they arrive', async () => {
    const { client, handler } = await listen(limits);
    const { socket, until } = await client();
    socket.write(
      'POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n' +
        '6\r\nxxxxxx\r\n6\r\nxxxxxx\r\n',
    );
    expect(statuses(await until((text) => text.includes('\r\n\r\n')))).toEqual([413]);
    expect(handler.texts).toEqual([]);
    socket.destroy();
  });

  test('the limit holds for a chunked body that comes whole, with its headers', async () => {
    const { client, handler } = await listen(limits);
    const { socket, closed } = await client();
    socket.write(
      'POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n' +
        'Connection: close\r\n\r\n6\r\nxxxxxx\r\n6\r\nxxxxxx\r\n0\r\n\r\n',
    );
    expect(statuses(await closed())).toEqual([413]);
    expect(handler.texts).toEqual([]);
  });

  test('a chunked body within the limit is a message', async () => {
    const { client, handler } = await listen(limits);
    const { socket, closed } = await client();
    socket.write(
      'POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n' +
        'Connection: close\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n',
    );
    expect(statuses(await closed())).toEqual([200]);
    expect(handler.texts).toEqual(['abc']);
  });

  test('after a refusal the rest is thrown away and the connection goes on', async () => {
    const { client, handler } = await listen(limits);
    const { socket, closed, until } = await client();
    socket.write(rawPost('x'.repeat(5000)));
    await until((text) => text.includes('413'));
    socket.write(rawPost('next', 'Connection: close\r\n'));
    expect(statuses(await closed())).toEqual([413, 200]);
    expect(handler.texts).toEqual(['next']);
  });

  test('a client that goes on sending what was refused is cut', async () => {
    const { client } = await listen({ ...limits, lingerTimeout: 20 });
    const { socket, closed } = await client();
    socket.write(
      `POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\nx`,
    );
    expect(statuses(await closed())).toEqual([413]);
  });
});

describe('connections', () => {
  test('Expect: 100-continue is answered when the body is wanted', async () => {
    const { client, handler } = await listen();
    const { socket, closed, until } = await client();
    socket.write(
      'POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 3\r\n' +
        'Expect: 100-continue\r\nConnection: close\r\n\r\n',
    );
    await until((text) => text.includes('100 Continue\r\n\r\n'));
    expect(handler.texts).toEqual([]);
    socket.write('abc');
    expect(statuses(await closed())).toEqual([100, 200]);
  });

  test('pipelined messages are answered in order', async () => {
    const { client } = await listen();
    const { socket, closed } = await client();
    const texts = ['one', 'accepted', 'two', 'malformed', 'three'];
    socket.write(texts.map((text) => rawPost(text)).join('') + rawPost('last', 'Connection: close\r\n'));
    const received = await closed();
    expect(statuses(received)).toEqual([200, 202, 200, 400, 200, 200]);
    const order = ['one', 'two', 'malformed', 'three', 'last'].map((text) => received.indexOf(`"${text}"`));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
  });

  test('octets that are not HTTP get a bare 400', async () => {
    const { client } = await listen();
    const { socket, closed } = await client();
    socket.write('GARBAGE\r\n\r\n');
    const text = await closed();
    expect(text).toBe('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });

  test.each([
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 1\r\n'],
    ['a length and chunks', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'],
    ['a length that is none', 'Content-Length: +1\r\n'],
  ])('%s are refused', async (_name, headers) => {
    const { client, handler } = await listen();
    const { socket, closed } = await client();
    socket.write(
      `POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\nx`,
    );
    expect(statuses(await closed())).toEqual([400]);
    expect(handler.texts).toEqual([]);
  });

  test('headers over the limit get 431', async () => {
    const { client } = await listen({ maxHeaderBytes: 512 });
    const { socket, closed } = await client();
    socket.write(rawPost('x', `X: ${'y'.repeat(1000)}\r\n`));
    expect(statuses(await closed())).toEqual([431]);
  });

  test('a second Authorization header is seen behind any number of others', async () => {
    const { client } = await listen({ maxHeaderBytes: 64 * 1024 }, guarded);
    const { socket, closed } = await client();
    const many = 'a:b\r\n'.repeat(3000);
    const one = 'Authorization: Bearer event-token\r\n';
    socket.write(rawPost('x', `${one}${many}${one}Connection: close\r\n`));
    expect(statuses(await closed())).toEqual([401]);
  });

  test('connections over the bound are closed unanswered', async () => {
    const { client } = await listen({ maxConnections: 1 });
    const first = await client();
    first.socket.write(rawPost('x'));
    await first.until((text) => text.includes('200'));
    const second = await client();
    expect(await second.closed()).toBe('');
    first.socket.destroy();
  });
});

describe('slow clients', () => {
  const quick = { connectionsCheckingInterval: 10 };

  test('headers that never end', async () => {
    const { client } = await listen({ ...quick, headersTimeout: 30 });
    const { socket, closed } = await client();
    socket.write('POST /hooks HTTP/1.1\r\nHost:');
    expect(statuses(await closed())).toEqual([408]);
  });

  test('a body that never ends', async () => {
    const { client, handler } = await listen({ ...quick, messageTimeout: 30, lingerTimeout: 10 });
    const { socket, closed } = await client();
    socket.write(
      'POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\nab',
    );
    expect(statuses(await closed())).toEqual([408]);
    expect(handler.texts).toEqual([]);
  });

  test('a connection on which nothing happens', async () => {
    const { client } = await listen({ connectionTimeout: 30 });
    const { closed } = await client();
    expect(await closed()).toBe('');
  });

  test('a connection kept alive for nothing', async () => {
    const { client } = await listen({ keepAliveTimeout: 30 });
    const { socket, closed } = await client();
    socket.write(rawPost('x'));
    expect(statuses(await closed())).toEqual([200]);
  });
});
