/** Rules that are announced, and come into force within the next 30 days. */
import type { CheckedBundle, CheckedRule } from '../../check/checked.ts';
import { renderPlace, type SourceLookup } from '../../language/render.ts';
import { countOf } from '../policies.ts';

export interface Upcoming {
  readonly rule: CheckedRule;
  /** The day from which it denies, as it is written. */
  readonly from: string;
  /** From now, rounded up: 1 is tomorrow, or sooner. */
  readonly days: number;
}

const day = 86_400_000;
const mostDays = 30;

/** The next first; nothing of policies with errors. `now`: milliseconds since 1970. */
export function upcomingIn(bundle: CheckedBundle | undefined, now: number): readonly Upcoming[] {
  const announced = (bundle?.rules ?? []).flatMap((rule) => {
    const { from } = rule.rollout ?? {};
    const days = from === undefined ? 0 : Math.ceil((from.at - now) / day);
    return from === undefined || days < 1 || days > mostDays ? [] : [{ rule, from: from.day, days }];
  });
  return announced.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

/** A line for each, below a heading; empty where there are none. */
export function upcomingText(upcoming: readonly Upcoming[], lookup: SourceLookup): string {
  if (upcoming.length === 0) return '';
  const lines = upcoming.map(({ rule: { code, place }, from, days }) => {
    const at = renderPlace(place.path, place.span, lookup);
    return `  ${code} denies from ${from}, in ${countOf(days, 'day')} (${at})\n`;
  });
  return `Comes into force within ${mostDays} days:\n${lines.join('')}`;
}
