/** Who asks: what each way to the built command proves, and what rules then see of it. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHook } from '../hook/run-hook.ts';

const command = new URL('../../dist/bylaw.cjs', import.meta.url).pathname;
const { username } = userInfo();
const closers: (() => unknown)[] = [];
let home: string;
let withTokens: number;
let without: number;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'bylaw-client-'));
  const reason = 'way {client.way}, token {client.token}, user {client.user}';
  const policy = `policy com.example.who\ndeny tell\n  when kind is shell or mcp\n  reason "${reason}"\n`;
  writeFileSync(join(home, 'p.policy'), policy);
  const sha256 = createHash('sha256').update('secret').digest('hex');
  const tokens = { events: [{ sha256, scope: 'ci' }], uploads: [], metrics: [] };
  writeFileSync(join(home, 'tokens.json'), JSON.stringify(tokens));
  withTokens = await start('--socket', join(home, 's'), '--tokens', join(home, 'tokens.json'));
  without = await start('--memory', join(home, 'other'));
});
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  rmSync(home, { recursive: true, force: true });
});

const env = () => ({ PATH: process.env.PATH ?? '', HOME: home, BYLAW_CACHE: 'off' });
const policies = () => ['--policies', join(home, 'p.policy')];

/** Starts a server; its port. */
async function start(...more: string[]): Promise<number> {
  const args = [command, 'serve', ...policies(), '--port', '0', '--no-log', ...more];
  const child = spawn(process.execPath, args, { env: env(), stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  closers.push(() => {
    child.kill();
    return ended;
  });
  const said = String(await new Promise((resolve) => child.stderr.once('data', resolve)));
  const port = /127\.0\.0\.1:([0-9]+)/.exec(said)?.[1];
  if (port === undefined) throw new Error(said);
  return Number(port);
}

let events = 0;
/** A call; what it claims of itself is what others could prove. `padding`: characters that make it long. */
function message(padding = 0): string {
  const id = `event-${events++}`;
  const event = {
    ...{ id, source: `urn:x:${id}`, type: 'tool.before', time: '2026-01-01T00:00:00Z', path: 'native' },
    harness: { name: 'h', version: '1' },
    session: { id: 'session' },
    client: { token: 'claimed', user: 'claimed' },
    call: { id },
    tool: {
      name: 'Bash',
      kind: 'shell',
      origin: 'native',
      input: { command: 'ls', note: 'x'.repeat(padding) },
    },
  };
  const params = { protocolVersion: 'draft', event, capabilities: { effects: ['deny'] } };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'hooks/intercept', params });
}

type Where = { readonly port: number } | { readonly socketPath: string };

function post(where: Where, body: string, { token = '', path = '/hooks' } = {}): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const sending = request(
      { host: '127.0.0.1', ...where, path, method: 'POST', headers },
      async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve(text);
      },
    );
    sending.on('error', reject).end(body);
  });
}

/** Sends a line to the socket; the line that comes back. */
const sendLine = (line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(join(home, 's'), () => socket.write(`${line}\n`));
    let text = '';
    socket.setEncoding('utf8').on('error', reject);
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.endsWith('\n')) socket.end(() => resolve(text));
    });
  });

/** What a process of the command answers to its standard input. */
const answerOf = (args: readonly string[], input: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], { env: env(), cwd: home });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (args[0] === 'mcp' && /tell|result/.test(text)) child.stdin.end();
    });
    child.on('error', reject).on('close', () => resolve(text));
    if (args[0] === 'mcp') child.stdin.write(input);
    else child.stdin.end(input);
  });

const payload = JSON.stringify({
  ...{ session_id: 's', hook_event_name: 'PreToolUse', cwd: '/tmp' },
  ...{ tool_name: 'Bash', tool_input: { command: 'ls' } },
});

const byToken = 'way token, token ci, user (not given)';
const ofUser = (way: string) => `way ${way}, token (not given), user ${username}`;

// More characters than the loop of a server takes, and more than its first lane does.
test.each([0, 200_000, 900_000])(
  'HTTP with a token proves the token, in a message of %i',
  async (padding) => {
    const answer = await post({ port: withTokens }, message(padding), { token: 'secret' });
    expect(answer).toContain(byToken);
  },
);

test('HTTP with a token on the socket of a user proves both', async () => {
  const answer = await post({ socketPath: join(home, 's') }, message(), { token: 'secret' });
  expect(answer).toContain(`way token, token ci, user ${username}`);
});

test.each([0, 200_000])('the port without a token proves nothing, in a message of %i', async (padding) => {
  const answer = await post({ port: without }, message(padding), { token: 'secret' });
  expect(answer).toContain('way port, token (not given), user (not given)');
});

test.each([0, 200_000])('lines on the socket prove the user, in a message of %i', async (padding) => {
  expect(await sendLine(message(padding))).toContain(ofUser('socket'));
});

test('a posted hook proves its token', async () => {
  const asked = { token: 'secret', path: '/hook/claude-code' };
  expect(await post({ port: withTokens }, payload, asked)).toContain(byToken);
});

test('a hook is the same client where it asks a server and where it decides by itself', async () => {
  const [asked, alone] = [['--socket', join(home, 's')], [...policies()]];
  for (const args of [asked, alone]) {
    const { stdout } = await runHook(['claude-code', ...args], { home, input: payload });
    expect(stdout).toContain(ofUser('hook'));
  }
});

test('lines on standard input are those of the user', async () => {
  expect(await answerOf(['stdio', ...policies()], `${message()}\n`)).toContain(ofUser('stdio'));
});

test('calls through the MCP proxy are those of the user', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: {} } };
  const answer = await answerOf(['mcp', ...policies(), '--', 'cat'], `${JSON.stringify(call)}\n`);
  expect(answer).toContain(ofUser('mcp'));
});

test('a pin holds for hooks, read anew and as it was kept', async () => {
  const layers = (user: string) =>
    `layers:\n  - { name: top, policies: p.policy }\nclients:\n  - { user: ${user}, harness: Claude Code }\n`;
  const answer = async (): Promise<string> =>
    (await runHook(['claude-code', '--layers', join(home, 'bylaw.yaml')], { home, input: payload })).stdout;
  writeFileSync(join(home, 'bylaw.yaml'), layers('somebody-else'));
  for (let time = 0; time < 2; time++) expect(await answer()).toContain('io.bylaw.engine.foreign-harness');
  writeFileSync(join(home, 'bylaw.yaml'), layers(username));
  for (let time = 0; time < 2; time++) expect(await answer()).toContain(ofUser('hook'));
});
