/**
 * What the machine that a call will run on has on its disk, for derivations that may ask. Whoever has no disk to ask
 * gives none, and all that rests on files stays as open as the text of the call leaves it.
 *
 * Paths are absolute, with `/` between their names, and without `.` and `..`. No question follows a link, but for those in
 * front of the last name. None throws.
 */
export interface Disk {
  /** The home of the user as whom the call runs; undefined where that is not known. */
  readonly home: string | undefined;
  /** The folders of `PATH` for the process that runs the call; undefined if they are not known. */
  readonly searchPath?: readonly string[] | undefined;
  entry(path: string): DiskEntry;
  /** The names in a folder, but for `.` and `..`; undefined where these are not known, or too many. */
  names(folder: string): readonly string[] | undefined;
  text(file: string): FileText;
  /** Whether some answers are missing, since looking took too long. */
  readonly failed?: boolean;
}

/**
 * `isShared`: others than this user and the super-user may put things into that folder, or put others in their place.
 * `other`: a device, a pipe or a socket. `unknown`: something is there, and what it is cannot be read. `unseen`: it is not looked at, as on a file
 * system of a network; for what is there it is as if there were no disk.
 */
export type DiskEntry =
  | { readonly is: 'file' | 'absent' | 'other' | 'unknown' | 'unseen' }
  | { readonly is: 'folder'; readonly isShared?: true }
  | { readonly is: 'link'; readonly to: string };

/** `binary`: no text, such as a compiled program. `unknown`: it cannot be read; `why` is what follows `because`. */
export type FileText =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'absent' | 'binary' | 'unseen' }
  | { readonly is: 'unknown'; readonly why: string };

/** A longer file is not read, and no longer folder listed. */
export const longestFile = 65_536;
export const mostNames = 10_000;
/** A glob that finds more is not looked at one by one. */
export const mostFound = 1000;
