/** Whether files are this user's, which decides whose kept code counts. */
import { statOf } from './regular-file.ts';

/** Whether all of this is there, and is this user's: code that this user keeps may only decide by policies that this user could change as well. */
export const ownsAll = (paths: readonly string[]): boolean =>
  paths.every((path) => statOf(path)?.uid === process.getuid?.());
