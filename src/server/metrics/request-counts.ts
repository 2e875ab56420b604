/** The counts of requests that were refused, and of messages that worker threads answered. */
import type { Registry } from 'prom-client';
import type { Foreign } from '../access/local-request.ts';
import type { Unauthorized } from '../access/refusal-log.ts';
import { counter } from './metric.ts';

export interface RequestCounts {
  /** Counts a request that was refused for its credentials. */
  unauthorized(why: Unauthorized): void;
  /** Counts a request that came too often. */
  throttled(who: 'client' | 'address'): void;
  /** Counts a request that was refused because it is not from this machine. */
  turnedAway(why: Foreign): void;
  /** Counts a message that a worker thread answered. */
  answeredApart(): void;
  /** Counts a worker thread that died while it decided a message. */
  threadLost(): void;
}

/** Adds the counts of requests to a registry, and gives what counts them. */
export function countRequests(registry: Registry): RequestCounts {
  const turnedAway = counter(
    registry,
    'bylaw_foreign_requests_total',
    'Requests that were refused: of another host (host), or of a page in a browser (page).',
    'why',
  );
  const unauthorized = counter(
    registry,
    'bylaw_unauthorized_total',
    'Requests that were refused for their credentials, by reason.',
    'why',
  );
  const throttled = counter(
    registry,
    'bylaw_throttled_total',
    'Requests that came too often: from a client (client), or from an address with too many refused requests (address).',
    'who',
  );
  const apart = counter(registry, 'bylaw_apart_total', 'Messages that worker threads answered.');
  const lost = counter(
    registry,
    'bylaw_threads_lost_total',
    'Worker threads that ended while they decided a large message, which was denied.',
  );
  return {
    unauthorized: (why) => unauthorized.inc({ why }),
    throttled: (who) => throttled.inc({ who }),
    turnedAway: (why) => turnedAway.inc({ why }),
    answeredApart: () => apart.inc(),
    threadLost: () => lost.inc(),
  };
}
