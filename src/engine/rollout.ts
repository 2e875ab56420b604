/**
 * Whether a rule denies: from a day on, for a share of sessions, and not while an exception switches it to watching. A session is always in the share or always out of
 * it, and a larger share has all sessions of a smaller one.
 */
import type { ExceptionTerm, Rollout } from '../check/tree/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, type Truth, UNKNOWN, YES } from '../pattern/text/truth.ts';
import { dayText } from '../vocabulary/day-text.ts';
import type { PendingRollout } from './decision.ts';

/** Unknown if the time is not given. A call without a session is in every share, so that leaving out the id avoids no rule. */
export function isRolledOut(
  code: string,
  rollout: Rollout,
  { at, event }: Pick<Facts, 'at' | 'event'>,
): Truth {
  const { from, share } = rollout;
  if (pauseAt(rollout, at) !== undefined) return NO;
  const session = sessionNamed(event);
  if (share !== undefined && session !== undefined && positionOf(code, session) >= share) return NO;
  if (from === undefined) return YES;
  return at === undefined ? UNKNOWN : at >= from.at ? YES : NO;
}

/**
 * The id that a harness gave its session. One that an adapter made from the current directory does not count, because it changes
 * with the directory; nor does one that a dry run has filled in.
 */
function sessionNamed({ session, raw }: Facts['event']): string | undefined {
  const sent = raw.session;
  const isMade = typeof sent === 'object' && sent !== null && ('synthesized' in sent || !('id' in sent));
  return isMade ? undefined : session?.id;
}

/** The exception that switches a rule to watching at a time: the one that ends last. None where the time is not known. */
function pauseAt({ paused = [] }: Rollout, at: number | undefined): ExceptionTerm | undefined {
  if (at === undefined) return undefined;
  const inForce = paused.filter(({ expires, longest }) => at < expires && at >= expires - longest);
  return inForce.toSorted((a, b) => b.expires - a.expires)[0];
}

/** A rollout as decisions at a time show it. */
export function describedRollout(rollout: Rollout, at: number | undefined): Omit<PendingRollout, 'reason'> {
  const { from, share } = rollout;
  const pause = pauseAt(rollout, at);
  const days = [...(from ? [from.day] : []), ...(pause ? [dayText(pause.expires)] : [])].sort();
  const last = days.at(-1);
  return {
    ...(last === undefined ? {} : { from: last }),
    ...(share === undefined ? {} : { share }),
    ...(pause && { by: recordOfPause(pause) }),
  };
}

const recordOfPause = ({
  code,
  owner,
  ticket,
  because,
  layer,
}: ExceptionTerm): NonNullable<PendingRollout['by']> => ({
  exception: code,
  owner,
  ...(ticket === undefined ? {} : { ticket }),
  because,
  ...(layer === undefined ? {} : { layer }),
});

/** The place of a rule and session, from 0 to below 100. */
export function positionOf(code: string, session: string): number {
  let hash = 0x811c9dc5;
  for (const text of [code, session]) {
    for (let at = 0; at < text.length; at++) hash = mixed(hash, text.charCodeAt(at));
    // No text has this code unit: it marks the end of the code.
    hash = mixed(hash, 0x10000);
  }
  return (scattered(hash) / 2 ** 32) * 100;
}

/** A step of FNV-1a, by units of 16 bits. */
const mixed = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193) >>> 0;

/** The last step of MurmurHash3: it spreads ids that differ in one digit. */
function scattered(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
