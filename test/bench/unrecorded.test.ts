/** The engine that records no clauses is made by changing one line: it has to be there, and to be the one that records. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('the line that records which clauses decided is the one that the bench changes', () => {
  const [, line = ''] = /const recording = '(.+)';/.exec(read('bench/engines/bylaw-unrecorded.mjs')) ?? [];
  expect(line).toContain('decidingClauses(rule, facts, binding)');
  const evaluator = read('src/engine/evaluate.ts');
  expect(evaluator.split(line).length).toBe(2);
  expect(evaluator.split('decidingClauses(').length).toBe(2);
});
