/** Repairs of questions about the time: the next times at which a window is open, or closed, or an exception has ended. */
import type { CheckedWindow } from '../check/tree/checked.ts';
import { instantOf, localTime } from '../pattern/local-time.ts';
import { type Days, isWindowOpen, type WindowPattern } from '../pattern/window.ts';

/** A year forward; then backward, for dates that are over. */
const days = [...Array(367).keys(), ...[...Array(367).keys()].map((day) => -day)];
const mostTried = 4000;
/** More than one: another window may have to be open too. */
const mostTimes = 6;
const dayMinutes = 1440;

/** Times that give the wanted answer, in milliseconds since 1970, the next ones first. */
export function timeRepairs({ window, negated }: CheckedWindow, wanted: boolean, at: number): number[] {
  const today = localTime(window.zone, at)?.day;
  if (today === undefined) return [];
  const open = wanted !== negated;
  const found = new Set<number>();
  let tried = 0;
  for (const ahead of days) {
    for (const minute of changesIn(window)) {
      if (found.size >= mostTimes || tried++ >= mostTried) return [...found];
      const local = { day: today + ahead + Math.floor(minute / dayMinutes), minute: minute % dayMinutes };
      const time = instantOf(window.zone, local);
      const isNext = time !== undefined && (ahead >= 0 ? time > at : time < at);
      if (isNext && isWindowOpen(window, time) === open) found.add(time);
    }
  }
  return [...found];
}

/** The minutes of a day at which a window may open or close; midnight is one where days are left out. */
function changesIn({ spans, except }: WindowPattern): readonly number[] {
  const own = spans.flatMap(({ times }) => times.flatMap(({ begin, end }) => [begin, end]));
  return [...new Set([...(isEmpty(except) ? [] : [0]), ...own])].sort((a, b) => a - b);
}

const isEmpty = ({ weekdays, dates }: Days): boolean => weekdays.length === 0 && dates.length === 0;
