/** From when, and for whom, a rule denies that is only watched here. */
import type { LoggedFinding } from '../../store/decision-log/record.ts';

/** `from 2026-12-01 for 10 % of sessions`. */
export function describeRollout({
  from,
  share,
  by,
}: Omit<NonNullable<LoggedFinding['rollout']>, 'reason'>): string {
  return [
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(share === undefined ? [] : [`for ${share} % of sessions`]),
    ...(by === undefined ? [] : [`(switched to watching by ${by.exception} of ${by.owner})`]),
  ].join(' ');
}
