import { expect, test } from 'vitest';
import { noDecisionIn, noneLikeThat } from '../../src/cli/log/why-empty.ts';

test('filters that let nothing through are named, and a code says how it is written', () => {
  expect(noneLikeThat('logs', { effect: 'deny', unsure: true })).toBe(
    'The log logs has decisions, and none is like `--effect deny --unsure`.\n',
  );
  expect(noneLikeThat('logs', { code: 'push' })).toContain('A code is written whole');
  expect(noneLikeThat('logs', { code: 'com.example.*' })).not.toContain('A code is written whole');
});

test('a log without decisions blames no filter', () => {
  expect(noDecisionIn('https://bylaw.acme.example', true)).toContain('no client has asked this server yet');
  expect(noDecisionIn('logs', false)).toContain('only with `--log default`');
});
