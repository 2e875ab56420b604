// Two spellings of one window are open at the same minutes, and those are the minutes that the window was made of.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWindowOpen, type WindowPattern } from '../../src/pattern/window.ts';
import { beginOfDay } from '../../src/vocabulary/dates.ts';
import { checkTexts } from '../reference/check-texts.ts';
import { offsetOf } from '../reference/window.ts';
import { effort, isFull, seed, tell, timeout } from './effort.ts';

const minute = 60_000;
const minutesOfDay = 24 * 60;

/** Changes by an hour, by half of one, at midnight, and none at all. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kolkata',
];

// ── what a window is made of ──────────────────────────────────────────────────────────────

/** Time that begins on some days, and may go on for some more. */
interface Piece {
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** First and last day since 1970. */
  readonly dates: readonly (readonly [number, number])[];
  readonly begin: number;
  /** In minutes. */
  readonly length: number;
}

interface Made {
  readonly pieces: readonly Piece[];
  /** Nothing begins on these days; only where every piece ends within a day. */
  readonly except: readonly number[];
}

const weekdayOf = (day: number): number => new Date(day * minutesOfDay * minute).getUTCDay();
const begins = ({ weekdays, dates }: Piece, day: number): boolean =>
  weekdays.includes(weekdayOf(day)) || dates.some(([first, last]) => first <= day && day <= last);

/** Whether a window is open at a minute of the calendar of its zone: one of its pieces began, and has not ended. */
const isMadeOf = ({ pieces, except }: Made, local: number): boolean =>
  pieces.some((piece) => {
    const today = Math.floor(local / minutesOfDay);
    const daysAgo = Array.from(
      { length: Math.ceil((piece.begin + piece.length) / minutesOfDay) },
      (_, ago) => ago,
    );
    return daysAgo.some((ago) => {
      const day = today - ago;
      const since = local - day * minutesOfDay - piece.begin;
      return since >= 0 && since < piece.length && begins(piece, day) && !except.includes(day);
    });
  });

const begin = fc.oneof(
  fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  fc.constantFrom(0, 119, 120, 121, 150, 179, 180, 1380, 1439),
);

const madeIn = (year: number): fc.Arbitrary<Made> => {
  const firstDay = (beginOfDay(`${year}-01-01`) ?? 0) / (minutesOfDay * minute);
  const day = fc.integer({ min: firstDay, max: firstDay + 364 });
  const date = fc
    .tuple(day, fc.integer({ min: 0, max: 20 }))
    .map(([first, more]): readonly [number, number] => [first, first + more]);
  const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 });
  const days = fc.oneof(
    { arbitrary: weekdays.map((all) => ({ weekdays: all, dates: [] })), weight: 3 },
    {
      arbitrary: fc.array(date, { minLength: 1, maxLength: 3 }).map((all) => ({ weekdays: [], dates: all })),
      weight: 1,
    },
  );
  const daily = fc
    .tuple(days, begin, fc.integer({ min: 1, max: minutesOfDay - 1 }))
    .map(([on, from, length]): Piece => ({ ...on, begin: from, length }));
  const whole = days.map((on): Piece => ({ ...on, begin: 0, length: minutesOfDay }));
  const stretch = fc
    .tuple(fc.integer({ min: 0, max: 6 }), begin, fc.integer({ min: minutesOfDay, max: 5 * minutesOfDay }))
    .map(([on, from, length]): Piece => ({ weekdays: [on], dates: [], begin: from, length }));
  const some = (piece: fc.Arbitrary<Piece>): fc.Arbitrary<readonly Piece[]> =>
    fc.array(piece, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    some(fc.oneof({ arbitrary: daily, weight: 4 }, whole, stretch)).map((pieces) => ({ pieces, except: [] })),
    fc
      .tuple(some(fc.oneof(daily, whole)), fc.array(day, { minLength: 1, maxLength: 4 }))
      .map(([pieces, except]) => ({ pieces, except })),
  );
};

// ── how it is written ─────────────────────────────────────────────────────────────────────

