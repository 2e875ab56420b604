/** Whatever comes in by any door, nothing fails or hangs, and no client is granted a call, or passed one that is denied. */

import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type HarnessId, harnessIds } from '../../src/adapters/harnesses.ts';
import { answerHook } from '../../src/hook/answer-hook.ts';
import { type ForwardedContext, withHooks } from '../../src/hook/forwarded.ts';
import { readInput } from '../../src/hook/read-input.ts';
import { readRequest } from '../../src/hook/read-request.ts';
import { postedHook, shellHook } from '../../src/hook/shell-hook.ts';
import { Gate } from '../../src/mcp/gate.ts';
import { OctetLines } from '../../src/mcp/octet-lines.ts';
import { createHandler } from '../../src/protocol/handle.ts';
import { createApp } from '../../src/server/app.ts';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import {
  type ConnectionServer,
  createConnectionServer,
  listenOn,
} from '../../src/server/sockets/connections.ts';
import { type RunningServer, startServer } from '../../src/server/sockets/listen.ts';
import { type ContentStore, openContentStore } from '../../src/store/content.ts';
import { nothingEnded } from '../../src/store/ended-calls.ts';
import { denying } from '../engine/decisions.ts';
import { runHook } from '../hook/run-hook.ts';
import { accessBy, sha256 } from '../server/fakes.ts';
import { mutated, oneOf, type Random, randomFrom } from './doors/mutate.ts';
import {
  clientLines,
  lines,
  messages,
  type Payload,
  payloads,
  request,
  serverLines,
  uploads,
} from './doors/seeds.ts';
import { effort, isFull, seed, tell, timeout } from './effort.ts';

const inputs = effort(200_000, 200);
/** Processes of the hook as it is built, of which each takes a while. */
const processes = effort(500, 0);
/** Clients at the same time. */
const clients = 32;
/** Milliseconds in which what is whole is answered. */
const toAnswer = 5;
/** Milliseconds after which a client that has said all that it has is left hanging. */
const patience = 20_000;

const code = 'com.example.no';
const denial = denying(code, 'No.');
/** What nobody may ever be told; a text inside of another one has other quotes. */
const grants =
  /"(?:permissionDecision|permission|decision|behavior|effect)"\s*:\s*"(?:allow|approve|approved|none)"/;

/** Every call is denied, so that a pass is one that was not decided. */
const engine = { decide: () => denial, observe() {} };
const key = '0'.repeat(64);
const hooks: ForwardedContext = {
  engine,
  onDisk: undefined,
  endedOf: () => nothingEnded,
  decidesBy: () => true,
  watches: false,
  key,
  now: () => '2026-11-21T10:00:00Z',
};

const findings: string[] = [];
const found = (what: string, octets: Buffer | string): void => {
  if (findings.length < 5) findings.push(`${what}: ${JSON.stringify(String(octets).slice(0, 2000))}`);
};
const fault = (error: unknown): void => found('it failed', String(error));
process.on('uncaughtException', fault).on('unhandledRejection', fault);

/** Whether a harness waits for a verdict on what it sent. */
function isAsked(harness: HarnessId | undefined, payload: string): boolean {
  const reading = readRequest({ harness, payload, host: { env: {}, cwd: '/' } });
  if (reading.kind === 'events') return reading.events.some(({ type }) => type === 'tool.before');
  return reading.kind === 'failure';
}

/** What a hook is told of a payload must be a denial, wherever a call could be meant. */
function checkHook(harness: HarnessId | undefined, payload: string, said: string): void {
  if (grants.test(said)) found('a call is granted', payload);
  if (!isAsked(harness, payload)) return;
  denied++;
  if (!said.includes(code) && !said.includes('io.bylaw.engine.')) found('a call passes', payload);
}
/** How often a hook had to deny. */
let denied = 0;

const harnessIn = (url = ''): HarnessId | undefined =>
  harnessIds.find((id) => new URL(url, 'http://bylaw').pathname === `/hook/${id}`);

const token = 'door';
const folder = mkdtempSync(join(tmpdir(), 'bylaw-doors-'));
const socket = join(folder, 's');
let server: RunningServer;
let local: ConnectionServer;
let content: ContentStore;
let port: number;

