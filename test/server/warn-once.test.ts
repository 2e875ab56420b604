import { expect, test } from 'vitest';
import { WarnOnce } from '../../src/server/processes/warn-once.ts';

test('a message of several processes about one event is shown once', () => {
  const messages = new WarnOnce();
  expect([1, 2, 3].map((by) => messages.isNew('loaded', by, 0))).toEqual([true, false, false]);
  expect(messages.isNew('refused', 2, 0)).toBe(true);
});

test('a process that repeats its message reports a new event', () => {
  const messages = new WarnOnce();
  for (const by of [1, 2]) messages.isNew('loaded', by, 0);
  expect([2, 1].map((by) => messages.isNew('loaded', by, 5000))).toEqual([true, false]);
});

test('a message of another process much later is about another event', () => {
  const messages = new WarnOnce();
  messages.isNew('loaded', 1, 0);
  expect(messages.isNew('loaded', 2, 30_001)).toBe(true);
});
