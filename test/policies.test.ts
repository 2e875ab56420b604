import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadPolicies, obstacles } from '../src/host/load.ts';

const loaded = loadPolicies([resolve('policies')], '.');

test('the shipped policies have no finding of the checker', () => {
  expect(loaded.diagnostics).toEqual([]);
});

test('the shipped policies pass their own tests', () => {
  expect(obstacles(loaded)).toEqual([]);
  expect(loaded.tests.length).toBeGreaterThan(50);
});

test('every rule of the shipped policies has a reason and tests both ways', () => {
  for (const { code, effect, tests } of loaded.program?.rules ?? []) {
    const verdicts = new Set(tests.map((each) => each.verdict));
    expect(tests.length, code).toBeGreaterThan(0);
    if (effect === 'deny') expect(verdicts, code).toContain('passes');
  }
});
