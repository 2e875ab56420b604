/**
 * How far a log has been shipped to one destination: of each file the octets that are done. The log itself is the queue, so
 * that nothing is written twice; the cursor is a small file beside it, written when a destination has taken a batch.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Cursor {
  /** The offset in each file, by its number; files with lower numbers are done. */
  readonly offsets: ReadonlyMap<number, number>;
  /** Records that the destination has taken since the cursor began. */
  readonly shipped: number;
  /** Batches that it has not taken since then. */
  readonly failed?: number | undefined;
  /** The destination, as metrics name it. */
  readonly to?: string | undefined;
}

const startOfLog: Cursor = { offsets: new Map(), shipped: 0 };

/** The lock beside a cursor. */
export const lockPath = (cursor: string): string => cursor.replace(/\.json$/, '.lock');

/** A place in a log, as a text for clients: `12.345_13.0` is octet 345 of file 12 and the start of file 13. */
export const placeText = (offsets: Cursor['offsets']): string =>
  [...offsets].map(([file, offset]) => `${file}.${offset}`).join('_');

/** Undefined for another text. */
export function placeIn(text: string): Cursor['offsets'] | undefined {
  if (text.length > 1000 || !/^\d{1,15}\.\d{1,15}(?:_\d{1,15}\.\d{1,15})*$/.test(text)) return undefined;
  return new Map(text.split('_').map((pair) => pair.split('.').map(Number) as [number, number]));
}

/** Whose name says neither where the destination is nor how it is asked. */
export const cursorPath = (folder: string, destination: string): string =>
  join(folder, `shipped-${cursorId(destination)}.json`);

/** The part of the name of a cursor that says which destination it is of. */
export const cursorId = (destination: string): string =>
  createHash('sha256').update(destination).digest('hex').slice(0, 16);

/** The start of the log where there is no cursor yet. Throws a sentence where there is one that cannot be read. */
export function readCursor(path: string): Cursor {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return startOfLog;
    throw new Error(`\`${path}\` cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const cursor = cursorIn(text);
  if (cursor !== undefined) return cursor;
  throw new Error(
    `\`${path}\` does not say how far the log was shipped; without that file all of the log is shipped again`,
  );
}

function cursorIn(text: string): Cursor | undefined {
  try {
    const { offsets, shipped, failed, to }: Readonly<Record<string, unknown>> = JSON.parse(text);
    if (!isCount(shipped) || !Array.isArray(offsets)) return undefined;
    const pairs = offsets.filter(
      (pair): pair is [number, number] => Array.isArray(pair) && pair.length === 2 && pair.every(isCount),
    );
    if (pairs.length !== offsets.length) return undefined;
    return {
      offsets: new Map(pairs),
      shipped,
      failed: isCount(failed) ? failed : undefined,
      to: typeof to === 'string' ? to : undefined,
    };
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** In one step: a process that ends while it writes leaves the cursor from before. */
export function writeCursor(path: string, { offsets, ...rest }: Cursor): void {
  const part = `${path}.part`;
  writeFileSync(part, `${JSON.stringify({ offsets: [...offsets], ...rest })}\n`, { mode: 0o600 });
  renameSync(part, path);
}
