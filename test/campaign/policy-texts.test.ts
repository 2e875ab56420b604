// Whatever the text, there are diagnostics and no surprises, for policies and for files of their tests.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTests } from '../../src/check/tests/tests-file.ts';
import { parseTests } from '../../src/language/parse-tests.ts';
import { anyPolicyText, obeysLaws } from '../check/arbitrary-text.ts';
import { effort, seed, tell, timeout } from './effort.ts';

/** The shipped files whose names end so. */
const shipped = (isWanted: (name: string) => boolean): readonly string[] =>
  readdirSync('policies', { recursive: true, encoding: 'utf8' })
    .filter(isWanted)
    .map((name) => readFileSync(`policies/${name}`, 'utf8'));
const policies = shipped((name) => name.endsWith('.policy') && !name.endsWith('.tests.policy'));
const testFiles = shipped((name) => name.endsWith('.tests.policy'));

test('no text makes the parser or the checker throw, point outside it, or pass with errors', {
  timeout,
}, () => {
  const counts = { texts: 0, 'texts without an error': 0 };
  fc.assert(
    fc.property(anyPolicyText(policies), (text) => {
      const { errors } = obeysLaws(text);
      counts.texts++;
      if (errors === 0) counts['texts without an error']++;
    }),
    { seed, numRuns: effort(100_000, 80) },
  );
  tell(counts);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
});

const testable = {
  policies: ['io.bylaw.git'],
  rules: [{ code: 'io.bylaw.git.force-push', effect: 'deny' as const }],
  exceptions: [],
  labels: [],
};

test('nor does any text that is read as a file of tests', { timeout }, () => {
  expect(testFiles.length).toBeGreaterThan(10);
  const numRuns = effort(50_000, 70);
  fc.assert(
    fc.property(anyPolicyText(testFiles), (text) => {
      const { tests, diagnostics } = parseTests({ path: 'a.tests.policy', text });
      expect(tests.broken).toBe(diagnostics.length > 0);
      const checked = checkTests([tests], testable, diagnostics);
      for (const { span } of checked.diagnostics) {
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeGreaterThanOrEqual(span.start);
        expect(span.end).toBeLessThanOrEqual(text.length);
      }
      for (const each of checked.tests.cases) expect(each.place.span.end).toBeLessThanOrEqual(text.length);
    }),
    { seed, numRuns },
  );
  tell({ 'files of tests': numRuns });
});
