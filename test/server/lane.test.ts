/** Messages that a thread decides: bounded, and denied where the thread is lost. */
import { describe, expect, test, vi } from 'vitest';
import type { Handler } from '../../src/protocol/handle.ts';
import { Lane, type LaneOptions } from '../../src/server/lanes/lane.ts';
import type { FromThread, ToThread } from '../../src/server/lanes/lane-messages.ts';
import { Turns } from '../../src/server/lanes/turns.ts';
import type { Tally } from '../../src/server/limits/counted.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const saying = (word: string): Handler => ({
  handle: (text) => ({ kind: 'answer', body: `${word} ${text}` }),
});

/** A thread that does what the test says. */
interface FakeThread {
  readonly heard: ToThread<string>[];
  readonly ended: boolean;
  say(message: FromThread): void;
  reply(body: string): void;
  die(why: string): void;
}

function lane(changed: Partial<LaneOptions<string>> = {}) {
  const threads: FakeThread[] = [];
  const said: string[] = [];
  const counts: unknown[] = [];
  const note = (of: string) => (value?: unknown) => void counts.push([of, value]);
  const tally: Tally = {
    took: note('took'),
    decided: note('decided'),
    observed: note('observed'),
    disbelieved: note('disbelieved'),
  };
  const asked: unknown[] = [];
  const under = new Lane<string>({
    start(hear, died) {
      const heard: ToThread<string>[] = [];
      let ended = false;
      threads.push({
        heard,
        get ended() {
          return ended;
        },
        say: hear,
        reply: (body) => hear({ kind: 'reply', reply: { kind: 'answer', body } }),
        die: died,
      });
      return {
        say: (message) => void heard.push(message),
        end: () => {
          ended = true;
        },
      };
    },
    turns: new Turns(),
    policies: () => 'in force',
    here: () => saying('here'),
    denying: () => saying('denied'),
    server: {
      append: (entry) => void asked.push(entry),
      lose: (why) => void asked.push(why),
      spoke: (source) => void asked.push(source),
      isSpokenFor: (source) => source === 'urn:spoken',
    },
    tally,
    answered: () => {},
    lost: (why) => void said.push(why),
    ...changed,
  });
  return { lane: under, threads, said, counts, asked };
}

const ready = { kind: 'ready', policies: 'in force' } as const;

test('messages are told one at a time, to one thread, which is started with the first', async () => {
  const { lane: large, threads } = lane();
  expect(threads).toEqual([]);
  const replies = [large.handle('lines', 'one'), large.handle('lines', 'two')];
  await settled();
  threads[0]?.say(ready);
  await settled();
  expect(threads[0]?.heard).toEqual([{ kind: 'text', way: 'lines', text: 'one' }]);
  threads[0]?.reply('first');
  await settled();
  expect(threads[0]?.heard).toHaveLength(2);
  threads[0]?.reply('second');
  expect(await Promise.all(replies)).toEqual([
    { kind: 'answer', body: 'first' },
    { kind: 'answer', body: 'second' },
  ]);
  expect(threads).toHaveLength(1);
});

describe('a thread that cannot be had', () => {
  test.each([
    ['dies before it is ready', (thread: FakeThread) => thread.die('no such file')],
    ['has other policies', (thread: FakeThread) => thread.say({ kind: 'ready', policies: 'others' })],
  ])('decides nothing where it %s: the server does it', async (_, happens) => {
    const { lane: large, threads, said } = lane();
    const reply = large.handle('lines', 'one');
    await settled();
    happens(threads[0]!);
    expect(await reply).toEqual({ kind: 'answer', body: 'here one' });
    expect(said).toEqual([]);
    const next = large.handle('lines', 'two');
    await settled();
    threads[1]?.say(ready);
    await settled();
    threads[1]?.reply('apart');
    expect(await next).toEqual({ kind: 'answer', body: 'apart' });
  });
});

test('policies that change have a new thread', async () => {
  let policies = 'in force';
  const { lane: large, threads, said } = lane({ policies: () => policies });
  const first = large.handle('lines', 'one');
  const second = large.handle('lines', 'two');
  await settled();
  threads[0]?.say(ready);
  await settled();
  policies = 'new';
  threads[0]?.reply('old');
  await settled();
  expect(threads[0]?.ended).toBe(true);
  threads[1]?.say({ kind: 'ready', policies });
  await settled();
  threads[1]?.reply('new');
  expect(await Promise.all([first, second])).toEqual([
    { kind: 'answer', body: 'old' },
    { kind: 'answer', body: 'new' },
  ]);
  expect(said).toEqual([]);
});

