import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAccess } from '../../src/server/access/access.ts';
import { createApp } from '../../src/server/app.ts';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { type RunningServer, startServer } from '../../src/server/sockets/listen.ts';
import { ListenError } from '../../src/server/sockets/listen-error.ts';
import type { ContentStore } from '../../src/store/content.ts';
import { accessBy, echo, fakeHandler, rawClient, sha256, statuses } from './fakes.ts';

const anonymous = openAccess;
const guarded = accessBy({ events: [{ sha256: sha256('t'), scope: 'a' }], uploads: [] });

let directory: string;
let path: string;
const servers: RunningServer[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'bylaw-listen-'));
  path = join(directory, 'bylaw.sock');
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  rmSync(directory, { recursive: true, force: true });
});

async function start(
  where: { host?: string; port?: number; socket?: string; mayBePlain?: boolean },
  { limits = {}, access = anonymous, content = undefined as ContentStore | undefined } = {},
) {
  const handler = fakeHandler();
  const all = { ...defaultLimits, closeTimeout: 100, ...limits };
  const app = createApp({ handler, access, content, limits: all });
  const server = await startServer({ app, handler, access, limits: all, ...where });
  servers.push(server);
  return { server, handler, app };
}

async function listenError(promise: Promise<unknown>): Promise<string> {
  const error = await promise.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ListenError);
  return (error as ListenError).message;
}

function request(body: string, headers = ''): string {
  return (
    `POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}` +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  );
}

