/**
 * The last lines of a log, and which of them no record refers to yet. The next record refers to those. So a
 * line that is removed later is missed, even if its process wrote no other.
 */
import type { LogFiles } from './files.ts';
import { linksOf } from './line.ts';
import type { RecordAnchor } from './record.ts';

/** Octets at the end of a log that are read. */
const tailLength = 64 * 1024;
/** The most loose ends that a record refers to, the newest ones. */
const mostAnchors = 16;

/** The complete lines in a part of a file. */
function wholeLines(bytes: Buffer, startsLine: boolean): readonly string[] {
  const start = startsLine ? 0 : bytes.indexOf(0x0a) + 1;
  const end = bytes.lastIndexOf(0x0a);
  if (end < start || (!startsLine && start === 0)) return [];
  return bytes
    .toString('utf8', start, end)
    .split('\n')
    .filter((line) => line !== '');
}

/** Lines, oldest first, with the number of their file. */
export interface LinesOfFile {
  readonly file: number;
  readonly lines: readonly string[];
}

/** The lines that no later line refers to, without those of the process itself; oldest first. */
export function looseEnds(parts: readonly LinesOfFile[], own: string | undefined): readonly RecordAnchor[] {
  const loose = new Map<string, RecordAnchor & { readonly process: string }>();
  for (const { file, lines } of parts) {
    for (const line of lines) {
      const links = linksOf(line);
      if (links === undefined) continue;
      if (links.previous !== undefined) loose.delete(links.previous);
      for (const { hash } of links.anchors) loose.delete(hash);
      loose.set(links.hash, { file, hash: links.hash, process: links.process });
    }
  }
  return [...loose.values()]
    .filter(({ process }) => process !== own)
    .map(({ file, hash }) => ({ file, hash }))
    .slice(-mostAnchors);
}

/** The lines at the end of an open file, at most from an offset on. */
export function tailOf(
  files: LogFiles,
  descriptor: number,
  file: number,
  size: number,
  from = 0,
): LinesOfFile {
  const start = Math.max(from, size - tailLength, 0);
  const bytes = files.read(descriptor, start, size - start);
  return { file, lines: wholeLines(bytes, start === 0 || start === from) };
}

/** The loose ends of the last file and, if that has just begun, of the one before. */
export function looseEndsOfLog(
  files: LogFiles,
  descriptor: number,
  file: number,
  size: number,
): readonly RecordAnchor[] {
  const parts = [tailOf(files, descriptor, file, size)];
  if (size < tailLength) {
    const before = files
      .numbers()
      .filter((number) => number < file)
      .at(-1);
    const other = before === undefined ? undefined : files.openOld(before);
    if (before !== undefined && other !== undefined) {
      try {
        parts.unshift(tailOf(files, other, before, files.stat(other).size));
      } finally {
        files.close(other);
      }
    }
  }
  return looseEnds(parts, undefined);
}

/** Whether a file ends in the middle of a line. */
export const endsTorn = (files: LogFiles, descriptor: number, size: number): boolean =>
  size > 0 && files.read(descriptor, size - 1, 1)[0] !== 0x0a;

/** When the first record of a file was written, in milliseconds; undefined for a file without one. */
export function beginningOf(files: LogFiles, descriptor: number): number | undefined {
  const text = files.read(descriptor, 0, 4096).toString('utf8');
  const [, time = ''] = /"time":"([^"]{20,40})"/.exec(text) ?? [];
  const at = Date.parse(time);
  return Number.isNaN(at) ? undefined : at;
}