test('what a thread has in hand when it dies is denied, and the next message has another thread', async () => {
  const { lane: large, threads, said } = lane();
  const replies = [large.handle('lines', 'one'), large.handle('lines', 'two')];
  await settled();
  threads[0]?.say(ready);
  await settled();
  threads[0]?.die('out of memory');
  await settled();
  threads[0]?.reply('too late');
  threads[1]?.say(ready);
  await settled();
  threads[1]?.reply('second');
  expect(await Promise.all(replies)).toEqual([
    { kind: 'answer', body: 'denied one' },
    { kind: 'answer', body: 'second' },
  ]);
  expect(said).toEqual(['out of memory']);
});

test('a message that takes too long is denied, and the time that it waits for others does not count', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const turns = new Turns();
    const before = turns.begin('session-1', undefined);
    const { lane: large, threads, said } = lane({ turns, patience: 1000 });
    const reply = large.handle('lines', 'session-1');
    await settled();
    threads[0]?.say(ready);
    await settled();
    const session = { id: 'session-1', word: 'session-1' };
    threads[0]?.say({ kind: 'asks', id: 1, ask: 'turn', about: session });
    vi.advanceTimersByTime(5000);
    await settled();
    expect(said).toEqual([]);
    before.end();
    await settled();
    expect(threads[0]?.heard.at(-1)).toEqual({ kind: 'answer', id: 1, value: undefined });
    vi.advanceTimersByTime(1000);
    expect(await reply).toEqual({ kind: 'answer', body: 'denied session-1' });
    expect(said).toEqual(['it took more than 1 s']);
    expect(threads[0]?.ended).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('what is too much is refused, by number and by length', async () => {
  const { lane: large } = lane({ mostWaiting: 3, mostText: 20 });
  for (const text of ['in hand', 'waits', 'waits too']) large.handle('lines', text);
  expect(large.handle('lines', 'longer than there is room for')).toEqual({ kind: 'busy' });
  expect(large.handle('lines', 'four')).toBeInstanceOf(Promise);
  expect(large.handle('lines', 'five')).toEqual({ kind: 'busy' });
});

test('one that is longer than all that may wait is taken where none waits', () => {
  const { lane: large } = lane({ mostText: 5 });
  expect(large.handle('lines', 'longer than that')).toBeInstanceOf(Promise);
});

test('the server answers what the thread asks, and counts what it says', async () => {
  const {
    lane: large,
    threads,
    asked,
    counts,
  } = lane({
    server: {
      append: () => Promise.reject(new Error('the disk is full')),
      lose: () => {},
      spoke: (source) => void asked.push(source),
      isSpokenFor: (source) => source === 'urn:spoken',
    },
  });
  large.handle('lines', 'one');
  await settled();
  const [thread] = threads;
  thread?.say(ready);
  await settled();
  thread?.say({ kind: 'asks', id: 1, ask: 'isSpokenFor', about: 'urn:spoken' });
  thread?.say({ kind: 'asks', id: 2, ask: 'spoke', about: 'urn:me' });
  await settled();
  thread?.say({ kind: 'asks', id: 3, ask: 'append', about: { type: 'evicted', memories: 1 } });
  thread?.say({ kind: 'counted', count: { of: 'took', value: 2 } });
  await settled();
  expect(thread?.heard.slice(1)).toEqual([
    { kind: 'answer', id: 1, value: true },
    { kind: 'answer', id: 2, value: undefined },
    { kind: 'answer', id: 3, value: undefined, error: 'the disk is full' },
  ]);
  expect(asked).toEqual(['urn:me']);
  expect(counts).toEqual([['took', 2]]);
});

test('a lane that closes ends its thread, and denies what is left', async () => {
  const { lane: large, threads } = lane();
  const replies = [large.handle('lines', 'one'), large.handle('lines', 'two')];
  await settled();
  threads[0]?.say(ready);
  await settled();
  large.close();
  expect(threads[0]?.ended).toBe(true);
  expect(await Promise.all(replies)).toEqual([
    { kind: 'answer', body: 'denied one' },
    { kind: 'answer', body: 'denied two' },
  ]);
  expect(large.handle('lines', 'three')).toEqual({ kind: 'busy' });
  expect(threads).toHaveLength(1);
});
