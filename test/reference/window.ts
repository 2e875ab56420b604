/**
 * Windows of time, slowly: the offset of the zone is asked for, and every span that may be open is laid out in minutes of
 * the zone's own calendar, from the day on which it begins.
 */
import type { Days, WindowPattern } from '../../src/pattern/window.ts';

const minutesOfDay = 24 * 60;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Minutes by which the clock of a zone is ahead of UTC. */
export function offsetOf(zone: string, at: number): number {
  const formatter =
    formatters.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' });
  formatters.set(zone, formatter);
  const text = formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Whether a window is open at a minute of its zone's own calendar, counted from the beginning of 1970. */
function isOpenAt({ spans, except }: WindowPattern, local: number): boolean {
  const today = Math.floor(local / minutesOfDay);
  return [today - 1, today].some(
    (day) =>
      !isOneOf(except, day) &&
      spans.some(
        ({ days, times }) =>
          isOneOf(days, day) &&
          times.some(({ begin, end }) => {
            const first = day * minutesOfDay + begin;
            const behind = day * minutesOfDay + (end <= begin ? end + minutesOfDay : end);
            return first <= local && local < behind;
          }),
      ),
  );
}

const isOneOf = ({ weekdays, dates }: Days, day: number): boolean => {
  const date = new Date(day * minutesOfDay * 60_000);
  return (
    weekdays.includes(date.getUTCDay()) ||
    dates.some(([first, last]) => {
      const each = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      return each.includes(day);
    })
  );
};

/** Whether a window is open at a time. */
export const isOpenSlowly = (window: WindowPattern, at: number): boolean =>
  isOpenAt(window, Math.floor(at / 60_000) + offsetOf(window.zone, at));
