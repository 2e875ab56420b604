/**
 * The steps of a replay: calls with a decision, reports of how calls ended, and calls of which too little
 * was kept. The caller reads them from a decision log or a file of events.
 */
import type { Client } from '../facts/event/client.ts';
import type { Event } from '../facts/event/event.ts';

/** The recorded or the new answer to a call. */
export interface Answer {
  readonly effect: 'deny' | 'none';
  readonly code: string | null;
  /** Codes of the unsure rules; undefined if they are not known. */
  readonly unsure: readonly string[] | undefined;
}

/** An answer of the log, with the digest of the policies that gave it; null if it was not recorded. */
export interface RecordedAnswer extends Answer {
  readonly policies: string | null;
}

/** The data of every step. */
export interface About {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** File and line. */
  readonly place: string;
  readonly source: string;
  readonly session: string | null;
  readonly tool: string | null;
  /** For an MCP tool, if it is known. */
  readonly server: string | null;
}

/**
 * Why a call cannot be replayed. `hashed`, `left-out`: the setting of the log for inputs; `too-large`: the
 * log does not keep such a large event; `unreadable`: the kept value is no event.
 */
export const replayObstacles = ['hashed', 'left-out', 'too-large', 'unreadable'] as const;
export type ReplayObstacle = (typeof replayObstacles)[number];

export interface AskedStep {
  readonly kind: 'asked';
  readonly about: About;
  readonly event: Event;
  /** The client; undefined if it was not recorded. */
  readonly client?: Client | undefined;
  /** The answer then; undefined if it was not recorded. */
  readonly recorded: RecordedAnswer | undefined;
  /** The record says that this is a retry. */
  readonly repeated: boolean;
  /** Parts of the event are masked or cut. */
  readonly masked: boolean;
}

export interface EndedStep {
  readonly kind: 'ended';
  readonly about: About;
  readonly event: Event;
  /** The client of the report; undefined if it was not recorded. */
  readonly client?: Client | undefined;
}

export interface LostStep {
  readonly kind: 'lost';
  readonly about: About;
  /** Whether it is a question about a call, or only a report of how a call ended. */
  readonly of: 'call' | 'outcome';
  readonly why: ReplayObstacle;
}

export type ReplayStep = AskedStep | EndedStep | LostStep;
