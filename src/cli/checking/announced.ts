/** Rules with a day from which they deny: those that come into force within the next 30 days, and those that are. */
import type { CheckedBundle, CheckedRule } from '../../check/tree/checked.ts';
import { renderPlace, type SourceLookup } from '../../language/render.ts';
import { countOf } from '../policies/policies.ts';

export interface Announced {
  readonly rule: CheckedRule;
  /** The day from which it denies, as it is written. */
  readonly from: string;
  /** From now, rounded up: 1 is tomorrow, or sooner; below 1 it is in force. */
  readonly days: number;
}

const day = 86_400_000;
const mostDays = 30;

/** The first day first, without those of later days; nothing of policies with errors. `now`: milliseconds since 1970. */
export function announcedIn(bundle: CheckedBundle | undefined, now: number): readonly Announced[] {
  const announced = (bundle?.rules ?? []).flatMap((rule) => {
    const { from } = rule.rollout ?? {};
    const days = from === undefined ? Number.POSITIVE_INFINITY : Math.ceil((from.at - now) / day);
    return from === undefined || days > mostDays ? [] : [{ rule, from: from.day, days }];
  });
  return announced.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

export const isUpcoming = ({ days }: Announced): boolean => days > 0;

/** What is said of one, as a sentence without its end. */
export const announcement = ({ rule, from, days }: Announced): string =>
  days > 0
    ? `${rule.code} denies from ${from}, in ${countOf(days, 'day')}`
    : `${rule.code} denies since ${from}: \`from ${from}\` can go`;

/** A line for each, below headings; empty where there are none. */
export function announcedText(announced: readonly Announced[], lookup: SourceLookup): string {
  const section = (heading: string, some: readonly Announced[]): string => {
    const lines = some.map((each) => {
      const { path, span } = each.rule.place;
      return `  ${announcement(each)} (${renderPlace(path, span, lookup)})\n`;
    });
    return lines.length === 0 ? '' : `${heading}:\n${lines.join('')}`;
  };
  return (
    section(`Comes into force within ${mostDays} days`, announced.filter(isUpcoming)) +
    section(
      'In force since the day that it says',
      announced.filter((each) => !isUpcoming(each)),
    )
  );
}
