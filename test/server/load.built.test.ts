/** What happens to messages when there are too many: they are refused, and nothing passes by that. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Forwarding, openForwarder } from '../../src/hook/forward.ts';
import { makeServerKey } from '../../src/host/credentials/server-key.ts';
import type { Handler, Reply } from '../../src/protocol/handle.ts';
import { openAccess } from '../../src/server/access/access.ts';
import { refusalTexts } from '../../src/server/access/refusal-texts.ts';
import { createApp } from '../../src/server/app.ts';
import { defaultLimits, type Limits } from '../../src/server/limits/limits.ts';
import { Load, refusingHandler } from '../../src/server/limits/load.ts';
import { createLoopDelay } from '../../src/server/limits/loop-delay.ts';
import { startServer } from '../../src/server/sockets/listen.ts';
import { rawClient, statuses } from './fakes.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A handler whose answers wait until they are let go. */
function heldHandler(): Handler & { letGo(): void; readonly held: number } {
  const waiting: (() => void)[] = [];
  return {
    handle: (text) =>
      new Promise<Reply>((resolve) => {
        waiting.push(() => resolve({ kind: 'answer', body: JSON.stringify({ echo: text }) }));
      }),
    get held() {
      return waiting.length;
    },
    letGo() {
      for (const go of waiting.splice(0)) go();
    },
  };
}

function build(changed: Partial<Limits>) {
  const limits = { ...defaultLimits, closeTimeout: 50, ...changed };
  const load = new Load(limits);
  const handler = heldHandler();
  const access = openAccess;
  const app = createApp({ handler, access, limits, load });
  closers.push(() => app.close());
  return { app, handler, load, limits, access };
}

const post = (app: ReturnType<typeof createApp>, payload: string) =>
  app.inject({ method: 'POST', url: '/hooks', payload, headers: { 'content-type': 'application/json' } });

test('what a handler is too busy for is refused, over HTTP and as a line, and counted', async () => {
  const load = new Load(defaultLimits);
  const handler: Handler = { handle: () => ({ kind: 'busy' }) };
  const app = createApp({ handler, access: openAccess, load });
  closers.push(() => app.close());
  expect((await post(app, 'x')).statusCode).toBe(503);
  const line = await refusingHandler(handler, load).handle(
    '{"jsonrpc":"2.0","id":"e1","method":"hooks/intercept"}',
  );
  expect(line).toMatchObject({ kind: 'answer', body: expect.stringContaining('-32003') });
  expect(load.refused).toBe(2);
});

