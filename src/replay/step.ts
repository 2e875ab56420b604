/**
 * What a replay goes through, one step after the other: calls that were asked
 * about, news of how calls ended, and calls of which too little was kept. Where
 * they come from, a decision log or a file of events, is for whoever reads them.
 */
import type { Client } from '../facts/client.ts';
import type { Event } from '../facts/event.ts';

/** What was, or would be, answered to a call. */
export interface Answer {
  readonly effect: 'deny' | 'none';
  readonly code: string | null;
  /** Codes of the rules that could not be decided; undefined where that is not known. */
  readonly unsure: readonly string[] | undefined;
}

/** What is known of a step whatever else is kept of it. */
export interface About {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** File and line. */
  readonly place: string;
  readonly source: string;
  readonly session: string | null;
  readonly tool: string | null;
  /** Of an MCP tool, where it is told. */
  readonly server: string | null;
}

/**
 * Why a call cannot be replayed. `hashed`, `left-out`: so the log was told to keep
 * inputs; `too-large`: no event of that size is kept; `unreadable`: what is kept is
 * no event.
 */
export const obstacles = ['hashed', 'left-out', 'too-large', 'unreadable'] as const;
export type Obstacle = (typeof obstacles)[number];

export interface AskedStep {
  readonly kind: 'asked';
  readonly about: About;
  readonly event: Event;
  /** Who asked; undefined where nobody wrote that down. */
  readonly client?: Client | undefined;
  /** What was answered then; undefined where nobody wrote that down. */
  readonly recorded: Answer | undefined;
  /** The record says that this is a retry. */
  readonly repeated: boolean;
  /** Parts of the event stand masked or cut. */
  readonly masked: boolean;
}

export interface EndedStep {
  readonly kind: 'ended';
  readonly about: About;
  readonly event: Event;
  /** Who told; undefined where nobody wrote that down. */
  readonly client?: Client | undefined;
}

export interface LostStep {
  readonly kind: 'lost';
  readonly about: About;
  /** Whether a decision was asked for, or it was only told how a call ended. */
  readonly of: 'call' | 'outcome';
  readonly why: Obstacle;
}

export type ReplayStep = AskedStep | EndedStep | LostStep;
