/** How far each destination of a log is, read from the files beside it: for the metrics of a server. */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { logFiles } from '../../store/decision-log/read-log.ts';
import { readCursor } from './cursor.ts';

export interface Shipping {
  /** As metrics name it: the path of an address is a part of its digest. */
  readonly destination: string;
  /** Records that were taken, and batches that were not. */
  readonly shipped: number;
  readonly failed: number;
  /** Octets of the log that were not taken yet. */
  readonly pending: number;
  /** When the oldest of them was written, in milliseconds since 1970; undefined if there is none. */
  readonly oldest: number | undefined;
}

/** Empty where nothing ships, or the folder cannot be read. */
export function shippingOf(folder: string): readonly Shipping[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^shipped-[0-9a-f]{16}\.json$/.test(name))
      .flatMap((name) => shippingBy(folder, join(folder, name)));
  } catch {
    return [];
  }
}

function shippingBy(folder: string, path: string): readonly Shipping[] {
  const { offsets, shipped, failed = 0, to } = readCursor(path);
  if (to === undefined) return [];
  const first = offsets.size === 0 ? 0 : Math.min(...offsets.keys());
  let pending = 0;
  let oldest: number | undefined;
  for (const file of logFiles(folder)) {
    if (file.number < first) continue;
    const from = offsets.get(file.number) ?? 0;
    const left = statSync(file.path).size - from;
    if (left <= 0) continue;
    pending += left;
    oldest ??= timeAt(file.path, from);
  }
  return [{ destination: to, shipped, failed, pending, oldest }];
}

/** The time of the record at an octet. */
function timeAt(path: string, from: number): number | undefined {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(4096);
    const text = bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, from));
    const at = Date.parse(/"time":"([^"]{20,40})"/.exec(text)?.[1] ?? '');
    return Number.isNaN(at) ? undefined : at;
  } finally {
    closeSync(descriptor);
  }
}
