/** The interface of a decision log, for hosts. */
import type { Awaitable } from '../../engine/awaitable.ts';
import type { LogEntry, LogInputs } from './record.ts';

export interface DecisionLog extends EntryLog {
  readonly status: LogStatus;
}

/** Where entries are recorded. */
export interface EntryLog {
  /** How much of the inputs of tools goes into an entry. */
  readonly inputs: LogInputs;
  /** A keyed digest of a text: the same text has the same one in this log, and in no other. */
  digestOf(text: string): string;
  /**
   * Records an entry. If a call has to wait for its record, this returns or resolves when the system has
   * accepted it, and throws or rejects with `LogUnavailable` if it could not be written. Otherwise it
   * returns at once, and never throws.
   */
  append(entry: LogEntry): Awaitable<void>;
  /** Counts an entry that could not be made; throws where `append` would. */
  lose(error: unknown): Awaitable<void>;
}

/** A log whose record is written when `append` returns. */
export interface ImmediateDecisionLog extends DecisionLog {
  append(entry: LogEntry): void;
  lose(error: unknown): void;
  /** Writes a last record, if there was a first. Never throws. */
  close(): void;
}

/** The counts and the state of a log, for metrics and health. */
export interface LogStatus {
  /** Records of this process in the log. */
  readonly written: number;
  /** Octets of them. */
  readonly bytes: number;
  /** Records that were lost, by reason. */
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** Entries that wait to be written. */
  readonly pending: number;
  /** Milliseconds that the oldest of them has been waiting. */
  readonly lag: number;
  /** Why the last attempt to write failed; undefined after a success. */
  readonly problem: string | undefined;
  /** Whether calls are denied while records cannot be written. */
  readonly blocks: boolean;
  /** The number of the file that is written to. */
  readonly file: number | undefined;
}

/** `queue-full`: writing was too slow; `write-failed`: the system refused. */
export type DropReason = 'queue-full' | 'write-failed';

/** A record could not be written; the message says why, as the end of a sentence. */
export class LogUnavailable extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'LogUnavailable';
  }
}

/** What the codes of the system mean when a log is written. */
const writeErrors: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: "the user's quota is used up",
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'the folder is not there',
  ENOTDIR: 'a file with its name is no folder',
  EEXIST: 'a file with its name is no folder',
  ELOOP: 'a file of the log is a link',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

/** Why writing failed, as the end of a sentence. */
export function describeWriteError(error: unknown): string {
  if (error instanceof LogUnavailable) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) return String(error);
  return writeErrors[code] ?? `the system says ${code}`;
}
