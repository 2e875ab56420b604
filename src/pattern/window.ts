/**
 * Spans of time that repeat: days of the week and of the calendar, with times of the day, in one time zone.
 * The local clock decides: an hour that exists twice counts twice, and a missing one does not count.
 */
import { localTime } from './local-time.ts';

export interface WindowPattern {
  /** A name of the IANA database. */
  readonly zone: string;
  /** Any of these. */
  readonly spans: readonly WindowSpan[];
  /** Nothing begins on these days. */
  readonly except: Days;
}

export interface WindowSpan {
  readonly days: Days;
  readonly times: readonly DayTimes[];
}

export interface Days {
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** First and last, in days since 1 January 1970. */
  readonly dates: readonly (readonly [first: number, last: number])[];
}

/**
 * In minutes since midnight; `end` is the first that is not in it, at most 1440. If it is not after
 * `begin`, it is on the next day, and the span belongs to the day on which it begins.
 */
export interface DayTimes {
  readonly begin: number;
  readonly end: number;
}

/**
 * Whether a window is open at a time (milliseconds since 1970); undefined if the local time of its zone is
 * not known.
 */
export function isWindowOpen({ zone, spans, except }: WindowPattern, at: number): boolean | undefined {
  const local = localTime(zone, at);
  if (local === undefined) return undefined;
  const { day, minute } = local;
  return spans.some(({ days, times }) => {
    const begins = (each: number): boolean => hasDay(days, each) && !hasDay(except, each);
    return times.some(({ begin, end }) =>
      begin < end
        ? begin <= minute && minute < end && begins(day)
        : (begin <= minute && begins(day)) || (minute < end && begins(day - 1)),
    );
  });
}

const hasDay = ({ weekdays, dates }: Days, day: number): boolean =>
  weekdays.includes(weekdayOf(day)) || dates.some(([first, last]) => first <= day && day <= last);

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;
