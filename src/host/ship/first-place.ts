/** Where to begin to read a log for records since a moment, without reading the files that are all older. */
import { filesIn } from '../../store/decision-log/files.ts';
import { beginningOf } from '../../store/decision-log/tail.ts';
import type { Cursor } from './cursor.ts';

/** A process may go on with a file for a moment after another has begun the next one. */
const filesStillWritten = 2;

/** `since`: milliseconds since 1970. Empty, the start of the log, if there is no older file. */
export function placeSince(folder: string, since: number): Cursor['offsets'] {
  const files = filesIn(folder);
  const numbers = files.numbers();
  const begins = (number: number): number => {
    const descriptor = files.openOld(number);
    if (descriptor === undefined) return Number.POSITIVE_INFINITY;
    try {
      return beginningOf(files, descriptor) ?? Number.POSITIVE_INFINITY;
    } finally {
      files.close(descriptor);
    }
  };
  const last = numbers.findLastIndex((number) => begins(number) <= since);
  const first = numbers[Math.max(0, last - filesStillWritten + 1)];
  return last < 0 || first === undefined ? new Map() : new Map([[first, 0]]);
}
