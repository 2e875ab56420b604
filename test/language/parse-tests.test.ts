// Files of tests: any text is read, what is wrong is said with its place, and what is right has its tree.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkTests } from '../../src/check/tests-file.ts';
import { isError } from '../../src/language/diagnostic.ts';
import { beginsAsTests, parseTests } from '../../src/language/parse-tests.ts';
import { anyPolicyText } from '../check/arbitrary-text.ts';

const examples = readdirSync('policies', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tests.policy'))
  .map((name) => readFileSync(`policies/${name}`, 'utf8'));

const testable = {
  policies: ['io.bylaw.git'],
  rules: [{ code: 'io.bylaw.git.force-push', effect: 'deny' as const }],
};

const seed = Number(process.env.BYLAW_SEED ?? 1);
const numRuns = Number(process.env.BYLAW_RUNS ?? 2000);

test('no text makes the parser or the checker throw, or point outside it', () => {
  expect(examples.length).toBeGreaterThan(10);
  fc.assert(
    fc.property(anyPolicyText(examples), (text) => {
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
});

test('the shipped files of tests are read whole', () => {
  for (const text of examples) {
    expect(parseTests({ path: 'a.tests.policy', text }).diagnostics.filter(isError)).toEqual([]);
  }
});

describe('what begins as a file of tests', () => {
  test.each([
    ['tests for com.example.dev', true],
    ['\uFEFF# A comment, tests for nobody.\r\n\n  # Another.\ntests\nfor com.example.dev', true],
    ['# tests for com.example.dev', false],
    ['policy com.example.dev', false],
    ['testsuite', false],
    ['tests-for x', false],
    ['', false],
  ])('%j: %s', (text, expected) => {
    expect(beginsAsTests(text)).toBe(expected);
  });

  test('is told in linear time', () => {
    for (const part of ['# ', '#\n', ' #', '\n', '#'])
      expect(beginsAsTests(part.repeat(500_000))).toBe(false);
  });
});
