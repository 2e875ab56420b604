import { expect, test } from 'vitest';
import { SaidOnce } from '../../src/server/said-once.ts';

test('what several processes say of one thing is new once', () => {
  const said = new SaidOnce();
  expect([1, 2, 3].map((by) => said.isNew('loaded', by, 0))).toEqual([true, false, false]);
  expect(said.isNew('refused', 2, 0)).toBe(true);
});

test('what a process says again is new, once for all again', () => {
  const said = new SaidOnce();
  for (const by of [1, 2]) said.isNew('loaded', by, 0);
  expect([2, 1].map((by) => said.isNew('loaded', by, 5000))).toEqual([true, false]);
});

test('what another process says much later is another thing', () => {
  const said = new SaidOnce();
  said.isNew('loaded', 1, 0);
  expect(said.isNew('loaded', 2, 30_001)).toBe(true);
});
