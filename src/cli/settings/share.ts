/** Which sessions are in a share of all sessions. */
import { createHash } from 'node:crypto';
import type { Event } from '../../facts/event/event.ts';

/** Two shares of the sessions, in percent: those for which a bundle is compared, and those that it answers. */
export interface Shares {
  readonly compared: number;
  readonly answers: number;
}

/**
 * A session is in the share or not, on every server; an event without one goes by its id. A larger share has
 * all the sessions of a smaller one. `share`: percent.
 */
export function isOfShare(
  { source, session, id }: Pick<Event, 'source' | 'session' | 'id'>,
  share: number,
): boolean {
  if (share >= 100) return true;
  const name = `${source}\n${session?.id ?? id}`;
  return createHash('sha256').update(name).digest().readUInt32BE(0) < (share / 100) * 2 ** 32;
}
