import { expect, test } from 'vitest';
import { beginsAsTests } from '../../src/language/parse-tests.ts';

test('a file of tests begins with its word, behind any comments', () => {
  for (const text of ['tests for a', '\ufeff# why\r\n\n  # tests\ntests\n', 'tests# why', 'tests'])
    expect(beginsAsTests(text), text).toBe(true);
});

test('the word in a comment, or another word, begins none', () => {
  for (const text of ['', '# a, tests and b\npolicy x', 'tests-x', 'testsx', '# tests', 'policy tests'])
    expect(beginsAsTests(text), text).toBe(false);
});

test('a long comment takes linear time', () => {
  expect(beginsAsTests(`${'# '.repeat(100_000)}x\n${'# # #\n'.repeat(50_000)}tests`)).toBe(true);
  expect(beginsAsTests('# '.repeat(100_000))).toBe(false);
});
