import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadPolicies, obstacles } from '../src/host/load.ts';
import { loadTests } from '../src/host/load-tests.ts';
import { formatSource } from '../src/language/format/format.ts';
import { runSuite } from '../src/scenario/run-suite.ts';

const loaded = loadPolicies([resolve('policies')], '.');

test('the shipped policies have no finding of the checker', () => {
  expect(loaded.diagnostics).toEqual([]);
});

test('the shipped policies pass their own tests', () => {
  expect(obstacles(loaded)).toEqual([]);
  expect(loaded.tests.length).toBeGreaterThan(50);
});

test('what the files of tests expect of them holds', () => {
  const { tests, diagnostics } = loadTests(loaded);
  expect(diagnostics).toEqual([]);
  const { program } = loaded;
  const results = program === undefined ? [] : runSuite(program, tests, () => 'no event is recorded').results;
  expect(results.length).toBeGreaterThan(1000);
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
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
