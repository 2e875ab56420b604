/**
 * What rules may ask about earlier calls. The engine makes it from the store, as of just before the event. Without a
 * store it is empty.
 */
import type { PathShape } from '../pattern/path/path-shape.ts';
import { lostSessionFiles, noSessionFiles, type SessionFiles } from './disk/session-files.ts';

/** A label that is set. Times are milliseconds since 1970. */
export interface SetLabel {
  readonly since: number;
  /** The name of the tool that set it. */
  readonly tool: string;
  /** What sets the label has surely happened. If not, the label is enough to deny, and excuses nothing. */
  readonly sure: boolean;
}

export interface LabelledPlace {
  readonly path: PathShape;
  /** The label may be on this path or on one below it; which, and whether at all, is not certain. */
  readonly open: boolean;
  /** The label is on this path only, not on what is below it. */
  readonly alone?: true;
  /** What sets the label may not have happened. */
  readonly perhaps?: true;
}

export interface LimitState {
  readonly most: number;
  /** Milliseconds. */
  readonly period: number;
  /** The limit is reached: as many calls are counted as it allows. */
  readonly reached: boolean;
  /** When the next call is allowed; `now` where it already is. */
  readonly retryAt: number;
}

export interface MemoryView {
  /** The memory could not be read, so all that rules ask of it is unknown. */
  readonly isLost?: true;
  readonly now: number;
  /** The files that calls of the session have written. */
  readonly written: SessionFiles;
  /** The label; undefined where it is not set, or no longer. */
  label(code: string): SetLabel | undefined;
  /** The files that have a label on files: each with everything below it, if it is a folder. */
  files(code: string): readonly LabelledPlace[];
  /** The state of a limit; undefined where there is no such limit. */
  limit(code: string): LimitState | undefined;
  /** How many calls were denied in the last `within` milliseconds with a code that `isOne` accepts. */
  denials(scope: MemoryScope, within: number, isOne: (code: string) => boolean): number;
}

/** Whose memory it is. */
export type MemoryScope = (typeof memoryScopes)[number];

export const memoryScopes = ['session', 'source', 'workspace', 'agent', 'client'] as const;

/** The memory of an engine that has decided nothing yet. */
export const noMemory: MemoryView = {
  now: 0,
  written: noSessionFiles,
  label: () => undefined,
  files: () => [],
  limit: () => undefined,
  denials: () => 0,
};

/** The memory of an engine whose store fails, and which goes on deciding. */
export const lostMemory: MemoryView = { ...noMemory, written: lostSessionFiles, isLost: true };
