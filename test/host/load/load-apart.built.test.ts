/** Many policies are read by a process of its own, and come to the same as those that are read here. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeManyRules } from '../../../bench/many-rules.mjs';
import { readRefusal } from '../../../src/host/load/load-apart.ts';
import { errorAt } from '../../../src/language/diagnostic.ts';

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
  expect(evaluate()).toEqual(unkept);
  expect(readdirSync(cache)).toHaveLength(1);
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

const refusal = {
  problems: [errorAt('unknown-field', 'a.policy', { start: 3, end: 6 }, 'unknown field `tol`')],
  root: '/policies',
};

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
