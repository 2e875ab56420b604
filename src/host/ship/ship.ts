/**
 * Ships a log to a destination: each record at least once, in the order of its file. A batch that cannot be
 * handed over is tried again, ever more slowly, until it is taken. Nothing here is on the path of a decision: the log is the queue.
 */
import type { LogRecord } from '../../store/decision-log/record.ts';
import { whyNoConnection } from '../machine/why-no-connection.ts';
import { type Cursor, cursorId, cursorPath, lockPath, readCursor, writeCursor } from './cursor.ts';
import { ShipLock } from './lock.ts';
import { type Batch, type Item, nextBatch } from './unshipped.ts';

/** Where records go. */
export interface Destination {
  /** Its address, which names its cursor. */
  readonly name: string;
  /** Hands a batch over. Rejects where it may not have been taken; `Refused` can say when to come again. */
  send(items: readonly Item[], signal: AbortSignal): Promise<void>;
  close(): void;
}

/** A batch was not taken; the message says why, as the end of a sentence. */
export class Refused extends Error {
  /** Milliseconds, where the destination says. */
  readonly retryAfter: number | undefined;

  constructor(why: string, retryAfter?: number) {
    super(why);
    this.retryAfter = retryAfter;
  }
}

export interface ShipStatus {
  readonly shipped: number;
  readonly lostFiles: number;
  /** Why the last batch was not taken; undefined after one that was. */
  readonly problem: string | undefined;
}

export interface ShipOptions {
  readonly folder: string;
  readonly destination: Destination;
  /** Whether to end when all is shipped, or is not taken. */
  readonly once: boolean;
  readonly stop: AbortSignal;
  wanted(record: LogRecord): boolean;
  /** Called after each batch. */
  report(status: ShipStatus): void;
  /** Waits so many milliseconds, or until it is asked to end. */
  wait(milliseconds: number): Promise<void>;
}

/** Milliseconds between two looks at a log that has nothing new, and between tries, from the first to the longest. */
const pauses = { idle: 500, firstRetry: 1000, longestRetry: 60_000 } as const;

/** Ships until it is asked to end, or has shipped all there is. Throws a sentence where the cursor cannot be read. */
export async function ship(options: ShipOptions): Promise<ShipStatus> {
  const { folder, destination, once, stop, wanted, report, wait } = options;
  const path = cursorPath(folder, destination.name);
  const lock = new ShipLock(lockPath(path));
  const read = (): Cursor => ({ ...readCursor(path), to: withoutPath(destination.name) });
  let cursor: Cursor = read();
  let isHeld = false;
  let lostFiles = 0;
  let retry: number = pauses.firstRetry;
  /** Why the cursor on disk is behind: what has been taken is not sent again as long as this process runs. */
  let unkept: string | undefined;
  const status = (problem?: string): ShipStatus => ({ shipped: cursor.shipped, lostFiles, problem });
  try {
    while (!stop.aborted) {
      const wasHeld = isHeld;
      isHeld = lock.hold(Date.now());
      if (!isHeld) {
        report(status(shippedByOther));
        if (once) return status(shippedByOther);
        await wait(pauses.idle);
        continue;
      }
      // Another process may have shipped meanwhile.
      if (!wasHeld) cursor = read();
      const batch = batchOf(folder, cursor, wanted);
      const problem =
        batch instanceof Refused
          ? batch
          : batch.items.length === 0
            ? undefined
            : await refusal(destination, batch.items, stop);
      if (batch instanceof Refused || problem !== undefined) {
        if (stop.aborted) break;
        cursor = { ...cursor, failed: (cursor.failed ?? 0) + 1 };
        problemOfKeeping(path, cursor);
        report(status(problem?.message));
        if (once) return status(problem?.message);
        await wait(Math.min(problem?.retryAfter ?? retry, pauses.longestRetry));
        retry = Math.min(retry * 2, pauses.longestRetry);
        continue;
      }
      lostFiles += batch.lostFiles;
      if (unkept !== undefined || !isSame(cursor, batch.next)) unkept = problemOfKeeping(path, batch.next);
      cursor = batch.next;
      retry = pauses.firstRetry;
      if (unkept !== undefined || batch.items.length > 0 || batch.lostFiles > 0) report(status(unkept));
      if (batch.isFull) continue;
      if (once) break;
      await wait(pauses.idle);
    }
    return status(unkept);
  } finally {
    lock.release();
    destination.close();
  }
}

const shippedByOther = 'another process ships this log there, and this one waits until that has ended';

/** An address without its path, which may be a secret: two of one host differ by the beginning of the name of the cursor. */
const withoutPath = (name: string): string => {
  const address = URL.canParse(name) ? new URL(name) : undefined;
  if (address === undefined || address.host === '') return name;
  const shown = `${address.protocol}//${address.host}`;
  return [shown, `${shown}/`].includes(name) ? shown : `${shown}/…${cursorId(name).slice(0, 8)}`;
};

/** What comes next; a log that cannot be read for a moment is tried again. */
function batchOf(folder: string, cursor: Cursor, wanted: ShipOptions['wanted']): Batch | Refused {
  try {
    return nextBatch(folder, cursor, wanted);
  } catch (error) {
    return new Refused(`the log cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function problemOfKeeping(path: string, cursor: Cursor): string | undefined {
  try {
    writeCursor(path, cursor);
    return undefined;
  } catch (error) {
    return `how far it was shipped cannot be kept: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function refusal(
  destination: Destination,
  items: readonly Item[],
  stop: AbortSignal,
): Promise<Refused | undefined> {
  try {
    await destination.send(items, stop);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error;
    return new Refused(whyNoConnection(error, '`NODE_EXTRA_CA_CERTS=FILE` in the environment'));
  }
}

const isSame = (a: Cursor, b: Cursor): boolean =>
  a.shipped === b.shipped &&
  a.offsets.size === b.offsets.size &&
  [...b.offsets].every(([file, offset]) => a.offsets.get(file) === offset);
