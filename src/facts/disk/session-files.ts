/**
 * What earlier calls of the session wrote: for derivations without a disk, and for calls that may not have ended. Paths are
 * absolute, or begin with `~/` where the home is not known.
 */
export interface SessionFiles {
  /** What is remembered of a file; undefined if nothing is. */
  file(path: string): SessionFile | undefined;
  /** The paths of all remembered files. */
  readonly paths: Iterable<string>;
  /** Whether a program may have made the file, which chose its name: what is in it is not known. */
  mayBeMade(path: string): boolean;
  /** The memory cannot be read, so the content of every file is unknown. */
  readonly isLost?: true;
}

/** What is at a path: a text, a link, an unknown content that matters, or null for any other unknown content. */
export type LeftContent = string | { readonly to: string } | UnknownText | null;

/**
 * Why a content is unknown: it comes from a network, it is too long to be kept, a program printed it, an edit changed it, or a
 * program made it of files that it does not say.
 */
export interface UnknownText {
  readonly why: 'fetched' | 'long' | 'printed' | 'edited' | 'made';
}

export const isUnknownText = (content: LeftContent): content is UnknownText =>
  typeof content === 'object' && content !== null && 'why' in content;

/** What may be at a path. */
export interface SessionFile {
  /** After the calls that have ended. Empty: the disk has it, or no call has changed it. */
  readonly left: readonly LeftContent[];
  /** After calls that may not have ended, the oldest first. Until then the file keeps its content. */
  readonly open: readonly LeftContent[];
  /** Files that it was copied, packed or put together from. */
  readonly of: readonly string[];
}

/** For calls without a memory. */
export const noSessionFiles: SessionFiles = { file: () => undefined, paths: [], mayBeMade: () => false };

/** For calls whose memory cannot be read. */
export const lostSessionFiles: SessionFiles = { ...noSessionFiles, isLost: true };

/** What may be at a path after a call. */
export interface FileAfter {
  /** Absolute, or below `~/`. */
  readonly path: string;
  readonly contents: readonly LeftContent[];
  /** The file may also keep its content. */
  readonly orBefore: boolean;
  /** Files that it is copied, packed or put together from. */
  readonly of: readonly string[];
  /** A job in the background may write it when the call has ended. */
  readonly isLater?: true;
}
