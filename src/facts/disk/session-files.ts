/**
 * What calls of a session wrote, as far as it is remembered: for a derivation that has no disk to ask, and for calls that
 * may not have ended. Paths are those that a disk is asked for, or begin with `~/` where the home is not known.
 */
export interface SessionFiles {
  /** What is remembered of a file; undefined where no call is known to have written it. */
  file(path: string): SessionFile | undefined;
  /** All that are remembered. */
  readonly paths: Iterable<string>;
}

/** Texts that a file may hold; undefined among them is one that is not known. */
export interface SessionFile {
  /** By the calls that have ended. None where the disk has it, or where it is what it was before the session. */
  readonly left: readonly (string | undefined)[];
  /** By calls that may not have ended, the oldest first: until they do, it is what it was before. */
  readonly open: readonly (string | undefined)[];
}

/** Of a session that wrote nothing. */
export const noSessionFiles: SessionFiles = { file: () => undefined, paths: [] };

/** What a file may hold when a call has ended. */
export interface FileAfter {
  /** As a disk is asked for it, or below `~/`. */
  readonly path: string;
  /** Undefined is a text that is not known. */
  readonly texts: readonly (string | undefined)[];
  /** It may also hold what it held before the call. */
  readonly orBefore: boolean;
}
