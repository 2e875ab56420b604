// Files of tests: any text is read, what is wrong is said with its place, and what is right has its tree.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isError } from '../../src/language/diagnostic.ts';
import { beginsAsTests, parseTests } from '../../src/language/parse-tests.ts';

const examples = readdirSync('policies', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tests.policy'))
  .map((name) => readFileSync(`policies/${name}`, 'utf8'));

test('the shipped files of tests are read whole', () => {
  expect(examples.length).toBeGreaterThan(10);
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