beforeAll(async () => {
  const entry = [{ sha256: sha256(token), scope: 'a' }];
  const access = accessBy({ events: entry, uploads: entry });
  const handler = createHandler(engine);
  content = await openContentStore({
    directory: join(folder, 'content'),
    maxBytes: 4096,
    maxTotalBytes: 1_000_000,
    maxAge: 60_000,
  });
  const app = createApp({
    handler,
    content,
    access,
    hookOf(head, isLocal) {
      const hook = (isLocal ? shellHook : postedHook)(head, hooks);
      if (hook === undefined) return undefined;
      return {
        handle(payload) {
          const reply = hook.handle(payload);
          // A failure is no answer, for which shells and harnesses deny.
          if ('body' in reply) checkHook(harnessIn(head.url), payload, reply.body);
          return reply;
        },
      };
    },
  });
  const lines = withHooks(handler, hooks);
  server = await startServer({ app, handler: lines, access, port: 0 });
  // A thread cannot make the file for this user alone, as `openSocket` does.
  local = createConnectionServer({
    app,
    handler: lines,
    entrance: { door: 'socket' },
    limits: defaultLimits,
  });
  await listenOn(local.server, { path: socket });
  port = Number(new URL(server.addresses[0] ?? '').port);
});
afterEach(() => expect(findings.splice(0)).toEqual([]));
afterAll(async () => {
  await local.close();
  await server.close();
  tell({ 'payloads that had to be denied': denied });
  expect(denied).toBeGreaterThan(inputs / 2);
  content.close();
  rmSync(folder, { recursive: true, force: true });
  process.off('uncaughtException', fault).off('unhandledRejection', fault);
});

/** Says all of it, and gives what came back until the server hung up. */
function say(where: NetConnectOpts, octets: Buffer, wait = toAnswer): Promise<string> {
  return new Promise((resolve) => {
    const client = connect(where);
    let said = '';
    const timer = setTimeout(() => {
      found('it hangs', octets);
      client.destroy();
    }, patience);
    client.setEncoding('latin1').on('data', (text: string) => {
      said += text;
      client.end();
    });
    client.on('error', () => {});
    client.on('close', () => {
      clearTimeout(timer);
      resolve(said);
    });
    client.write(octets);
    // Who hangs up while an answer is on its way gets none.
    setTimeout(() => client.end(), wait);
  });
}

/** Says so many spoilt things at a place, several clients at a time; afterwards the door must be as it was. */
async function sayAll(
  where: () => NetConnectOpts,
  salt: number,
  good: readonly Buffer[],
  works: (said: string) => boolean,
): Promise<void> {
  const random = randomFrom(seed + salt);
  let left = inputs;
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const octets = mutated(oneOf(random, good), good, random);
      const said = await say(where(), octets);
      if (grants.test(said)) found('a call is granted', octets);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const said = await say(where(), good[0] as Buffer, 1000);
  if (!works(said)) found('the door no longer works', said);
}

const json = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
const atPort = (): NetConnectOpts => ({ host: '127.0.0.1', port });
const atSocket = (): NetConnectOpts => ({ path: socket });

test('a hook of a shell, on the socket', { timeout }, async () => {
  const marks = { 'x-bylaw-cwd': '/', 'x-bylaw-path': '/bin', 'x-bylaw-mounts': 'm', 'x-bylaw-env': '' };
  const good = payloads.map(({ harness, text }) =>
    request(`/hook/${harness}?policies=%2Fp&n=12`, Buffer.from(text), { ...json, ...marks }),
  );
  await sayAll(atSocket, 1, good, (said) => said.includes(`bylaw 12 ${key} `));
  tell({ 'requests of shells': inputs });
});

test('a hook that is posted, at the port', { timeout }, async () => {
  const good = payloads.map(({ harness, text }) => request(`/hook/${harness}`, Buffer.from(text), json));
  await sayAll(atPort, 2, good, (said) => said.startsWith('HTTP/1.1 200'));
  tell({ 'posted hooks': inputs });
});

test('messages over HTTP', { timeout }, async () => {
  const good = messages.map((text) => request('/hooks', Buffer.from(text), json));
  await sayAll(atPort, 3, good, (said) => said.includes(code));
  tell({ 'requests over HTTP': inputs });
});

test('lines on the socket', { timeout }, async () => {
  const good = lines.map((text) => Buffer.from(`${text}\n`));
  await sayAll(atSocket, 4, good, (said) => said.includes(code));
  tell({ lines: inputs });
});

