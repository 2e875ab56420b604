import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { failuresOf, runOnce } from '../src/cli/testing/test-run.ts';
import { loadPolicies } from '../src/host/load.ts';
import { formatSource } from '../src/language/format/format.ts';
import { totalsOf } from '../src/scenario/coverage/coverage.ts';

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

const plan = { cwd: resolve('.'), only: [], noSkips: true, thresholds: {} };
const runOf = (folder: string, coverage: boolean) => runOnce({ ...plan, paths: [folder], coverage });
const common = runOf('policies', false);
// It has all rules of the other one, so that what tests see of them is taken down once.
const strict = runOf('policies/strict', true);

test.each([
  ['policies', common],
  ['policies/strict', strict],
])('all tests of %s pass, and none of them lies', (_, run) => {
  expect(run.errors).toEqual([]);
  expect(run.results.length).toBeGreaterThan(1000);
  expect(failuresOf(run)).toEqual([]);
  expect(run.problems).toEqual([]);
  expect(run.untested).toEqual([]);
});

test('they see every rule both ways, every value of every clause, and every exception excuse a call', () => {
  const codesOf = ({ loaded: { program } }: typeof common) => (program?.rules ?? []).map(({ code }) => code);
  expect(codesOf(strict)).toEqual(expect.arrayContaining(codesOf(common)));
  const { rules, clauses, exceptions } = strict.coverage === undefined ? never() : totalsOf(strict.coverage);
  expect(rules).toEqual({ seen: rules.of, of: rules.of });
  expect(clauses).toEqual({ seen: clauses.of, of: clauses.of });
  expect(exceptions).toEqual({ seen: exceptions.of, of: exceptions.of });
  expect(clauses.of).toBeGreaterThan(300);
});

const never = (): never => {
  throw new Error('nothing was covered');
};
