/** What the session remembers of files that earlier calls wrote. */
import { anyPath, isKnown, type PathShape, pathShapeOfText } from '../../pattern/path/path-shape.ts';
import { diskPlaceOf } from './disk-place.ts';
import type { Making } from './making.ts';
import type { PathLink } from './open-links.ts';

/**
 * What earlier calls of the session wrote: for derivations without a disk, and for calls that may not have ended. Paths
 * are absolute, or begin with `~/` if the home is not known.
 */
export interface SessionFiles {
  /** What is remembered of a file; undefined if nothing is. */
  file(path: string): SessionFile | undefined;
  /** The paths of all remembered files. */
  readonly paths: Iterable<string>;
  /** Where programs made files under names of their choice, or under names that are not known. */
  readonly makings: readonly Making[];
  /** Links at places that are not known in full. */
  readonly openLinks: readonly PathLink[];
  /** Whether the file may be one that a program made under a name of its choice: its content is not known. */
  mayBeMade(path: string): boolean;
  /** The memory cannot be read, so the content of every file is unknown. */
  readonly isLost?: true;
}

/** What is at a path: a text, a link, an unknown content that matters, or null for any other unknown content. */
export type LeftContent = string | { readonly to: string } | UnknownText | null;

/** The target of a link as it is kept. No file has the name of one that is not known. */
export const keptTarget = (to: PathShape): string => (isKnown(to) ? diskPlaceOf(to) : undefined) ?? anyTarget;
/** The path that a kept target means. */
export const targetOf = (to: string): PathShape =>
  to === anyTarget ? anyPath : pathShapeOfText(to, undefined);
const anyTarget = '/**';

/**
 * Why content is unknown: it comes from a network, it is too long to be kept, a program printed it, an edit changed it,
 * a program made it from files of the session, or the disk has it and the memory does not keep it.
 */
export interface UnknownText {
  readonly why: 'fetched' | 'long' | 'printed' | 'edited' | 'made' | 'on-disk';
}

export const isUnknownText = (content: LeftContent): content is UnknownText =>
  typeof content === 'object' && content !== null && 'why' in content;

/** Whether it is a program that was built from files of the session: the disk has it, and it cannot be read. */
export const isBuilt = (content: LeftContent): boolean => isUnknownText(content) && content.why === 'made';

/** What may be at a path. */
export interface SessionFile {
  /** After the calls that have ended. Empty: the file on the disk counts, or no call has changed it. */
  readonly left: readonly LeftContent[];
  /** After calls that may not have ended, the oldest first. Until they end, the file keeps its content. */
  readonly open: readonly LeftContent[];
  /** Files from which it was copied, packed or put together. */
  readonly of: readonly string[];
}

/** For calls without a memory. */
export const noSessionFiles: SessionFiles = {
  file: () => undefined,
  paths: [],
  makings: [],
  openLinks: [],
  mayBeMade: () => false,
};

/** For calls whose memory cannot be read. */
export const lostSessionFiles: SessionFiles = { ...noSessionFiles, isLost: true };

/** What may be at a path after a call. */
export interface FileAfter {
  /** Absolute, or below `~/`. */
  readonly path: string;
  readonly contents: readonly LeftContent[];
  /** The file may also keep its content. */
  readonly orBefore: boolean;
  /** Files from which it is copied, packed or put together. */
  readonly of: readonly string[];
  /** A background job may write it after the call has ended. */
  readonly isLater?: true;
}
