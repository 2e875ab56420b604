/** What of a log is behind a cursor, a batch at a time. A file is read to its end while others may still write to it. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readLine } from '../../store/decision-log/line.ts';
import { LineCutter, type LogFile, logFiles } from '../../store/decision-log/read-log.ts';
import type { LogRecord } from '../../store/decision-log/record.ts';
import type { Cursor } from './cursor.ts';

export interface Item {
  readonly record: LogRecord;
  /** As it is in the log. */
  readonly line: string;
}

export interface Batch {
  readonly items: readonly Item[];
  /** The cursor when the batch is taken. */
  readonly next: Cursor;
  /** Whether there may be more already. */
  readonly isFull: boolean;
  /** Files that were deleted before they were shipped to their end. */
  readonly lostFiles: number;
}

/** Records of one batch, at most. */
const mostRecords = 256;
/** Octets that are read of one file for a batch, and about as many in all. */
const chunkLength = 1024 * 1024;
/** A process may go on with a file for a moment after another has begun the next one. */
const filesStillWritten = 2;

/** The records behind a cursor that are wanted, oldest file first. Throws where the folder cannot be read. */
export function nextBatch(folder: string, cursor: Cursor, wanted: (record: LogRecord) => boolean): Batch {
  const files = logFiles(folder);
  const offsets = new Map(cursor.offsets);
  const lostFiles = forgetDeleted(offsets, files);
  const first = offsets.size === 0 ? 0 : Math.min(...offsets.keys());
  const items: Item[] = [];
  let isFull = false;
  let octets = 0;
  for (const [index, file] of files.entries()) {
    if (file.number < first) continue;
    const from = offsets.get(file.number) ?? 0;
    const { lines, to, isAtEnd } = linesFrom(file, from);
    for (const { text, end } of lines) {
      const reading = readLine(text);
      if (reading.kind === 'record' && wanted(reading.record))
        items.push({ record: reading.record, line: text });
      if (reading.kind === 'behind-torn' && wanted(reading.record))
        items.push({ record: reading.record, line: JSON.stringify(reading.record) });
      offsets.set(file.number, end);
      if (items.length === mostRecords) break;
    }
    if (lines.length === 0) offsets.set(file.number, from);
    octets += to - from;
    isFull = items.length === mostRecords || !isAtEnd || to > (offsets.get(file.number) ?? 0);
    if (isFull) break;
    // No process writes to it any more.
    if (index < files.length - filesStillWritten) offsets.delete(file.number);
    if (octets >= chunkLength && index < files.length - 1) {
      isFull = true;
      break;
    }
  }
  return { items, next: { ...cursor, offsets, shipped: cursor.shipped + items.length }, isFull, lostFiles };
}

/** Counts files that a cursor was at and that are gone, and those between them and the first that is there. */
function forgetDeleted(offsets: Map<number, number>, files: readonly LogFile[]): number {
  const there = new Set(files.map(({ number }) => number));
  const known = [...offsets.keys()];
  if (known.length === 0 || there.size === 0) return 0;
  const gone = known.filter((number) => !there.has(number));
  for (const number of gone) offsets.delete(number);
  const last = Math.max(...known);
  // One before the last that is known had been shipped to its end when the last began.
  return Math.max(0, Math.min(...there) - last - 1) + (gone.includes(last) ? 1 : 0);
}

interface LinesFrom {
  readonly lines: readonly { readonly text: string; readonly end: number }[];
  /** Behind the last whole line. */
  readonly to: number;
  readonly isAtEnd: boolean;
}

function linesFrom(file: LogFile, from: number): LinesFrom {
  const descriptor = openSync(file.path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(chunkLength, Math.max(0, size - from)));
    const read = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from));
    const lines: { text: string; end: number }[] = [];
    let at = 0;
    for (let end = read.indexOf(0x0a); end >= 0; end = read.indexOf(0x0a, at)) {
      for (const { text } of new LineCutter(file).push(read.subarray(at, end + 1)))
        lines.push({ text, end: from + end + 1 });
      at = end + 1;
    }
    // Longer than any record: whatever it is, it is passed over.
    if (lines.length === 0 && read.length === chunkLength) {
      at = read.length;
      lines.push({ text: '', end: from + at });
    }
    return { lines, to: from + at, isAtEnd: from + read.length >= size };
  } finally {
    closeSync(descriptor);
  }
}
