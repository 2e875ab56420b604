// A file as somebody in a hurry writes it. UPDATE=1 rewrites what is said about it in twelve-typos.txt.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkSources, describeDiagnostics, readCases, writeCases } from './case-file.ts';

const file = new URL('twelve-typos.txt', import.meta.url);
const cases = readCases(readFileSync(file, 'utf8'));

test('every slip of the hand in a file is told, and what was meant', () => {
  const outcome = writeCases(cases, ({ sources }) => describeDiagnostics(sources));
  if (process.env.UPDATE === '1') writeFileSync(file, outcome);
  expect(outcome).toBe(readFileSync(file, 'utf8'));
  const found = cases.flatMap(({ sources }) => checkSources(sources).diagnostics);
  expect(found).toHaveLength(12);
  expect(found.every(({ severity }) => severity === 'warning')).toBe(true);
});
