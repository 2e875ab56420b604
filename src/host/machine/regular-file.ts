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

/** A file that nothing was read of, for its size in octets. */
export class FileTooLarge extends Error {
  readonly size: number;

  constructor(size: number) {
    super(`it has ${size} octets, which is too much`);
    this.size = size;
  }
}

/** Reads a file. Throws where there is none, and at once for what is no file and for one that is larger than `most` octets. */
export function readRegularFile(path: string, most = Number.POSITIVE_INFINITY): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error('it is no file');
    if (stats.size > most) throw new FileTooLarge(stats.size);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
