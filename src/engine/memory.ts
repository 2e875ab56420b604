/**
 * What is remembered of earlier calls: labels, counts of limits, denials, open calls, and what calls wrote. One memory
 * belongs to one scope (a session, a source, a workspace, an agent). It is plain JSON, so that any store can keep it.
 * Times are milliseconds since 1970, and never go back.
 */
import type { LeftContent } from '../facts/disk/session-files.ts';

/** A label that has been set: by which tool, since when and until when. */
export interface SetMark {
  readonly since: number;
  /** Null: as long as the memory lives. */
  readonly until: number | null;
  /** The name of the tool whose call set it. */
  readonly tool: string;
  /** The call may not have done what sets the label. Such a label is enough to deny, and excuses nothing. */
  readonly perhaps?: true;
}

export interface LabelMark extends SetMark {
  /** The code of the label: that of its policy, and its name. */
  readonly label: string;
}

/** A label on a file. */
export interface FileMark extends LabelMark {
  /** Its canonical path, as `file-mark.ts` writes it. */
  readonly path: string;
  /** The label may be on another file, or on one below this folder. */
  readonly open: boolean;
  /** The label is on this path only, not on what is below it. */
  readonly alone?: true;
}

/** How a call ended. `denied`: it was not executed, by the engine's decision or another. */
export type CallOutcome = 'ok' | 'error' | 'denied';

/** A label that a call sets if it ends in one of some ways. */
export interface PendingMark {
  readonly mark: LabelMark | FileMark;
  readonly on: readonly CallOutcome[];
  /** It counts as long as no outcome has arrived. Kept memories have this name, so it stays. */
  readonly unlessTold: boolean;
  /** It comes from another file, and lasts no longer than there. */
  readonly copied?: true;
}

/** One call that was asked about. */
export interface RememberedCall {
  /** Source and event id, which a retry has in common with the first time. */
  readonly event: string;
  /** Source, session and call: what later events of the call have in common with it; null where it has no id. */
  readonly call: string | null;
  /** The digest of the event's text without its time: the same id with another text is another call. Empty for an event without a text. */
  readonly digest: string;
  readonly at: number;
  readonly outcome: CallOutcome | null;
  readonly marks: readonly PendingMark[];
  /** Codes of the limits that it counts for. */
  readonly limits: readonly string[];
  /**
   * Only in the first of the event's memories, which answers retries, and in the last, which a store writes before all others:
   * from then on no later answer is milder.
   */
  readonly answer: KeptAnswer | null;
  /**
   * The labels that were there before, where the call set some as soon as it was counted: a store that has written some
   * memories and begins again takes them back. Only the last call that was counted has it.
   */
  readonly before?: Pick<Memory, 'labels' | 'files'>;
}

export interface KeptAnswer {
  readonly effect: 'deny' | 'none';
  readonly code: string | null;
  readonly reason: string | null;
}

/** An outcome that arrived before its call. */
export interface EarlyOutcome {
  readonly call: string;
  readonly outcome: CallOutcome;
  readonly at: number;
}

/** A file that calls of the session wrote, and what it may hold. */
export interface WrittenFile {
  /** An absolute path; it begins with `~/` where the home is not known. */
  readonly path: string;
  /** There is a disk: after the call has ended, the disk has what it wrote. */
  readonly onDisk: boolean;
  /** What it may hold after the calls that have ended. Empty: its content before them. */
  readonly left: readonly LeftContent[];
  /** Files from which it may have been copied, packed or put together. */
  readonly of: readonly string[];
  /** Writes of calls whose end is not reported, the oldest first. */
  readonly open: readonly OpenWrite[];
}

/** A write of a call whose end is not reported. */
export interface OpenWrite {
  /** The key of the call. */
  readonly call: string;
  readonly at: number;
  /** What the file may hold after it. */
  readonly contents: readonly LeftContent[];
  readonly of: readonly string[];
  /** It may also keep what it held before. */
  readonly orBefore: boolean;
}

/** A call that was denied. */
export interface RememberedDenial {
  readonly at: number;
  /** The code of the answer. */
  readonly code: string;
  /** Of the other rules that denied it those that some rule counts. Absent where there are none. */
  readonly also?: readonly string[];
}

export interface Memory {
  /** The latest time that it has seen, so that no entry lasts longer or returns when a clock is set back. */
  readonly clock: number;
  readonly labels: readonly LabelMark[];
  readonly files: readonly FileMark[];
  /** For each limit the times of the calls that count, ascending. */
  readonly counts: readonly { readonly limit: string; readonly times: readonly number[] }[];
  /** Ascending in time. */
  readonly denials: readonly RememberedDenial[];
  /** Ascending in time; those that ended leave first. */
  readonly calls: readonly RememberedCall[];
  readonly early: readonly EarlyOutcome[];
  /** Files that calls wrote, the latest last. */
  readonly written: readonly WrittenFile[];
  /** How many entries left early to keep the memory within its bounds. */
  readonly forgotten: number;
}

export const emptyMemory: Memory = {
  clock: 0,
  labels: [],
  files: [],
  counts: [],
  denials: [],
  calls: [],
  early: [],
  written: [],
  forgotten: 0,
};