/** Until the microtasks and streams of the injected requests have come to rest. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

test('an answer that fails, at once or later, is on nobody’s hands', async () => {
  const load = new Load(defaultLimits);
  const fails = (): never => {
    throw new Error('at once');
  };
  expect(() => load.take(fails)).toThrow('at once');
  const late = load.take(() => Promise.reject(new Error('later')));
  expect(load.answering).toBe(1);
  await expect(late).rejects.toThrow('later');
  expect(load.answering).toBe(0);
});

describe('over HTTP', () => {
  test('what is more than the bound is 503 with Retry-After, at once, and what is in flight is answered', async () => {
    const { app, handler, load } = build({ maxAnswering: 3 });
    const first = Array.from({ length: 3 }, (_, index) => post(app, `m${index}`));
    await until(() => handler.held === 3);
    for (let round = 0; round < 20; round++) {
      const refused = await post(app, 'too many');
      expect([refused.statusCode, refused.body, refused.headers['retry-after']]).toEqual([
        503,
        refusalTexts[503],
        '1',
      ]);
    }
    expect([load.answering, load.refused, handler.held]).toEqual([3, 20, 3]);
    handler.letGo();
    expect((await Promise.all(first)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const later = post(app, 'later');
    await until(() => handler.held === 1);
    handler.letGo();
    expect((await later).statusCode).toBe(200);
    expect(load.answering).toBe(0);
  });

  test('a connection that does not wait for its answers takes no room from others', async () => {
    const built = build({ maxAnsweringEach: 2 });
    const server = await startServer({ ...built, port: 0 });
    closers.push(() => server.close());
    const port = Number(new URL(server.addresses[0]!).port);
    const body = JSON.stringify('m');
    const message = `POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const hasty = await rawClient({ host: '127.0.0.1', port });
    const other = await rawClient({ host: '127.0.0.1', port });
    hasty.socket.write(message.repeat(5));
    await until(() => built.load.refused === 3);
    other.socket.write(message);
    await until(() => built.handler.held === 3);
    built.handler.letGo();
    expect(statuses(await other.until((text) => text.includes('\r\n\r\n')))).toEqual([200]);
    const all = await hasty.until((text) => text.split('HTTP/1.1').length === 6);
    expect(statuses(all)).toEqual([200, 200, 503, 503, 503]);
    for (const { socket } of [hasty, other]) socket.destroy();
    expect(built.load.answering).toBe(0);
  });

  test('bodies for which there is no room are refused, and make room when they end; those that are only announced take none', async () => {
    const built = build({ maxReadingBytes: 100 });
    const server = await startServer({ ...built, port: 0 });
    closers.push(() => server.close());
    const port = Number(new URL(server.addresses[0]!).port);
    const head = (length: number): string =>
      `POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    const slow = await rawClient({ host: '127.0.0.1', port });
    const idle = await rawClient({ host: '127.0.0.1', port });
    idle.socket.write(head(80));
    slow.socket.write(`${head(90)}${'x'.repeat(80)}`);
    const other = await rawClient({ host: '127.0.0.1', port });
    await until(() => {
      const hasRoom = built.load.beginReading(30);
      if (hasRoom) built.load.endReading(30);
      return !hasRoom;
    });
    other.socket.write(`${head(30)}${'y'.repeat(30)}`);
    expect(statuses(await other.until((text) => text.includes('\r\n\r\n')))).toEqual([503]);
    other.socket.destroy();
    idle.socket.destroy();
    slow.socket.destroy();
    await until(() => built.load.beginReading(100));
    built.load.endReading(100);
  });

  test('connections that ask for more than can be answered cost nothing but their connection', async () => {
    const built = build({ maxAnswering: 4 });
    const server = await startServer({ ...built, port: 0 });
    closers.push(() => server.close());
    const port = Number(new URL(server.addresses[0]!).port);
    const request =
      'POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\nx';
    const clients = await Promise.all(
      Array.from({ length: 60 }, () => rawClient({ host: '127.0.0.1', port })),
    );
    for (const { socket } of clients) socket.write(request);
    await until(() => built.load.refused === 56);
    expect(built.handler.held).toBe(4);
    built.handler.letGo();
    const got = await Promise.all(
      clients.map(({ until: seen }) => seen((text) => text.includes('\r\n\r\n'))),
    );
    const codes = got.flatMap(statuses);
    expect([
      codes.filter((code) => code === 200).length,
      codes.filter((code) => code === 503).length,
    ]).toEqual([4, 56]);
    for (const { socket } of clients) socket.destroy();
  });
});

describe('as lines', () => {
  const full = (): Handler => {
    const handler = heldHandler();
    const refusing = refusingHandler(handler, new Load({ ...defaultLimits, maxAnswering: 1 }));
    void refusing.handle('first');
    return refusing;
  };

  test.each<[string, string, Reply['kind'], unknown]>([
    ['a request', '{"jsonrpc":"2.0","id":"e1","method":"hooks/intercept"}', 'answer', 'e1'],
    ['a request with a number', '{"jsonrpc":"2.0","id":7,"method":"x"}', 'answer', 7],
    ['a request with a key twice', '{"id":"e1","a":1,"a":2}', 'answer', 'e1'],
    ['what has no id that could be said back', '{"id":[]}', 'malformed', null],
    ['what is no JSON', 'x', 'malformed', null],
  ])('%s gets an error of the protocol', async (_, text, kind, id) => {
    const reply = await full().handle(text);
    expect(reply.kind).toBe(kind);
    const body = JSON.parse('body' in reply ? reply.body : '');
    expect(body).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32003 } });
    expect(body).not.toHaveProperty('result');
  });

  test('a notification gets nothing', async () => {
    expect((await full().handle('{"jsonrpc":"2.0","method":"hooks/observe"}')).kind).toBe('refused');
    expect((await full().handle('{"method":"x","a":1,"a":2}')).kind).toBe('refused');
  });

  test('a hook that is refused has no answer, and so decides by itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-load-'));
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    const socket = join(folder, 's.sock');
    makeServerKey({ HOME: folder });
    const built = build({});
    const server = await startServer({ ...built, handler: full(), socket });
    closers.push(() => server.close());
    const asked = await new Promise<Forwarding>((resolve) => {
      openForwarder(socket, undefined, { HOME: folder }).ask(
        {
          harness: null,
          payload: '{}',
          host: { env: {}, cwd: '/' },
          failOpen: false,
          watch: false,
          policies: [],
          mounts: null,
          searchPath: null,
        },
        resolve,
      );
    });
    expect(asked).toEqual({ kind: 'unavailable', problem: 'gave no answer that can be used' });
  });
});

describe('how late the process is', () => {
  test('is the most by which a look came too late, for ten seconds', () => {
    const delay = createLoopDelay();
    expect(delay.most).toBe(0);
    let now = 1000;
    const step = (milliseconds: number): void => {
      now += milliseconds;
      delay.look(now);
    };
    delay.look(now);
    step(500);
    expect(delay.most).toBe(0);
    step(3000);
    expect(delay.most).toBe(2500);
    for (let look = 0; look < 19; look++) step(500);
    expect(delay.most).toBe(2500);
    step(510);
    expect(delay.most).toBe(10);
  });
});
