/**
 * The disk of the machine on which a call will run, for derivations that may ask it. Without a disk, everything that
 * depends on files stays as open as the text of the call leaves it.
 *
 * Paths are absolute, with `/` between their names, and without `.` and `..`. A question follows links before the last
 * name of a path, and not at its end. No function throws.
 */
export interface Disk {
  /** The home of the user who runs the call; undefined where it is not known. */
  readonly home: string | undefined;
  /** The folders of `PATH` for the process that runs the call; undefined if they are not known. */
  readonly searchPath?: readonly string[] | undefined;
  entry(path: string): DiskEntry;
  /** The names in a folder, without `.` and `..`; undefined if they are not known, or too many. */
  names(folder: string): readonly string[] | undefined;
  text(file: string): FileText;
  /** Whether some answers are missing because the disk took too long. */
  readonly failed?: boolean;
}

/**
 * What is at a path. `isShared`: users other than this one and the super-user may add or replace entries of that folder.
 * `hasOtherNames`: hard links lead to the same file. `other`: a device, a pipe or a socket. `unknown`: something is there, and what it is cannot be read. `unseen`: it is not
 * read, as on a network file system, and the answer is the same as without a disk.
 */
export type DiskEntry =
  | { readonly is: 'absent' | 'other' | 'unknown' | 'unseen' }
  | { readonly is: 'file'; readonly hasOtherNames?: true }
  | { readonly is: 'folder'; readonly isShared?: true }
  | { readonly is: 'link'; readonly to: string };

/** `binary`: no text, such as a compiled program. `unknown`: it cannot be read; `why` is the text after `because`. */
export type FileText =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'absent' | 'binary' | 'unseen' }
  | { readonly is: 'unknown'; readonly why: string };

/** The limits of a file and of a folder that are read. */
export const longestFile = 65_536;
export const mostNames = 10_000;
/** If a glob finds more files, they are not read one by one. */
export const mostFound = 1000;
