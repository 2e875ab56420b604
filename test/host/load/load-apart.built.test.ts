/** Many policies are read by a process of its own, and come to the same as those that are read here. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeManyRules } from '../../../bench/many-rules.mjs';
import { loadApart, readRefusal } from '../../../src/host/load/load-apart.ts';
import { errorAt } from '../../../src/language/diagnostic.ts';
import { startServer } from '../../campaign/service/server.ts';
import { keepCode } from '../../hook/kept-code.ts';

const command = fileURLToPath(new URL('../../../dist/bylaw.cjs', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'bylaw-test-'));
const folder = join(home, 'policies');
const cache = join(home, '.cache', 'bylaw');

beforeAll(() => {
  writeManyRules(folder, 400);
  // It is by their octets that policies are many, and a comment is read soonest.
  appendFileSync(join(folder, 'part-0000.policy'), `# ${'x'.repeat(98)}\n`.repeat(2700));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const call = JSON.stringify({ tool: { name: 'team-11-x', input: {} } });

function evaluate(env: Readonly<Record<string, string>> = {}): {
  status: number | null;
  stdout: string;
  stderr: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'eval', '-'], {
    cwd: home,
    env: { HOME: home, ...env },
    input: call,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('made by another process, read from the cache, or neither: the answer is the same', () => {
  const unkept = evaluate({ BYLAW_CACHE: 'off' });
  expect(unkept).toMatchObject({ status: 1 });
  expect(unkept.stdout).toContain('com.example.many.part-0.rule-11');
  expect(unkept.stdout).toContain('tool is "team-11-*"');
  expect(readdirSync(home)).not.toContain('.cache');
  keepCode(home);
  expect(evaluate()).toEqual(unkept);
  expect(readdirSync(cache).filter((name) => name.startsWith('policies-'))).toHaveLength(1);
  expect(evaluate()).toEqual(unkept);
}, 60_000);

test('what is wrong with them is said with its place', () => {
  const file = join(folder, 'part-0003.policy');
  appendFileSync(file, '\ndeny broken\n  when tol is "a"\n');
  const { status, stderr } = evaluate();
  expect(status).toBe(2);
  expect(stderr).toContain('part-0003.policy');
  expect(stderr).toContain('when tol is "a"');
  expect(stderr).toContain('The policies are not valid: 1 error. Nothing was loaded.');
  writeFileSync(file, 'policy com.example.many.part-3\n');
  expect(evaluate()).toMatchObject({ status: 1 });
}, 60_000);

test('what changes while a server decides is read by another process, also with a broken layer', async () => {
  const cwd = join(home, 'served');
  const write = (layer: string, rule: string): void =>
    writeFileSync(join(cwd, layer, 'a.policy'), `policy com.example.${layer}\ndeny it\n  when ${rule}\n`);
  for (const layer of ['above', 'below']) {
    mkdirSync(join(cwd, layer), { recursive: true });
    write(layer, 'kind is shell');
  }
  // Each process of Node notes that it has begun.
  const [begun, note] = [join(cwd, 'begun'), join(cwd, 'note.cjs')];
  writeFileSync(note, `require('node:fs').appendFileSync(${JSON.stringify(begun)}, 'x')`);
  const processes = (): number => readFileSync(begun, 'utf8').length;
  const server = await startServer(
    [
      '--policies',
      join(cwd, 'above'),
      '--policies',
      join(cwd, 'below'),
      '--socket',
      join(cwd, 's.sock'),
      '--no-log',
    ],
    { HOME: home, PATH: process.env.PATH, NODE_OPTIONS: `--require ${note}` },
  );
  try {
    const before = processes();
    write('above', 'kind is fetch');
    write('below', 'kind is shel');
    process.kill(server.pid, 'SIGHUP');
    await vi.waitFor(() => expect(server.said()).toContain('New policies are in force: 1 rule from'), 20_000);
    expect(processes()).toBe(before + 1);
    expect(server.said()).toContain('when kind is shel');
    expect(server.said()).toContain('The layer `layer-2` is not in force: 1 error.');
  } finally {
    await server.stop();
  }
}, 60_000);

const refusal = {
  problems: [errorAt('unknown-field', 'a.policy', { start: 3, end: 6 }, 'unknown field `tol`')],
  root: '/policies',
};

test.runIf(process.platform !== 'win32')(
  'a process that has too little memory refuses, so that none of it is read here',
  async () => {
    const module = fileURLToPath(new URL('../../../dist/loading-process.cjs', import.meta.url));
    const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=4' };
    const order = { named: [folder], cwd: '/', build: 'a', keeps: false };
    const refusal = await loadApart(order, { env, module });
    expect(refusal).toMatchObject({ problems: [{ code: 'unreadable-file', path: folder }], root: '/' });
  },
);

test('a refusal is read as it was written', () => {
  expect(readRefusal(JSON.stringify(refusal))).toEqual(refusal);
});

test('a refusal that was cut off anywhere is none', () => {
  const text = JSON.stringify(refusal);
  for (let length = 0; length < text.length; length++)
    expect(readRefusal(text.slice(0, length))).toBeUndefined();
});

test.each([
  'null',
  '[]',
  '1',
  '{}',
  '{"problems":[],"root":"/"}',
  '{"problems":[{}]}',
  '{"problems":1,"root":"/"}',
])('%s says nothing of what is wrong', (text) => {
  expect(readRefusal(text)).toBeUndefined();
});