describe('listening', () => {
  test('gives the addresses, with the port that was free', async () => {
    const { server } = await start({ port: 0, socket: path });
    expect(server.addresses).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), `unix:${path}`]);
    const response = await fetch(`${server.addresses[0]}/hooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'hello',
    });
    expect([response.status, await response.text()]).toEqual([200, echo('hello')]);
  });

  test('on localhost means 127.0.0.1', async () => {
    const { server } = await start({ host: 'localhost', port: 0 });
    expect(server.addresses[0]).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  test('without tokens is refused beyond this machine', async () => {
    const message = await listenError(start({ host: '0.0.0.0', port: 0 }));
    expect(message).toBe(
      'Cannot listen on "0.0.0.0", port 0: without tokens only this machine may connect. ' +
        'Listen on 127.0.0.1, or configure tokens.',
    );
  });

  test('with tokens and without TLS it is refused, too, unless it is said in words', async () => {
    const message = await listenError(start({ host: '0.0.0.0', port: 0 }, { access: guarded }));
    expect(message).toContain('without TLS others can read all messages');
    expect(message).toContain('`--insecure-plain-http`');
  });

  test('on nothing is refused', async () => {
    expect(await listenError(start({}))).toContain('nothing to listen on');
  });

  test('on a port in use says so', async () => {
    const { server } = await start({ port: 0 });
    const port = Number(new URL(server.addresses[0]!).port);
    expect(await listenError(start({ port }))).toBe(
      `Cannot listen on "127.0.0.1", port ${port}: another process listens there already. ` +
        'Stop it, or choose another place to listen.',
    );
  });

  test('on an address of another machine says so', async () => {
    expect(
      await listenError(start({ host: '192.0.2.1', port: 0, mayBePlain: true }, { access: guarded })),
    ).toContain('this machine does not have that address');
  });

  test('on an impossible port says so', async () => {
    expect(await listenError(start({ port: 70_000 }))).toContain('from 0 to 65535');
  });

  test('that fails for the socket does not go on for the port', async () => {
    const { app, handler } = build();
    const socket = join(directory, 'missing', 'x.sock');
    const message = await listenError(startServer({ app, handler, access: anonymous, port: 0, socket }));
    expect(message).toContain('its directory does not exist');
    expect(app.server.listening).toBe(false);
  });
});

function build() {
  const handler = fakeHandler();
  return { handler, app: createApp({ handler, access: anonymous }) };
}

describe('closing', () => {
  test('answers what is in flight first', async () => {
    const { server } = await start({ port: 0 }, { limits: { closeTimeout: 60_000 } });
    const port = Number(new URL(server.addresses[0]!).port);
    const client = await rawClient({ host: '127.0.0.1', port });
    client.socket.write(request('hello', 'Expect: 100-continue\r\n').slice(0, -5));
    await client.until((text) => text.includes('100 Continue'));
    const closed = server.close();
    client.socket.write('hello');
    const text = await client.closed();
    expect(statuses(text)).toEqual([100, 200]);
    await closed;
    await expect(rawClient({ host: '127.0.0.1', port })).rejects.toThrow('ECONNREFUSED');
  });

  test('cuts what does not end in time', async () => {
    const { server } = await start({ port: 0 }, { limits: { closeTimeout: 20 } });
    const client = await rawClient({ host: '127.0.0.1', port: Number(new URL(server.addresses[0]!).port) });
    client.socket.write(request('hello', 'Expect: 100-continue\r\n').slice(0, -5));
    await client.until((text) => text.includes('100 Continue'));
    await server.close();
    expect(statuses(await client.closed())).toEqual([100]);
  });

  test('does not wait for connections that are idle, on any side', async () => {
    const { server } = await start({ port: 0, socket: path }, { limits: { closeTimeout: 60_000 } });
    const port = Number(new URL(server.addresses[0]!).port);
    const clients = [await rawClient({ port, host: '127.0.0.1' }), await rawClient({ path })];
    const lines = await rawClient({ path });
    lines.socket.write('x\n');
    await lines.until((text) => text.endsWith('\n'));
    const silent = await rawClient({ path });
    for (const client of clients) {
      client.socket.write(request('x'));
      await client.until((text) => text.includes('200'));
    }
    await server.close();
    for (const client of [...clients, lines, silent]) await client.closed();
  });

  test('twice is once', async () => {
    const { server } = await start({ port: 0 });
    expect(server.close()).toBe(server.close());
    await server.close();
  });
});

describe('the Unix socket', () => {
  test('is for this user alone, and its file goes with the server', async () => {
    const { server } = await start({ socket: path });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await server.close();
    expect(existsSync(path)).toBe(false);
  });

  test('does not change which files others of the process create', async () => {
    const before = process.umask();
    await start({ socket: path });
    expect(process.umask()).toBe(before);
  });

  test('speaks lines, in order, on one connection', async () => {
    await start({ socket: path });
    const client = await rawClient({ path });
    client.socket.write('\n{"a":1}\nmalf');
    await client.until((text) => text === `${echo('{"a":1}')}\n`);
    client.socket.end('ormed\naccepted\n[2]');
    expect(await client.closed()).toBe(`${echo('{"a":1}')}\n{"error":"malformed"}\n${echo('[2]')}\n`);
  });

  test.each(['{', '[', ' ', '\n', '"', '7'])(
    'takes a connection that begins with %j for lines',
    async (first) => {
      await start({ socket: path });
      const client = await rawClient({ path });
      client.socket.end(`${first}x`);
      expect(await client.closed()).toBe(`${echo(`${first}x`.replace(/^\n/, ''))}\n`);
    },
  );

  test('answers octets of neither language with an error line', async () => {
    await start({ socket: path });
    const client = await rawClient({ path });
    client.socket.end(Buffer.from([0x16, 0x03, 0x01, 0xff]));
    expect(await client.closed()).toContain('-32700');
  });

  test('speaks HTTP, with everything that belongs to it', async () => {
    const { handler } = await start({ socket: path, port: 0 });
    const client = await rawClient({ path });
    // The first octet comes alone.
    client.socket.write('P');
    client.socket.write(`OST${request('one').slice(4)}${request('accepted')}`);
    await client.until((text) => text.includes('202'));
    client.socket.write(request('three', 'Connection: close\r\n'));
    const text = await client.closed();
    expect(statuses(text)).toEqual([200, 202, 200]);
    expect(handler.texts).toEqual(['one', 'accepted', 'three']);
  });

  test('asks for tokens over HTTP, and not for lines, which only this user can send', async () => {
    await start({ socket: path }, { access: guarded });
    const http = await rawClient({ path });
    http.socket.write(request('x', 'Connection: close\r\n'));
    expect(statuses(await http.closed())).toEqual([401]);
    const lines = await rawClient({ path });
    lines.socket.end('{}\n');
    expect(await lines.closed()).toBe(`${echo('{}')}\n`);
  });

  test('bounds the time of HTTP requests although no port is open', async () => {
    await start({ socket: path }, { limits: { headersTimeout: 30, connectionsCheckingInterval: 10 } });
    const client = await rawClient({ path });
    client.socket.write('POST /hooks HT');
    expect(statuses(await client.closed())).toEqual([408]);
  });

  test('cuts a line that never ends', async () => {
    const { handler } = await start({ socket: path }, { limits: { lineTimeout: 30 } });
    const client = await rawClient({ path });
    client.socket.write('{"whole":1}\n{"half');
    expect(await client.closed()).toBe(`${echo('{"whole":1}')}\n`);
    expect(handler.texts).toEqual(['{"whole":1}']);
  });

  test('cuts a connection on which nothing comes', async () => {
    await start({ socket: path }, { limits: { lineIdleTimeout: 30 } });
    const silent = await rawClient({ path });
    expect(await silent.closed()).toBe('');
    const once = await rawClient({ path });
    once.socket.write('{}\n');
    expect(await once.closed()).toBe(`${echo('{}')}\n`);
  });

  test('lets a connection end without a word', async () => {
    await start({ socket: path });
    const client = await rawClient({ path });
    client.socket.end();
    expect(await client.closed()).toBe('');
  });

  test('answers a line over the limit once, and goes on', async () => {
    await start({ socket: path }, { limits: { maxMessageBytes: 10, maxLineBytes: 10 } });
    const client = await rawClient({ path });
    client.socket.end(`{${'x'.repeat(200_000)}\n{}\n`);
    const [first, second, rest] = (await client.closed()).split('\n');
    expect(first).toContain('"id":null');
    expect([second, rest]).toEqual([echo('{}'), '']);
  });

  test('has a bound on connections', async () => {
    await start({ socket: path }, { limits: { maxConnections: 1 } });
    const first = await rawClient({ path });
    first.socket.write('{}\n');
    await first.until((text) => text.endsWith('\n'));
    expect(await (await rawClient({ path })).closed()).toBe('');
    first.socket.destroy();
  });

  test('survives a client that disappears in the middle', async () => {
    await start({ socket: path });
    for (const start of ['{', 'POST /hooks HTTP/1.1\r\n', '']) {
      const client = await rawClient({ path });
      if (start !== '') client.socket.write(start);
      client.socket.destroy();
    }
    const client = await rawClient({ path });
    client.socket.end('{}');
    expect(await client.closed()).toBe(`${echo('{}')}\n`);
  });

  test('takes the place of a dead process', async () => {
    // The child dies without cleaning up.
    const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', script]);
    expect(statSync(path).isSocket()).toBe(true);
    await start({ socket: path });
    const client = await rawClient({ path });
    client.socket.end('{}');
    expect(await client.closed()).toBe(`${echo('{}')}\n`);
  });

  test('does not take the place of a living one', async () => {
    await start({ socket: path });
    expect(await listenError(start({ socket: path }))).toBe(
      `Cannot listen on the socket ${JSON.stringify(path)}: another process listens there already. ` +
        'Stop it, or choose another path.',
    );
    const client = await rawClient({ path });
    client.socket.end('{}');
    expect(await client.closed()).toBe(`${echo('{}')}\n`);
  });

  test('does not take the place of a living one that is busy', async () => {
    const other: Server = createServer();
    await new Promise<void>((resolve) => other.listen(path, resolve));
    expect(await listenError(start({ socket: path }))).toContain('another process listens there');
    await new Promise((resolve) => other.close(resolve));
  });

  test('never removes what is not a socket', async () => {
    writeFileSync(path, 'precious');
    expect(await listenError(start({ socket: path }))).toContain('a file that is not a socket is there');
    expect(existsSync(path)).toBe(true);
    rmSync(path);
    mkdirSync(path);
    expect(await listenError(start({ socket: path }))).toContain('a file that is not a socket is there');
  });

  test('says what is wrong with a path', async () => {
    expect(await listenError(start({ socket: join(directory, 'x'.repeat(200)) }))).toMatch(/too long/);
    writeFileSync(join(directory, 'file'), '');
    expect(await listenError(start({ socket: join(directory, 'file', 'x') }))).toContain('not a directory');
    chmodSync(directory, 0o700);
  });
});
