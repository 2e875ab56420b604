/**
 * What rules may ask of earlier calls. The engine makes it of what a store keeps,
 * as of just before the event; without a store there is nothing to remember.
 */
import type { PathShape } from '../pattern/path-shape.ts';
import { lostSessionFiles, noSessionFiles, type SessionFiles } from './disk/session-files.ts';

/** A label that is set. Times are milliseconds since 1970. */
export interface SetLabel {
  readonly since: number;
  /** The name of the tool that set it. */
  readonly tool: string;
  /** What sets it has surely happened; where it may not have, that is enough to deny, and excuses nothing. */
  readonly sure: boolean;
}

export interface LabelledPlace {
  readonly path: PathShape;
  /** It can only perhaps be this one, or one that lies below. */
  readonly open: boolean;
  /** This one only, and nothing that is below it. */
  readonly alone?: true;
  /** What sets the label may not have happened. */
  readonly perhaps?: true;
}

export interface LimitState {
  readonly most: number;
  /** Milliseconds. */
  readonly period: number;
  /** As many calls count as are allowed. */
  readonly reached: boolean;
  /** When the next call will be possible; now, where it is. */
  readonly retryAt: number;
}

export interface MemoryView {
  /** It could not be asked: whatever rules ask of it is unknown. */
  readonly isLost?: true;
  readonly now: number;
  /** What calls of the session wrote. */
  readonly written: SessionFiles;
  /** Undefined where it is not set, or no longer. */
  label(code: string): SetLabel | undefined;
  /** The files that have a label on files: each with all that lies below, if it is a folder. */
  files(code: string): readonly LabelledPlace[];
  /** Undefined where there is no such limit. */
  limit(code: string): LimitState | undefined;
  /** How many calls were denied within so many milliseconds, by codes that `isOne` takes. */
  denials(scope: MemoryScope, within: number, isOne: (code: string) => boolean): number;
}

/** Whose memory it is. */
export type MemoryScope = (typeof memoryScopes)[number];

export const memoryScopes = ['session', 'source', 'workspace', 'agent', 'client'] as const;

/** Of an engine that has seen nothing. */
export const noMemory: MemoryView = {
  now: 0,
  written: noSessionFiles,
  label: () => undefined,
  files: () => [],
  limit: () => undefined,
  denials: () => 0,
};

/** Of an engine whose store fails, and that goes on deciding. */
export const lostMemory: MemoryView = { ...noMemory, written: lostSessionFiles, isLost: true };
