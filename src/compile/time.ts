/** Questions about when a call is decided → matchers. They read the time of the decision, and nothing of the event. */
import type { CheckedWindow } from '../check/tree/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { localTime } from '../pattern/local-time.ts';
import { isWindowOpen } from '../pattern/window.ts';
import { type CompareMatcher, comparison } from './matcher.ts';
import { MISSING_FIELD, type Outcome, outcomeIf } from './outcome.ts';

/** Why a rule about time is unsure, as what follows `because`. */
export const noTime = 'it is not said what time it is';

/** Compiles `during office` and `outside office`: unknown where the time is not given. */
export function compileWindow({ window, negated, place }: CheckedWindow): CompareMatcher {
  const judge = ({ at }: Facts): Outcome => {
    const open = at === undefined ? undefined : isWindowOpen(window, at);
    return open === undefined ? MISSING_FIELD : outcomeIf(open !== negated);
  };
  const seen = ({ at }: Facts): string | undefined =>
    at === undefined ? undefined : showTime(window.zone, at);
  // Asked behind the rest, as effects are: the first look at a zone takes a process some ten milliseconds.
  return {
    ...comparison('time', place, judge, seen),
    asksEffects: true,
    isAboutTime: true,
    doubt: () => noTime,
  };
}

const weekdays = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'] as const;

/** A time as the clock of a zone shows it: `Thursday 2026-12-24 19:30 in Europe/Berlin`. */
function showTime(zone: string, at: number): string | undefined {
  const local = localTime(zone, at);
  if (local === undefined) return undefined;
  const { day, minute } = local;
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((each) =>
    String(each).padStart(2, '0'),
  );
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
  return `${weekdays[((day % 7) + 7) % 7]} ${date} ${hours}:${minutes} in ${zone}`;
}
