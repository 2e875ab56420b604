/** The server as it is built, one module: its errors, what it looks for beside itself, and what it remembers. */
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { writeManyRules } from '../../bench/many-rules.mjs';
import { keepCode } from '../hook/kept-code.ts';

const command = new URL('../../dist/bylaw.cjs', import.meta.url).pathname;
const message = JSON.parse(readFileSync(new URL('../../examples/shell-call.json', import.meta.url), 'utf8'));
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-built-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  keepCode(folder);
  return folder;
}

const environment = (home: string) => ({ PATH: process.env.PATH ?? '', HOME: home });

/** Starts it without a log; the address, from what it says when it is ready. */
async function start(home: string, policies: string): Promise<{ said: string; url: string }> {
  const args = [command, 'serve', '--port', '0', '--no-log', '--policies', policies];
  const child = spawn(process.execPath, args, {
    env: environment(home),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  closers.push(() => {
    child.kill();
    return ended;
  });
  const said = String(await new Promise((resolve) => child.stderr.once('data', resolve)));
  const url = /http:\S+\/hooks/.exec(said)?.[0];
  if (url === undefined) throw new Error(said);
  return { said, url };
}

const ask = async (url: string, id: string, more = ''): Promise<unknown> => {
  const { tool } = message.params.event;
  const event = { ...message.params.event, id, tool: { ...tool, input: { ...tool.input, more } } };
  const body = JSON.stringify({ ...message, id, params: { ...message.params, event } });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body })).json();
};

test('wrong usage is reported in a sentence', () => {
  const { status, stderr } = spawnSync(process.execPath, [command, 'serve', '--policies', 'nowhere'], {
    env: environment(newFolder()),
    encoding: 'utf8',
  });
  expect(status).toBe(3);
  expect(stderr).toMatch(/^bylaw: there is no file or folder `nowhere`/);
});

test('many policies are read by a process of their own, and then found where they are kept', async () => {
  const home = newFolder();
  const policies = join(home, 'policies');
  writeManyRules(policies, 200);
  // It is by their octets that policies are many, and a comment is read soonest.
  appendFileSync(join(policies, 'part-0000.policy'), `# ${'x'.repeat(98)}\n`.repeat(2700));
  for (const _ of ['cold', 'warm']) {
    const { said, url } = await start(home, policies);
    expect(said).toContain('200 rules from 2 files');
    expect(await ask(url, 'one')).toHaveProperty('result.effects');
    await closers.pop()?.();
  }
});

const once = `policy com.example.built
limit shells to 1 shell per 1h per session
  reason "Enough."
`;

test('what calls did is remembered', async () => {
  const home = newFolder();
  const policies = join(home, 'policies.policy');
  writeFileSync(policies, once);
  const { url } = await start(home, policies);
  expect(await ask(url, 'one')).not.toHaveProperty('result.effects.0');
  expect(await ask(url, 'two')).toHaveProperty('result.effects.0.type', 'deny');
});

test('also what a large call did, which a thread of its own decides', async () => {
  const home = newFolder();
  const policies = join(home, 'policies.policy');
  writeFileSync(policies, once);
  const { url } = await start(home, policies);
  expect(await ask(url, 'one', 'x'.repeat(10_000))).not.toHaveProperty('result.effects.0');
  expect(await ask(url, 'two')).toHaveProperty('result.effects.0.type', 'deny');
  expect(await ask(url, 'three', 'x'.repeat(1_000_000))).toHaveProperty('result.effects.0.type', 'deny');
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  expect(metrics).toContain('bylaw_apart_total 2\n');
  expect(metrics).toContain('bylaw_decisions_total{effect="deny"} 2\n');
});
