/**
 * Files that somebody else may have put there: a pipe would be waited for without
 * end, and a link that leads to itself is no reason to stop.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';

/** What is at a path, where links lead; undefined where that cannot be known. Never throws. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Reads a file. Throws where there is none, and for what is no file, at once. */
export function readRegularFile(path: string): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error('it is no file');
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
