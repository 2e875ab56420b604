import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { failuresOf, runOnce } from '../src/cli/testing/test-run.ts';
import { loadPolicies } from '../src/host/load/load.ts';
import { loadTests } from '../src/host/load/load-tests.ts';
import { recordedBelow } from '../src/host/load/recorded-below.ts';
import { formatSource } from '../src/language/format/format.ts';
import { totalsOf } from '../src/scenario/coverage/coverage.ts';
import { runSuite } from '../src/scenario/run-suite.ts';

const loaded = loadPolicies([resolve('policies')], '.', { runsTests: false });

test('the shipped policies have no finding of the checker', () => {
  expect(loaded.diagnostics).toEqual([]);
});

test('every rule of the shipped policies has a reason and tests both ways', () => {
  for (const { code, effect, tests } of loaded.program?.rules ?? []) {
    const verdicts = new Set(tests.map((each) => each.verdict));
    expect(tests.length, code).toBeGreaterThan(0);
    if (effect === 'deny') expect(verdicts, code).toContain('passes');
  }
});

test('the shipped policies and the examples are formatted', () => {
  const files = ['policies', 'examples'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.policy'))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    expect(formatSource({ path, text }), path).toEqual({ kind: 'formatted', text });
  }
});

/** The strict profile has all rules of the other one, so that their tests are run once, and what they see is taken down. */
const run = runOnce({
  paths: ['policies/strict'],
  cwd: resolve('.'),
  only: [],
  noSkips: true,
  coverage: true,
  thresholds: {},
});

test('all tests of the strict profile pass, and none of them lies', () => {
  expect(run.errors).toEqual([]);
  expect(run.results.length).toBeGreaterThan(1000);
  expect(failuresOf(run)).toEqual([]);
  expect(run.problems).toEqual([]);
  expect(run.untested).toEqual([]);
});

test('those of the other profile are among them, but for those that are about all of its rules together', () => {
  const codes = new Set(loaded.program?.rules.map(({ code }) => code));
  expect(run.loaded.program?.rules.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]));
  expect(run.loaded.testFiles).toEqual(expect.arrayContaining([...loaded.testFiles]));
  const { tests, diagnostics } = loadTests(loaded);
  expect(diagnostics).toEqual([]);
  const together = runSuite(loaded.program ?? never(), tests, recordedBelow(loaded.root), {
    isChosen: ({ code }) => !codes.has(code),
  });
  expect(together.results.filter(({ passed }) => !passed)).toEqual([]);
});

test('they see every rule both ways, every value of every clause, and every exception excuse a call', () => {
  const { rules, clauses, exceptions } = totalsOf(run.coverage ?? never());
  expect(rules).toEqual({ seen: rules.of, of: rules.of });
  expect(clauses).toEqual({ seen: clauses.of, of: clauses.of });
  expect(exceptions).toEqual({ seen: exceptions.of, of: exceptions.of });
  expect(clauses.of).toBeGreaterThan(300);
});

function never(): never {
  throw new Error('the policies have errors');
}
