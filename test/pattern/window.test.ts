// Windows of time: what the clock on the wall shows decides, and a night is of the day on which it begins.
import { describe, expect, test } from 'vitest';
import { instantOf, isZone, localTime } from '../../src/pattern/local-time.ts';
import { isWindowOpen, type WindowPattern } from '../../src/pattern/window.ts';
import { beginOfDay } from '../../src/vocabulary/dates.ts';
import { checkTexts } from '../reference/check-texts.ts';

function windowOf(text: string): WindowPattern {
  const { rules } = checkTexts([
    { path: 'a.policy', text: `policy a.b\nwindow w = ${text}\ndeny x\n  when during w\n` },
  ]);
  const when = rules[0]?.when[0];
  if (when?.kind !== 'window') throw new Error('there is no window');
  return when.window;
}

/** The minutes of a stretch of time at which a window opens or closes. */
function changes(text: string, from: string, to: string): string[] {
  const window = windowOf(text);
  const found: string[] = [];
  let before = isWindowOpen(window, Date.parse(from));
  for (let at = Date.parse(from); at <= Date.parse(to); at += 60_000) {
    const open = isWindowOpen(window, at);
    if (open !== before) found.push(`${new Date(at).toISOString().slice(0, 16)} ${open ? 'open' : 'closed'}`);
    before = open;
  }
  return found;
}

describe('a window', () => {
  test.each([
    [
      'is closed at the minute at which it ends',
      'monday 08:00 to 18:00 in "Europe/Berlin"',
      ['2026-12-21T00:00Z', '2026-12-22T00:00Z'],
      ['2026-12-21T07:00 open', '2026-12-21T17:00 closed'],
    ],
    [
      'goes on over midnight, and belongs to the day on which it begins',
      'monday 22:00 to 06:00 in "UTC"',
      ['2026-12-20T00:00Z', '2026-12-23T00:00Z'],
      ['2026-12-21T22:00 open', '2026-12-22T06:00 closed'],
    ],
    [
      'is closed on an excepted day, and a night that began before it ends as it does',
      'every day 22:00 to 06:00 except 2026-12-24 in "UTC"',
      ['2026-12-23T12:00Z', '2026-12-25T23:00Z'],
      ['2026-12-23T22:00 open', '2026-12-24T06:00 closed', '2026-12-25T22:00 open'],
    ],
    [
      'lasts from one day to another',
      'friday 16:00 to monday 08:00 in "America/New_York"',
      ['2026-12-17T00:00Z', '2026-12-22T00:00Z'],
      ['2026-12-18T21:00 open', '2026-12-21T13:00 closed'],
    ],
    [
      'has an hour twice where there are two of it',
      'every day 02:00 to 03:00 in "Europe/Berlin"',
      ['2026-10-24T12:00Z', '2026-10-25T12:00Z'],
      ['2026-10-25T00:00 open', '2026-10-25T02:00 closed'],
    ],
    [
      'has half of an hour twice, with a pause',
      'every day 02:00 to 02:30 in "Europe/Berlin"',
      ['2026-10-24T12:00Z', '2026-10-25T12:00Z'],
      [
        '2026-10-25T00:00 open',
        '2026-10-25T00:30 closed',
        '2026-10-25T01:00 open',
        '2026-10-25T01:30 closed',
      ],
    ],
    [
      'never opens for an hour that is left out',
      'every day 02:00 to 03:00 in "Europe/Berlin"',
      ['2026-03-28T12:00Z', '2026-03-29T12:00Z'],
      [],
    ],
    [
      'is an hour shorter where one is left out',
      'every day 01:00 to 04:00 in "Europe/Berlin"',
      ['2026-03-28T12:00Z', '2026-03-29T12:00Z'],
      ['2026-03-29T00:00 open', '2026-03-29T02:00 closed'],
    ],
    [
      'knows the days that a range of dates has',
      '2026-12-24 to 2026-12-25 in "Pacific/Auckland"',
      ['2026-12-20T00:00Z', '2026-12-28T00:00Z'],
      ['2026-12-23T11:00 open', '2026-12-25T11:00 closed'],
    ],
  ])('%s', (_, text, [from = '', to = ''], expected) => {
    expect(changes(text, from, to)).toEqual(expected);
  });

  test('is neither open nor closed at no time, and in no zone', () => {
    const window = windowOf('every day 00:00 to 24:00 in "UTC"');
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, -8.64e15, 1e300])
      expect(isWindowOpen(window, at)).toBeUndefined();
    expect(isWindowOpen({ ...window, zone: 'Europe/Atlantis' }, 0)).toBeUndefined();
  });
});

describe('local time', () => {
  test('is read before 1970 as well', () => {
    expect(localTime('UTC', -60_000)).toEqual({ day: -1, minute: 1439 });
  });

  test('is told to the minute of its zone', () => {
    const day = (beginOfDay('2026-06-01') ?? 0) / 86_400_000;
    expect(localTime('Asia/Kathmandu', Date.parse('2026-06-01T00:00:59.999Z'))).toEqual({ day, minute: 345 });
  });

  test('of two equal hours, the first is meant; of one that is left out, none', () => {
    const at = (zone: string, date: string, minute: number): string | undefined => {
      const found = instantOf(zone, { day: (beginOfDay(date) ?? 0) / 86_400_000, minute });
      return found === undefined ? undefined : new Date(found).toISOString();
    };
    expect(at('Europe/Berlin', '2026-10-25', 150)).toBe('2026-10-25T00:30:00.000Z');
    expect(at('Europe/Berlin', '2026-03-29', 150)).toBeUndefined();
    expect(at('Pacific/Apia', '2026-12-24', 0)).toBe('2026-12-23T11:00:00.000Z');
    expect(at('Europe/Atlantis', '2026-12-24', 0)).toBeUndefined();
  });

  test('names of zones are those that the runtime knows', () => {
    expect(['Europe/Berlin', 'UTC', 'Europe/Atlantis', ''].map(isZone)).toEqual([true, true, false, false]);
  });
});
