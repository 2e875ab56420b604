/**
 * What the machine that a call will run on has on its disk, for derivations that may ask. Whoever has no disk to ask
 * gives none, and all that rests on files stays as open as the text of the call leaves it.
 *
 * Paths are absolute, with `/` between their names, and without `.` and `..`. No question follows a link, but for those in
 * front of the last name. None throws: what cannot be told is `unknown`.
 */
export interface Disk {
  /** The home of whoever the call runs as; undefined where that is not known. */
  readonly home: string | undefined;
  entry(path: string): DiskEntry;
  /** The names in a folder, but for `.` and `..`; undefined where these are not known, or too many. */
  names(folder: string): readonly string[] | undefined;
  text(file: string): FileText;
  /** Whether some answers are unknown because whoever looks has been given up. */
  readonly failed?: boolean;
}

/**
 * `other`: a device, a pipe or a socket. `unknown`: it may not be looked at, or is on a file system that may not answer.
 */
export type DiskEntry =
  | { readonly is: 'file' | 'folder' | 'absent' | 'other' | 'unknown' }
  | { readonly is: 'link'; readonly to: string };

/** `binary`: no text, such as a compiled program. `unknown`: too long, or it may not be read. */
export type FileText =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'absent' | 'binary' | 'unknown' };

/** A longer file is not read, and no longer folder listed. */
export const longestFile = 65_536;
export const mostNames = 10_000;
/** A glob that finds more is not looked at one by one. */
export const mostFound = 1000;
