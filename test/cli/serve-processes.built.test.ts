/** Several processes on one port: the built command, since processes are started anew from it. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const command = new URL('../../dist/bylaw.cjs', import.meta.url).pathname;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const policy = `policy com.example.one
deny force-push
  when runs "git push" with --force
  when unsure note
  reason "No."
`;

function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-processes-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'policies'));
  writeFileSync(join(folder, 'policies', 'one.policy'), text);
  return folder;
}

/** Starts the command, and waits for what it says on standard error. */
function start(folder: string) {
  const options = [
    '--port',
    '0',
    '--policies',
    join(folder, 'policies'),
    '--log',
    join(folder, 'log'),
    '--memory',
    join(folder, 'm'),
  ];
  const child = spawn(process.execPath, [command, 'serve', '--processes', '2', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  closers.push(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'exit').then(([code]) => Number(code));
  return {
    child,
    ended,
    said: () => said,
    async until(holds: (said: string) => boolean): Promise<string> {
      while (!holds(said)) await once(child.stderr, 'data');
      return said;
    },
  };
}

/** The processes that another one has started, by their ids. */
const processesOf = ({ pid }: { readonly pid?: number | undefined }): readonly number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);

const message = (id: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'hooks/intercept',
    params: {
      protocolVersion: 'draft',
      event: {
        id,
        source: 'urn:example:a',
        type: 'tool.before',
        time: '2026-11-20T09:30:00Z',
        harness: { name: 'a', version: '1' },
        session: { id: 's' },
        call: { id: 'c' },
        path: 'native',
        tool: { name: 'Bash', kind: 'shell', origin: 'native', input: { command: 'git push --force' } },
      },
      capabilities: { effects: ['deny'] },
    },
  });

/** A connection of its own for each, so that they go to all processes. */
async function ask(url: string, id: string): Promise<string> {
  const headers = { 'content-type': 'application/json', connection: 'close' };
  return (await fetch(`${url}/hooks`, { method: 'POST', body: message(id), headers })).text();
}

test('a process that dies is started anew; two serve one port, are one to whoever asks, and end together', async () => {
  const server = start(folderWith(policy));
  const said = await server.until((text) => text.includes('2 processes\n'));
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(url, `e${index % 5}`)));
  expect(new Set(answers.map((each) => each.includes('com.example.one.force-push')))).toEqual(
    new Set([true]),
  );
  const decisions = async (): Promise<string | undefined> => {
    const text = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();
    return /^bylaw_decisions_total\{effect="deny"\} \d+$/m.exec(text)?.[0];
  };
  expect(await decisions()).toBe('bylaw_decisions_total{effect="deny"} 20');
  process.kill(processesOf(server.child)[0] ?? Number.NaN, 'SIGKILL');
  await server.until((text) => text.includes('a process ended (by SIGKILL) and is started anew'));
  // What it had counted is counted still, and the other one answers meanwhile.
  expect(await decisions()).toBe('bylaw_decisions_total{effect="deny"} 20');
  expect(await ask(url, 'after')).toContain('com.example.one.force-push');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('what happens to the policies of all processes is said once', async () => {
  const folder = folderWith(policy);
  const server = start(folder);
  const said = await server.until((text) => text.includes('2 processes\n'));
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
  const file = join(folder, 'policies', 'one.policy');
  writeFileSync(file, policy.replace('force-push', 'no-force'));
  server.child.kill('SIGHUP');
  // Connections go to the processes in turns: four that agree have asked both.
  for (let agreed = 0, asked = 0; agreed < 4; asked++)
    agreed = (await ask(url, `first-${asked}`)).includes('com.example.one.no-force') ? agreed + 1 : 0;
  writeFileSync(file, policy.replace('runs', 'rums'));
  server.child.kill('SIGHUP');
  for (let agreed = 0; agreed < 4; ) {
    const health = await (await fetch(`${url}/health`, { headers: { connection: 'close' } })).text();
    agreed = health.includes('older ones are in force') ? agreed + 1 : 0;
  }
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.said().match(/New policies are in force/g)).toHaveLength(1);
  expect(
    server.said().match(/not valid: 1 error\. The policies that were in force before go on deciding/g),
  ).toHaveLength(1);
});

test('a connection that a process dies with before taking it is closed, and does not hang', async () => {
  const server = start(folderWith(policy));
  const said = await server.until((text) => text.includes('2 processes\n'));
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
  const [stopped = Number.NaN] = processesOf(server.child);
  process.kill(stopped, 'SIGSTOP');
  const state = (): string =>
    execFileSync('ps', ['-o', 'stat=', '-p', String(stopped)], { encoding: 'utf8' });
  while (!state().startsWith('T'));
  // Connections go to the processes in turns: one of three waits for the one that does not move.
  const ends: string[] = [];
  await new Promise<void>((resolve) => {
    for (let client = 0; client < 3; client++) {
      const connection = connect(port, '127.0.0.1');
      let answer = '';
      connection.write('GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
      connection.on('error', () => undefined).setEncoding('utf8');
      connection.on('data', (text) => {
        answer += text;
      });
      connection.once('close', () => {
        ends.push(answer.slice(0, 15));
        if (ends.length === 2) process.kill(stopped, 'SIGKILL');
        if (ends.length === 3) resolve();
      });
    }
  });
  expect(ends).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK', '']);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('policies that are not valid keep all of them from starting', async () => {
  const server = start(folderWith('policy com.example.one\ndeny x\n  when nonsense\n'));
  expect(await server.ended).toBe(2);
  expect(server.said()).toContain('The policies are not valid');
});
