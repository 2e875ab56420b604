/** A session whose call took long is one whose messages others decide, for a while. */
import { expect, test } from 'vitest';
import { SlowSessions } from '../../src/server/lanes/slow-sessions.ts';
import { call } from '../engine/setting.ts';

const of = (session: string) => call('Bash', '1', {}, { session });
const messageOf = (session: string): string => JSON.stringify({ session: { id: session } });

test('messages of a session are known as long as it is remembered', () => {
  let now = 0;
  const slow = new SlowSessions(() => now);
  slow.took(of('quick'), 49);
  slow.took(of('quick'), 50);
  for (let times = 0; times < 2; times++) slow.took(of('slow'), 50);
  expect(['quick', 'slow'].map((each) => slow.has(messageOf(each)))).toEqual([false, true]);
  expect(slow.has(JSON.stringify({ payload: messageOf('slow') }))).toBe(true);
  expect(slow.has(messageOf('slowly'))).toBe(false);
  now += 5 * 60 * 1000 + 1;
  expect(slow.has(messageOf('slow'))).toBe(false);
});

test('the latest sessions are remembered, and none without a name that can be found', () => {
  const slow = new SlowSessions(() => 0);
  for (let at = 10; at < 100; at++) slow.took(of(at < 20 ? '…' : `session-${Math.floor(at / 2)}`), 100);
  expect(slow.has(messageOf('…'))).toBe(false);
  expect([17, 18, 49].map((at) => slow.has(messageOf(`session-${at}`)))).toEqual([false, true, true]);
});
