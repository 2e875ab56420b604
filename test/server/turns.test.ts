/** Calls of one session keep their order where some are decided elsewhere, and no other call waits. */
import { describe, expect, test } from 'vitest';
import type { Decision } from '../../src/engine/decision.ts';
import type { DecisionPoint } from '../../src/engine/engine.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { sessionNameOf, Turns } from '../../src/server/lanes/turns.ts';
import { call } from '../engine/setting.ts';

const pass = {} as Decision;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const inSession = (session: string | undefined, id = 'e'): Event => call('Bash', id, {}, { session });

/** A point that notes what it was asked, and answers later where it is told to. */
function notedPoint(answer: () => Decision | Promise<Decision> = () => pass) {
  const asked: string[] = [];
  const point: DecisionPoint = {
    decide(event) {
      asked.push(event.id);
      return answer();
    },
    observe: (event) => void asked.push(event.id),
  };
  return { asked, point };
}

test('without a message elsewhere a call is decided at once', () => {
  const { point } = notedPoint();
  expect(new Turns().orderly(point).decide(inSession('a'))).toBe(pass);
});

describe('while a message is elsewhere that nobody has read', () => {
  const cases: readonly (readonly [string, string, Event, boolean])[] = [
    ['of another session', '{"session":{"id":"a-1"}}', inSession('b-2'), false],
    ['of a session that it names', '{"session":{"id":"a-1"}}', inSession('a-1'), true],
    [
      'of a session that it names with escapes',
      String.raw`{"id":"caf\u00e9-1\/x"}`,
      inSession('café-1/x'),
      true,
    ],
    ['without a session', '{"session":{"id":"a-1"}}', inSession(undefined), true],
    ['of a session with nothing but signs', '{"session":{"id":"a-1"}}', inSession('…'), true],
  ];
  test.each(cases)('a call %s waits only if it may be of the same one', async (_, text, event, waits) => {
    const turns = new Turns();
    const { asked, point } = notedPoint();
    const large = turns.begin(text, undefined);
    const decision = turns.orderly(point).decide(event);
    await settled();
    expect(asked).toHaveLength(waits ? 0 : 1);
    large.end();
    expect(await decision).toBe(pass);
  });

  test('nor does the call of another client, whatever session the message names', async () => {
    const turns = new Turns();
    const { asked, point } = notedPoint();
    const large = turns.begin('{"session":{"id":"a-1"}}', { way: 'token', token: 'b' });
    const { decide } = turns.orderly(point);
    expect(await decide(inSession('a-1'), { client: { way: 'token', token: 'a' } })).toBe(pass);
    expect(await decide(inSession(undefined), { client: { certificate: 'b' } })).toBe(pass);
    const own = decide(inSession('a-1', 'own'), { client: { way: 'hook', token: 'b' } });
    await settled();
    expect(asked).not.toContain('own');
    large.end();
    expect(await own).toBe(pass);
  });

  test('a call of a session whose name was made of something else waits', async () => {
    const turns = new Turns();
    const { asked, point } = notedPoint();
    const large = turns.begin('{"cwd":"/w"}', undefined);
    const event = inSession('syn_1');
    const raw = { ...event.raw, session: { id: 'syn_1', synthesized: true } };
    const decision = turns.orderly(point).decide({ ...event, raw });
    await settled();
    expect(asked).toEqual([]);
    large.end();
    await decision;
  });
});

test('once it is read a message holds up calls of its own session only', async () => {
  const turns = new Turns();
  const { asked, point } = notedPoint();
  const large = turns.begin('{"session":{"id":"a"},"b":"mentioned"}', undefined);
  await large.of(sessionNameOf(inSession('a')));
  const orderly = turns.orderly(point);
  await orderly.decide(inSession('b', 'of b'));
  const waiting = orderly.observe(inSession('a', 'of a'));
  await settled();
  expect(asked).toEqual(['of b']);
  large.end();
  await waiting;
  expect(asked).toEqual(['of b', 'of a']);
});

test('a message waits for the calls of its session that came before it, and not for those after it', async () => {
  const turns = new Turns();
  let answer = (_: Decision): void => {};
  const { point } = notedPoint(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const orderly = turns.orderly(point);
  const before = orderly.decide(inSession('a'));
  const [mine, other] = [turns.begin('a', undefined), turns.begin('b', undefined)];
  const after = orderly.decide(inSession('a'));
  const done: string[] = [];
  const isMine = mine.of(sessionNameOf(inSession('a'))).then(() => done.push('mine'));
  await other.of(sessionNameOf(inSession('b'))).then(() => done.push('other'));
  await settled();
  expect(done).toEqual(['other']);
  answer(pass);
  await before;
  await isMine;
  mine.end();
  await settled();
  answer(pass);
  expect(await after).toBe(pass);
});

test('a call that fails ends its turn', async () => {
  const turns = new Turns();
  const { point } = notedPoint(() => Promise.reject(new Error('out of order')));
  const failing = turns.orderly(point).decide(inSession('a'));
  const large = turns.begin('a', undefined);
  await expect(failing).rejects.toThrow('out of order');
  await large.of(sessionNameOf(inSession('a')));
});
