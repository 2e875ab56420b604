/** The shared text of an event is what JSON.stringify would give, with the time and without it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventText, eventTextWithoutTime } from '../../src/engine/event-text.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';

const slowly = (event: JsonObject): string => JSON.stringify({ ...event, time: undefined });

test.each<[string, JsonObject]>([
  ['time first', { time: 't', id: 'a' }],
  ['time last', { id: 'a', time: 't' }],
  ['time alone', { time: 't' }],
  ['no time', { id: 'a' }],
  ['a time that is no text', { id: 'a', time: 5 }],
  ['the same member deeper, before', { session: { time: 't' }, time: 't', id: 'a' }],
  ['the same member deeper, behind', { time: 't', session: { time: 't' } }],
  ['the same letters in a text', { id: '"time":"t"', time: 't', call: ',"time":"t",' }],
  ['a time that quotes itself', { id: 'a', time: '"time":"t"' }],
  ['an own `__proto__`', JSON.parse('{"id":"a","__proto__":{"time":"t"},"time":"t"}')],
  ['keys that are numbers', { time: 't', 7: 'a', 0: 'b' }],
])('an event with %s', (_, event) => {
  expect(eventText(event)).toBe(JSON.stringify(event));
  expect(eventTextWithoutTime(event)).toBe(slowly(event));
});

test('any event, whatever came before it', () => {
  const value = fc.oneof(fc.constantFrom('t', '"time":"t"', ',"time":"t"'), fc.jsonValue());
  const event = fc.dictionary(fc.constantFrom('time', 'id', 'tool', 'a"time":'), value);
  fc.assert(
    fc.property(event, (each) => {
      expect(eventText(each as JsonObject)).toBe(JSON.stringify(each));
      expect(eventTextWithoutTime(each as JsonObject)).toBe(slowly(each as JsonObject));
    }),
  );
});

test('what no JSON can hold throws each time', () => {
  const round: Record<string, unknown> = { id: 'a' };
  round.self = round;
  expect(() => eventText(round as JsonObject)).toThrow('circular');
  expect(() => eventText(round as JsonObject)).toThrow('circular');
});
