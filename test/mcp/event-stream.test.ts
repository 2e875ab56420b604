import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventStream, EventStreamError } from '../../src/mcp/event-stream.ts';

function eventsOf(chunks: readonly (string | Buffer)[], limit = 1000) {
  const stream = new EventStream(limit);
  const events = chunks.flatMap((chunk) => [...stream.push(Buffer.from(chunk))]);
  return { events, lastId: stream.lastId, retry: stream.retry };
}

const text = [
  '\uFEFF: a comment',
  'id: 1',
  'data: {"a":1,',
  'data:  "b":2}',
  '',
  'event: other',
  'data',
  '',
  '',
  'id: 2',
  'retry: 250',
  'retry: soon',
  'unknown: field',
  '',
  'data: é',
  'id: lost',
];

describe('a stream of events', () => {
  test.each(['\n', '\r\n', '\r'])('is read by its lines, which end in %j', (end) => {
    const whole = text.join(end);
    const expected = {
      events: [
        { type: 'message', data: '{"a":1,\n "b":2}' },
        { type: 'other', data: '' },
      ],
      // An event that is not complete does not count, and neither does its id.
      lastId: '2',
      retry: 250,
    };
    expect(eventsOf([whole])).toEqual(expected);
    const octets = Buffer.from(whole);
    expect(eventsOf([...octets].map((octet) => Buffer.from([octet])))).toEqual(expected);
  });

  test('is the same however it is cut', () => {
    const line = fc.constantFrom('data: x', 'data:é', 'id: 7', 'event: e', '', '', ': c', 'data');
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    const lines = fc
      .array(fc.tuple(line, ends).map((both) => both.join('')))
      .map((all) => Buffer.from(all.join('')));
    fc.assert(
      fc.property(lines, fc.array(fc.nat(40)), (octets, cuts) => {
        const places = [0, ...[...cuts].sort((a, b) => a - b), octets.length];
        const chunks = places.slice(1).map((place, at) => octets.subarray(places[at], place));
        expect(eventsOf(chunks)).toEqual(eventsOf([octets]));
      }),
    );
  });

  test('ends where an event is too large, whether in a line or in many', () => {
    const long = `data: ${'x'.repeat(600)}\n`;
    expect(eventsOf([`${long}\n`, `${long}\n`]).events).toHaveLength(2);
    expect(() => eventsOf([long, long])).toThrow(EventStreamError);
    expect(() => eventsOf([`data: ${'x'.repeat(600)}`, 'x'.repeat(600)])).toThrow(EventStreamError);
  });

  test('ends where it is not UTF-8', () => {
    expect(() => eventsOf([Buffer.from([0x64, 0xff, 0x0a])])).toThrow('not UTF-8');
  });
});
