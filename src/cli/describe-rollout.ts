/** From when, and for whom, a rule denies that is only watched here. */
import type { Finding } from '../engine/decision.ts';

/** `from 2026-12-01 for 10 % of sessions`. */
export function describeRollout({ from, share }: Omit<NonNullable<Finding['rollout']>, 'reason'>): string {
  return [
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(share === undefined ? [] : [`for ${share} % of sessions`]),
  ].join(' ');
}
