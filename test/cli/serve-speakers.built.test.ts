/** Who may speak for a source: events on the port, on the socket, and with a token, at a server in this process. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startedServer } from './started-server.ts';

const closers: (() => unknown)[] = [];
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bylaw-speakers-'));
  writeFileSync(
    join(home, 'p.policy'),
    `policy com.example.speakers
limit shells to 1 shell per 1h per session
  reason "Enough."
`,
  );
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  rmSync(home, { recursive: true, force: true });
});

/** Starts a server on a port and the socket; the port. */
async function start(...more: string[]): Promise<number> {
  const place = ['--port', '0', '--socket', join(home, 's'), '--memory', join(home, 'memory')];
  const args = ['--policies', join(home, 'p.policy'), '--log', join(home, 'log'), ...place, ...more];
  const { port, stop } = await startedServer(args, { cwd: home, env: { HOME: home } });
  closers.push(stop);
  return port;
}

const stop = async (): Promise<void> => void (await closers.pop()?.());

type Where = { readonly port: number; readonly token?: string } | { readonly socketPath: string };

function ask(where: Where, path: string, body?: string): Promise<{ status: number; body: string }> {
  const token = 'token' in where ? { authorization: `Bearer ${where.token}` } : {};
  const headers = { 'content-type': 'application/json', ...token };
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sending = request({ host: '127.0.0.1', ...where, path, method, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: text });
    });
    sending.on('error', reject).end(body);
  });
}

let events = 0;
const about = (source: string, call: string) => ({
  id: `event-${events++}`,
  source,
  time: '2026-01-01T00:00:00Z',
  harness: { name: 'h', version: '1' },
  session: { id: 'session' },
  call: { id: call },
  tool: { name: 'Bash', kind: 'shell', origin: 'native', input: { command: 'ls' } },
  path: 'native',
});

/** The code of the denial of a call; undefined where it may run. */
async function call(where: Where, source: string, id: string): Promise<string | undefined> {
  const event = { ...about(source, id), type: 'tool.before' };
  const params = { protocolVersion: 'draft', event, capabilities: { effects: ['deny'] } };
  const message = { jsonrpc: '2.0', id: event.id, method: 'hooks/intercept', params };
  const { body } = await ask(where, '/hooks', JSON.stringify(message));
  return JSON.parse(body).result.effects?.[0]?.code;
}

/** Tells that a call was denied. */
async function tellDenied(where: Where, source: string, id: string): Promise<number> {
  const execution = { status: 'skipped', reason: 'policy' };
  const event = { ...about(source, id), type: 'tool.after', outcome: 'denied', execution, items: [] };
  const message = { jsonrpc: '2.0', method: 'hooks/observe', params: { protocolVersion: 'draft', event } };
  return (await ask(where, '/hooks', JSON.stringify(message))).status;
}

const onSocket = (): Where => ({ socketPath: join(home, 's') });
const tooMany = 'com.example.speakers.shells';
const foreign = 'io.bylaw.engine.foreign-source';

const logged = (): { type: string; unproven?: string; code?: string }[] =>
  readdirSync(join(home, 'log'))
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) =>
      readFileSync(join(home, 'log', name), 'utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line));

test('what comes over the port cannot speak for a source that speaks on the socket, also after a new start', async () => {
  let port = await start();
  const source = 'urn:example:harness';
  expect(await call(onSocket(), source, 'one')).toBeUndefined();
  expect(await tellDenied({ port }, source, 'one')).toBe(202);
  expect(await call({ port }, source, 'two')).toBe(foreign);
  await stop();
  port = await start();
  expect(await tellDenied({ port }, source, 'one')).toBe(202);
  expect(await call({ port }, source, 'two')).toBe(foreign);
  expect(await call(onSocket(), source, 'two')).toBe(tooMany);
  const { body } = await ask({ port }, '/metrics');
  expect(body).toContain('bylaw_unproven_total{what="source"} 2');
  const records = logged();
  expect(records.filter(({ unproven }) => unproven === 'source')).toHaveLength(2);
  expect(records.filter(({ code }) => code === foreign)).toHaveLength(2);
  // Whoever is on the socket is believed.
  expect(await tellDenied(onSocket(), source, 'one')).toBe(202);
  expect(await call(onSocket(), source, 'three')).toBeUndefined();
});

test('nor for a hook, whether it has spoken or not', async () => {
  const port = await start();
  expect(await call({ port }, 'urn:bylaw:hook:claude-code:0123abcd', 'one')).toBe(foreign);
});

test('nor for a source that speaks with a token, at a server without any beside it', async () => {
  const tokens = join(home, 'tokens.json');
  const sha256 = createHash('sha256').update('t').digest('hex');
  writeFileSync(tokens, JSON.stringify({ events: [{ sha256, scope: 'team' }] }));
  const guarded = await start('--tokens', tokens);
  expect(await call({ port: guarded, token: 't' }, 'urn:example:harness', 'one')).toBeUndefined();
  await stop();
  const port = await start();
  expect(await call({ port }, 'urn:example:harness', 'two')).toBe(foreign);
});

test('a denial that is reported over the port gives nothing back', async () => {
  const port = await start();
  const source = 'urn:example:other';
  expect(await call({ port }, source, 'one')).toBeUndefined();
  expect(await tellDenied({ port }, source, 'one')).toBe(202);
  expect(await call({ port }, source, 'two')).toBe(tooMany);
  expect((await ask({ port }, '/metrics')).body).toContain('bylaw_unproven_total{what="denied"} 1');
  expect(logged().filter(({ unproven }) => unproven === 'denied')).toHaveLength(1);
});
