/** Policies that were kept decide, explain and refuse exactly as those that were just read. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { writeManyRules } from '../../bench/many-rules.mjs';
import { compileKept, deriveFor, type Program } from '../../src/compile/program.ts';
import { Engine } from '../../src/engine/engine.ts';
import { explainRule } from '../../src/engine/explain.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { keptPolicies } from '../../src/host/load/kept-policies.ts';
import { loadPolicies, obstacles } from '../../src/host/load/load.ts';
import { readPolicyCache } from '../../src/host/policy-cache/policy-cache.ts';
import { eventOf } from '../../src/scenario/call.ts';
import { effort, isFull, sampled, tell, timeout } from './effort.ts';

const home = mkdtempSync(join(tmpdir(), 'bylaw-test-'));
const env = { XDG_CACHE_HOME: join(home, 'cache') };
afterAll(() => rmSync(home, { recursive: true, force: true }));

const packs = fileURLToPath(new URL('../../policies', import.meta.url));
const many = join(home, 'many');
writeManyRules(many, effort(3000, 60));

type Calls = readonly { readonly place: number; readonly event: Event }[];

/** The calls that the rules of a program are tested with, each with the place of its rule; in the gate some of them. */
const callsOf = ({ rules }: Program, every: number): Calls =>
  sampled(
    rules.flatMap(({ tests }, place) =>
      tests.flatMap(({ call, scene }) =>
        call.kind === 'recorded' ? [] : [{ place, event: eventOf(call, scene) }],
      ),
    ),
    every,
  );

/** What a program makes of each of them. */
function answers(program: Program, calls: Calls): readonly unknown[] {
  program.index.prepare();
  tell({ 'calls answered': calls.length });
  return calls.map(({ place, event }) => {
    const rule = program.rules[place];
    if (rule === undefined) return 'no rule';
    const decision = new Engine({ program }).decide(event);
    return { decision, explained: explainRule(rule, deriveFor(program, event)) };
  });
}

/** Policies that take a while are read once. */
const loads = new Map<string, ReturnType<typeof loadPolicies>>();
function loaded(folder: string): ReturnType<typeof loadPolicies> {
  const before = loads.get(folder) ?? loadPolicies([folder], '/');
  loads.set(folder, before);
  return before;
}

const shipped = ['the shipped policies', packs] as const;
const strict = ['the strict profile', join(packs, 'strict')] as const;
const manyRules = ['many rules of every sort', many] as const;

// The strict profile is more of what is shipped, and takes the gate as long again.
describe.each(isFull ? [shipped, strict, manyRules] : [shipped, manyRules])('%s', (_, folder) => {
  test('are the same read anew, made to be kept, and read from where they are kept', {
    timeout,
  }, async () => {
    const fresh = loaded(folder);
    expect(obstacles(fresh)).toEqual([]);
    const asked = { named: [folder], cwd: '/', env, build: 'build-1' };
    const made = (await keptPolicies(asked)).kept;
    const read = readPolicyCache({ paths: [folder], env, build: 'build-1' }, { withTests: true });
    const { program } = fresh;
    if (made === undefined || read === undefined || program === undefined) throw new Error('not kept');
    const calls = callsOf(program, folder === packs ? 240 : 1);
    const expected = answers(program, calls);
    expect(expected.length).toBeGreaterThan(effort(30, 8));
    for (const kept of [made, read]) {
      expect(kept.digest).toBe(fresh.digest);
      expect(kept.root).toBe(fresh.root);
      expect(kept.sources).toEqual(fresh.sources.map(({ path }) => path));
      const same = compileKept(kept.bundle);
      expect(same.rules.map(({ checked }) => checked)).toEqual(program.rules.map(({ checked }) => checked));
      expect(same.rules.map(({ needs }) => needs)).toEqual(program.rules.map(({ needs }) => needs));
      expect(same.scopes).toEqual(program.scopes);
      expect(same.limits.map(({ subject, ...limit }) => limit)).toEqual(
        program.limits.map(({ subject, ...limit }) => limit),
      );
      expect(same.labels.map(({ subject, ...label }) => [label, subject.checked.when])).toEqual(
        program.labels.map(({ subject, ...label }) => [label, subject.checked.when]),
      );
      expect(answers(same, calls)).toEqual(expected);
    }
  });
});

test('kept without its tests, a program decides the same', { timeout }, () => {
  const kept = readPolicyCache({ paths: [packs], env, build: 'build-1' });
  const { program } = loaded(packs);
  if (kept === undefined || program === undefined) throw new Error('not kept');
  const same = compileKept(kept.bundle);
  expect(same.rules.every(({ tests }) => tests.length === 0)).toBe(true);
  const calls = callsOf(program, 240);
  expect(answers(same, calls)).toEqual(answers(program, calls));
});

test('what is in no table of fields, and what is not ASCII, comes back as it was', async () => {
  const folder = join(home, 'odd');
  writeManyRules(folder, 1);
  const file = join(folder, 'part-0000.policy');
  const odd = `\ndeny odd\n  when input.entry is "tool" and any text in input.ledger matches /\\x{1F600}|é😀/\n  reason "Ünïcode 😀 {tool}."\n  test\n    denies tool "x" { entry: "tool", ledger: "😀é😀" }\n`;
  appendFileSync(file, odd);
  const fresh = loadPolicies([folder], '/');
  expect(obstacles(fresh)).toEqual([]);
  const { kept } = await keptPolicies({ named: [folder], cwd: '/', env, build: 'build-1' });
  if (kept === undefined || fresh.program === undefined) throw new Error('not kept');
  const rules = compileKept(kept.bundle).rules;
  expect(rules.map(({ checked }) => checked)).toEqual(fresh.program.rules.map(({ checked }) => checked));
  const calls = callsOf(fresh.program, 1);
  expect(answers(compileKept(kept.bundle), calls)).toEqual(answers(fresh.program, calls));
  expect(readFileSync(file, 'utf8')).toContain('😀');
});

test('policies that are not valid have the same problems, and are never kept', async () => {
  const folder = join(home, 'broken');
  writeManyRules(folder, 3);
  appendFileSync(
    join(folder, 'part-0000.policy'),
    '\ndeny lies\n  when tool is "a"\n  test\n    denies tool "b"\n',
  );
  const asked = { named: [folder], cwd: '/', env, build: 'build-1' };
  const keeping = await keptPolicies(asked);
  expect(keeping).toMatchObject({ problems: obstacles(loadPolicies([folder], '/')) });
  expect(keeping.kept).toBeUndefined();
  expect(readPolicyCache({ paths: [folder], env, build: 'build-1' })).toBeUndefined();
});
