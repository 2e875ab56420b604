import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { closePendingConnection } from '../../src/server/sockets/pending-connection.ts';

/** A serving process as `node:cluster` shows it, and what was sent to it. */
function fakeWorker() {
  const sent: unknown[] = [];
  const send = (message: unknown): boolean => sent.push(message) > 0;
  const worker = Object.assign(new EventEmitter(), { process: { send } });
  closePendingConnection(worker as unknown as Worker);
  return {
    sent,
    give: worker.process.send as (...args: unknown[]) => boolean,
    die: () => worker.emit('exit'),
  };
}

function connection() {
  let closed = 0;
  return { close: () => void closed++, closed: () => closed };
}

test('what a process was given last is closed when it ends, and everything is still sent', () => {
  const { sent, give, die } = fakeWorker();
  const [first, second] = [connection(), connection()];
  expect(give('one', first)).toBe(true);
  give('no connection');
  give('two', second);
  die();
  expect(sent).toEqual(['one', 'no connection', 'two']);
  // The first was taken before the second was given.
  expect([first.closed(), second.closed()]).toEqual([0, 1]);
});

test('what a process gave back and another was given is left to that one', () => {
  const [ending, other] = [fakeWorker(), fakeWorker()];
  const given = connection();
  ending.give('one', given);
  other.give('one', given);
  ending.die();
  expect(given.closed()).toBe(0);
  other.die();
  expect(given.closed()).toBe(1);
});

test('a process that could not be started has nothing to close', () => {
  const worker = Object.assign(new EventEmitter(), { process: {} });
  closePendingConnection(worker as unknown as Worker);
  expect(worker.emit('exit')).toBe(false);
});