test('uploads', { timeout }, async () => {
  const type = { 'Content-Type': 'application/octet-stream', Authorization: `Bearer ${token}` };
  const good = uploads.map(({ body }) =>
    request('/content', body, { ...type, 'AHP-Content-SHA256': sha256(body) }),
  );
  await sayAll(atPort, 5, good, (said) => said.startsWith('HTTP/1.1 201'));
  tell({ uploads: inputs });
});

/** A spoilt payload, in pieces as a pipe has them; and what the hook makes of it. */
function hookInput(random: Random): readonly [HarnessId, Buffer] {
  const { harness, text } = oneOf<Payload>(random, payloads);
  const other = Buffer.from(oneOf(random, payloads).text);
  return [harness, mutated(Buffer.from(text), [other], random)];
}

test('the standard input of the hook', { timeout }, async () => {
  const random = randomFrom(seed + 6);
  for (let left = inputs; left > 0; left--) {
    const [harness, octets] = hookInput(random);
    const stream = new PassThrough();
    const reading = new Promise<Parameters<Parameters<typeof readInput>[1]>[0]>((resolve) =>
      readInput(stream, resolve),
    );
    const cut = Math.floor(random() * octets.length);
    stream.write(octets.subarray(0, cut));
    stream.end(octets.subarray(cut));
    const input = await reading;
    if (input.kind === 'problem') continue;
    const named = random() < 0.1 ? undefined : harness;
    const asked = { harness: named, payload: input.text, host: { env: {}, cwd: '/' } };
    const context = { engine, ended: nothingEnded, now: hooks.now(), failOpen: false };
    const { stdout, stderr, exitCode } = answerHook(asked, context);
    if (exitCode !== 0 && exitCode !== 2) found('an exit code that passes', octets);
    checkHook(named, input.text, stdout + stderr);
  }
  tell({ 'inputs of the hook': inputs });
});

test.runIf(isFull)('the hook as it is built', { timeout }, async () => {
  const random = randomFrom(seed + 7);
  let left = processes;
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const [harness, input] = hookInput(random);
      const args = [harness, '--policies', join(folder, 'nowhere')];
      const { code, stdout, stderr } = await runHook(args, { home: folder, input });
      if (code !== 0 && code !== 2) found('an exit code that passes', input);
      checkHook(harness, input.toString(), stdout + stderr);
    }
  };
  await Promise.all([client(), client()]);
  tell({ 'processes of the hook': processes });
});

/** A gate between a client and a server of MCP. */
const openGate = (): Gate =>
  new Gate({
    engine,
    name: 'files',
    usualName: 'files',
    connection: { command: 'files', args: [], cwd: '/' },
    cwd: '/',
    run: 'run-1',
    now: () => '2026-11-21T10:00:00Z',
  });

/** The methods of a line as a lenient server reads it. */
function methodsIn(octets: Uint8Array): readonly unknown[] {
  try {
    const value = JSON.parse(Buffer.from(octets).toString('utf8'));
    return (Array.isArray(value) ? value : [value]).map((each) => each?.method);
  } catch {
    return [];
  }
}

test('both sides of the MCP proxy', { timeout }, () => {
  const random = randomFrom(seed + 8);
  const [client, answers] = [clientLines, serverLines].map((each) =>
    each.map((text) => Buffer.from(`${text}\n`)),
  ) as [Buffer[], Buffer[]];
  let gate = openGate();
  for (let left = inputs; left > 0; left--) {
    if (left % 500 === 0) gate = openGate();
    if (random() < 0.25) {
      for (const piece of new OctetLines(65_536).push(mutated(oneOf(random, answers), answers, random)))
        if (piece.whole) gate.fromServer(piece.octets);
      continue;
    }
    const octets = mutated(oneOf(random, client), client, random);
    const reader = new OctetLines(65_536);
    for (const piece of [...reader.push(octets), ...reader.end()]) {
      const { forwarded, answer } = piece.whole ? gate.fromClient(piece.octets) : gate.tooLong();
      if (forwarded !== undefined && methodsIn(forwarded.octets).some((name) => guarded.has(String(name))))
        found('a call passes', octets);
      if (answer !== undefined) JSON.parse(answer);
    }
  }
  gate.failAll('it ended');
  tell({ 'lines of the MCP proxy': inputs });
});

const guarded: ReadonlySet<string> = new Set(['tools/call', 'resources/read']);