const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const dateOf = (day: number): string => new Date(day * minutesOfDay * minute).toISOString().slice(0, 10);
const clock = (at: number): string =>
  `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
const isStretch = ({ begin: from, length }: Piece): boolean =>
  length > minutesOfDay || (length === minutesOfDay && from > 0);

/** Days that follow each other as one range, also over the end of the week; times over midnight as one. */
function shortly(piece: Piece): string {
  const { weekdays, dates, begin: from, length } = piece;
  const end = from + length;
  if (isStretch(piece)) {
    const [on = 0] = weekdays;
    const until = Math.floor((end - 1) / minutesOfDay);
    return `${names[on]} ${clock(from)} to ${names[(on + until) % 7]} ${clock(end - until * minutesOfDay)}`;
  }
  const ranges = weekdays.length === 7 ? ['every day'] : rangesOf(weekdays);
  const days = [
    ...ranges,
    ...dates.map(([first, last]) => (first === last ? dateOf(first) : `${dateOf(first)} to ${dateOf(last)}`)),
  ];
  const times =
    from === 0 && length === minutesOfDay
      ? '00:00 to 24:00'
      : `${clock(from)} to ${clock(end > minutesOfDay ? end - minutesOfDay : end)}`;
  return `${days.join(', ')} ${times}`;
}

/** Each begins where the day before is none of them. */
function rangesOf(weekdays: readonly number[]): readonly string[] {
  const has = (day: number): boolean => weekdays.includes((day + 7) % 7);
  return weekdays
    .filter((day) => !has(day - 1))
    .map((first) => {
      let last = first;
      while (has(last + 1) && last - first < 6) last++;
      return first === last ? `${names[first]}` : `${names[first]} to ${names[last % 7]}`;
    });
}

/** Every day by itself, in another order, and cut at midnight unless days are excepted. */
function atLength(piece: Piece, cut: boolean): readonly string[] {
  const { weekdays, dates, begin: from, length } = piece;
  const end = from + length;
  const single = [
    ...weekdays.map((day) => (later: number) => `${names[(day + later) % 7]}`),
    ...dates.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => (later: number) => dateOf(first + at + later)),
    ),
  ];
  return single.toReversed().flatMap((day) => {
    if (!cut && end > minutesOfDay) return [`${day(0)} ${clock(from)} to ${clock(end - minutesOfDay)}`];
    return Array.from({ length: Math.ceil(end / minutesOfDay) }, (_, later) => {
      const first = later === 0 ? from : 0;
      const last = Math.min(end - later * minutesOfDay, minutesOfDay);
      return `${day(later)} ${clock(first)} to ${clock(last)}`;
    });
  });
}

function spellings({ pieces, except }: Made, zone: string): readonly [string, string] {
  const days = except.map(dateOf);
  const one = `${pieces.map(shortly).join(' and ')} in "${zone}"${days.length === 0 ? '' : ` except ${days.join(', ')}`}`;
  const other = `${pieces
    .toReversed()
    .flatMap((piece) => atLength(piece, days.length === 0))
    .join(', ')}${days.length === 0 ? '' : ` except ${days.toReversed().join(' and ')}`} in "${zone}"`;
  return [one, other];
}

/** The windows as the checker reads them. */
function readAll(texts: readonly string[]): readonly WindowPattern[] {
  const rules = texts.map(
    (text, at) => `window w${at} = ${text}\ndeny r${String(at).padStart(4, '0')}\n  when during w${at}\n`,
  );
  const bundle = checkTexts([{ path: 'a.policy', text: `policy com.example.w\n${rules.join('\n')}` }]);
  return bundle.rules.flatMap(({ when: [only] }) => (only?.kind === 'window' ? [only.window] : []));
}

// ── the law ───────────────────────────────────────────────────────────────────────────────

/** Minutes of a year that are tried: all of them, or those around the changes of the clock and some of the rest. */
function minutesOf(zone: string, year: number): readonly number[] {
  const first = Date.UTC(year, 0, 1) / minute;
  const all = Array.from(
    { length: (Date.UTC(year + 1, 0, 1) / minute - first) / 15 },
    (_, at) => first + at * 15,
  );
  const changes = all.filter((at) => offsetOf(zone, at * minute) !== offsetOf(zone, (at - 15) * minute));
  const isNear = (at: number): boolean =>
    changes.some((change) => Math.abs(change - at) < 1.2 * minutesOfDay);
  return all.flatMap((quarter) =>
    Array.from({ length: 15 }, (_, at) => quarter + at).filter(
      (at) => isFull || at % 361 === 0 || (at % 5 === 0 && isNear(at)),
    ),
  );
}

test.each(zones)(
  'two spellings of a window are open when it is, minute by minute: %s',
  { timeout },
  (zone) => {
    const year = 2025 + (seed % 4);
    const count = effort(40, 1);
    const made = fc.sample(madeIn(year), { numRuns: count, seed });
    const patterns = readAll(made.flatMap((each) => spellings(each, zone)));
    expect(patterns).toHaveLength(2 * count);
    const found: string[] = [];
    let opens = 0;
    let tried = 0;
    let quarter = Number.NaN;
    let offset = 0;
    for (const at of minutesOf(zone, year)) {
      if (Math.floor(at / 15) !== quarter) offset = offsetOf(zone, at * minute);
      quarter = Math.floor(at / 15);
      for (const [index, each] of made.entries()) {
        const expected = isMadeOf(each, at + offset);
        tried++;
        if (expected) opens++;
        const [one, other] = patterns
          .slice(2 * index, 2 * index + 2)
          .map((pattern) => isWindowOpen(pattern, at * minute));
        if (one !== expected || other !== expected)
          found.push(
            `${new Date(at * minute).toISOString()} ${expected} ${one} ${other} ${spellings(each, zone).join(' | ')}`,
          );
      }
    }
    tell({ 'minutes of windows': tried });
    expect(found.slice(0, 3)).toEqual([]);
    expect(opens / tried).toBeGreaterThan(0.05);
    expect(opens / tried).toBeLessThan(0.95);
  },
);
