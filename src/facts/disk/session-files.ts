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

/**
 * What is at a path: a text; where a link leads, as a disk is asked for it; `true`: something that is not known and comes
 * from a network; null: something else that is not known.
 */
export type LeftContent = string | { readonly to: string } | true | null;

/** What may be at a path. */
export interface SessionFile {
  /** By the calls that have ended. None where the disk has it, or where it is what it was before the session. */
  readonly left: readonly LeftContent[];
  /** By calls that may not have ended, the oldest first: until they do, it is what it was before. */
  readonly open: readonly LeftContent[];
  /** Files that it was copied, packed or put together from. */
  readonly of: readonly string[];
}

/** Of a session that wrote nothing. */
export const noSessionFiles: SessionFiles = { file: () => undefined, paths: [] };

/** What may be at a path when a call has ended. */
export interface FileAfter {
  /** As a disk is asked for it, or below `~/`. */
  readonly path: string;
  readonly contents: readonly LeftContent[];
  /** It may also hold what it held before the call. */
  readonly orBefore: boolean;
  /** Files that it is copied, packed or put together from. */
  readonly of: readonly string[];
}
