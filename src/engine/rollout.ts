/**
 * Whether a rule denies yet: from a day on, and for a share of sessions. A session stays on its side for good, and a
 * larger share has all sessions of a smaller one.
 */
import type { Rollout } from '../check/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, type Truth, UNKNOWN, YES } from '../pattern/truth.ts';
import type { ToldRollout } from './decision.ts';

/** Unknown where nobody says when the call is decided. A call without a session belongs to every share: to keep the id back is no way around. */
export function isRolledOut(
  code: string,
  { from, share }: Rollout,
  { at, event }: Pick<Facts, 'at' | 'event'>,
): Truth {
  const session = sessionNamed(event);
  if (share !== undefined && session !== undefined && positionOf(code, session) >= share) return NO;
  if (from === undefined) return YES;
  return at === undefined ? UNKNOWN : at >= from.at ? YES : NO;
}

/** The id that a harness gave its session. One that an adapter made of the current directory names none: who goes elsewhere had another. */
function sessionNamed({ session, raw }: Facts['event']): string | undefined {
  const told = raw.session;
  const isMade = typeof told === 'object' && told !== null && 'synthesized' in told;
  return isMade ? undefined : session?.id;
}

/** A rollout as decisions tell it. */
export const describedRollout = ({ from, share }: Rollout): Omit<ToldRollout, 'reason'> => ({
  ...(from && { from: from.day }),
  ...(share === undefined ? {} : { share }),
});

/** A place from 0 to 100, without 100 itself, that every rule and session has. */
export function positionOf(code: string, session: string): number {
  let hash = 0x811c9dc5;
  for (const text of [code, session]) {
    for (let at = 0; at < text.length; at++) hash = mixed(hash, text.charCodeAt(at));
    // What no text has as a unit of its own: where the code ends is told apart.
    hash = mixed(hash, 0x10000);
  }
  return (scattered(hash) / 2 ** 32) * 100;
}

/** A step of FNV-1a, by units of 16 bits. */
const mixed = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193) >>> 0;

/** The last step of MurmurHash3: ids that differ in one digit come to lie anywhere. */
function scattered(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
