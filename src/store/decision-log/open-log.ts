/**
 * A log for a long-running process. It writes entries that come together in one write, one write at a time;
 * while the disk is slow the process goes on. With `block` the caller of `append` waits for the write. With
 * `drop-and-count` no caller waits; entries for which there is no room, or that cannot be written, are
 * counted, and a record reports the count when there is room again.
 */
import { Chain, type LineBatch, type Pending } from './chain.ts';
import {
  type DecisionLog,
  type DropReason,
  describeWriteError,
  type LogStatus,
  LogUnavailable,
} from './decision-log.ts';
import { entryText } from './entry-text.ts';
import { filesIn, type LogFiles } from './files.ts';
import { digestWith, loadKey } from './key.ts';
import type { LogEntry, OwnEntry, StartInfo, WhenFull } from './record.ts';
import { defaultRotation, type Rotation } from './rotation.ts';

export interface LogOptions {
  readonly folder: string;
  readonly start: StartInfo;
  readonly whenFull: WhenFull;
  readonly rotation?: Rotation;
  /** Replaces the disk in tests. */
  readonly files?: LogFiles;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface RunningLog extends DecisionLog {
  /** A promise if calls have to wait for their record. */
  append(entry: LogEntry): Promise<void> | undefined;
  /** Writes the waiting entries and a last record, and closes the file. `problem`: why nothing was answered. Never rejects. */
  close(problem?: string): Promise<void>;
}

/** The most entries, and octets of them, that may wait with `drop-and-count`. */
const mostWaiting = 10_000;
const mostWaitingBytes = 32 * 1024 * 1024;
/**
 * Milliseconds after which a disk counts as slow, and the writes for which it then does. To hand a write to
 * a thread of the pool takes ten times the processor time of a fast write, and helps only if the disk is
 * slow.
 */
const slowWrite = 50;
const writesApart = 20;
/** The most octets of one write; an entry may be larger. */
const largestWrite = 1024 * 1024;

interface Waiting {
  readonly pending: Pending;
  /** Undefined if no caller waits. */
  readonly resolve?: () => void;
  readonly reject?: (problem: LogUnavailable) => void;
}

/**
 * Opens a log and writes its first record. Rejects with `LogUnavailable` if its folder cannot be used, or
 * if nothing can be written and calls have to wait for that: a log that never worked is a mistake, and is
 * reported at once.
 */
export async function openLog(options: LogOptions): Promise<RunningLog> {
  const log = new QueuedLog(options);
  await log.begin();
  return log;
}

class QueuedLog implements RunningLog {
  readonly inputs: StartInfo['inputs'];
  readonly #options: LogOptions;
  readonly #now: () => number;
  readonly #chain: Chain;
  readonly #files: LogFiles;
  readonly #blocks: boolean;
  #key: Buffer | undefined;
  /** The first record, as long as it is not written. */
  #start: Pending | undefined;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #flushing: Promise<void> | undefined;
  /** How many more writes go to a separate thread, so that a slow disk delays only the calls that wait for it. */
  #apart = 1;
  #written = 0;
  #bytes = 0;
  #dropped: Record<DropReason, number> = { 'queue-full': 0, 'write-failed': 0 };
  /** The lost entries that no record reports yet. */
  #unreported: Partial<Record<DropReason, number>> = {};
  #problem: string | undefined;
  #isClosed = false;

  constructor(options: LogOptions) {
    this.#options = options;
    this.inputs = options.start.inputs;
    this.#now = options.now ?? Date.now;
    this.#files = options.files ?? filesIn(options.folder);
    this.#chain = new Chain(this.#files, options.rotation ?? defaultRotation);
    this.#blocks = options.whenFull === 'block';
  }

  async begin(): Promise<void> {
    try {
      this.#files.numbers();
      if (this.inputs === 'hashed') this.#key = loadKey(this.#options.folder);
    } catch (error) {
      throw new LogUnavailable(describeWriteError(error));
    }
    const start: OwnEntry = { type: 'start', ...this.#options.start };
    this.#start = { text: JSON.stringify(start), at: this.#now() };
    try {
      await this.#write([]);
    } catch (error) {
      this.#problem = describeWriteError(error);
      if (this.#blocks) throw new LogUnavailable(this.#problem);
    }
  }

  digestOf(text: string): string {
    this.#key ??= loadKey(this.#options.folder);
    return digestWith(this.#key, text);
  }

  append(entry: LogEntry): Promise<void> | undefined {
    return this.#enqueue(entryText(entry), this.#blocks);
  }

  lose(error: unknown): void {
    this.#lose('write-failed', 1);
    if (this.#blocks) throw new LogUnavailable(describeWriteError(error));
  }

  get status(): LogStatus {
    const [oldest] = this.#waiting;
    return {
      written: this.#written,
      bytes: this.#bytes,
      dropped: { ...this.#dropped },
      pending: this.#waiting.length,
      lag: oldest === undefined ? 0 : Math.max(0, this.#now() - oldest.pending.at),
      problem: this.#problem,
      blocks: this.#blocks,
      file: this.#chain.file,
    };
  }

  async close(problem?: string): Promise<void> {
    if (this.#isClosed) return;
    const stop: OwnEntry = { type: 'stop', ...(problem === undefined ? {} : { problem }) };
    await this.#enqueue(JSON.stringify(stop), true)?.catch(() => undefined);
    this.#isClosed = true;
    this.#chain.close();
  }

  #enqueue(text: string, isAwaited: boolean): Promise<void> | undefined {
    if (this.#isClosed) {
      this.#lose('write-failed', 1);
      return isAwaited ? Promise.reject(new LogUnavailable('the log is closed')) : undefined;
    }
    const isFull = this.#waiting.length >= mostWaiting || this.#waitingBytes + text.length > mostWaitingBytes;
    if (!isAwaited && isFull) {
      this.#lose('queue-full', 1);
      return undefined;
    }
    const pending = { text, at: this.#now() };
    this.#waitingBytes += text.length;
    if (!isAwaited) {
      this.#waiting.push({ pending });
      this.#flushing ??= this.#flush();
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ pending, resolve, reject });
      this.#flushing ??= this.#flush();
    });
  }

  /** Writes until no entry waits. Never rejects. */
  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      // All entries of this turn of the event loop go into the same write: each write costs two thread
      // switches.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const group = this.#firstGroup();
      try {
        const done = await this.#write(group.map(({ pending }) => pending));
        this.#leave(done, undefined);
        this.#problem = undefined;
      } catch (error) {
        const why = describeWriteError(error);
        this.#problem = why;
        this.#lose('write-failed', group.length);
        this.#leave(group.length, new LogUnavailable(why));
      }
    }
    this.#flushing = undefined;
  }

  #firstGroup(): readonly Waiting[] {
    let size = 0;
    const end = this.#waiting.findIndex(({ pending }, index) => {
      size += pending.text.length;
      return index > 0 && size > largestWrite;
    });
    return end < 0 ? [...this.#waiting] : this.#waiting.slice(0, end);
  }

  /** Takes the first entries out of the queue, and reports their result. */
  #leave(count: number, problem: LogUnavailable | undefined): void {
    for (const { pending, resolve, reject } of this.#waiting.splice(0, count)) {
      this.#waitingBytes -= pending.text.length;
      if (problem === undefined) resolve?.();
      else reject?.(problem);
    }
  }

  /**
   * Writes some entries; returns how many of the first ones were written, at least one if there are any.
   * Rejects otherwise.
   */
  async #write(entries: readonly Pending[]): Promise<number> {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const unreported = this.#unreported;
      const own = [...(this.#start === undefined ? [] : [this.#start]), ...this.#lossOf(unreported)];
      const batch = this.#chain.next([...own, ...entries], this.#now());
      const octets = await this.#append(batch);
      const done = this.#chain.wrote(batch, octets);
      this.#bytes += octets;
      this.#written += done;
      if (done > 0) this.#start = undefined;
      if (done >= own.length) this.#wroteLoss(unreported);
      if (done > own.length || (done === own.length && entries.length === 0)) return done - own.length;
      // The file was removed, or the disk accepted less: the next attempt shows which.
    }
    throw new Error('the disk accepts less than a record');
  }

  /** If calls wait for their records anyway, a fast disk is written to at once. */
  async #append({ descriptor, bytes }: LineBatch): Promise<number> {
    const isApart = !this.#blocks || this.#apart > 0;
    const began = this.#now();
    try {
      return isApart ? await this.#files.append(descriptor, bytes) : this.#files.appendNow(descriptor, bytes);
    } finally {
      const isSlow = this.#now() - began >= slowWrite;
      this.#apart = isSlow ? writesApart : Math.max(0, this.#apart - 1);
    }
  }

  /** A record of the records that were lost. */
  #lossOf(unreported: Partial<Record<DropReason, number>>): readonly Pending[] {
    const records = Object.values(unreported).reduce((sum, count) => sum + count, 0);
    const entry: OwnEntry = { type: 'dropped', records, reasons: unreported };
    return records === 0 ? [] : [{ text: JSON.stringify(entry), at: this.#now() }];
  }

  #lose(reason: DropReason, count: number): void {
    this.#dropped[reason] += count;
    this.#unreported = { ...this.#unreported, [reason]: (this.#unreported[reason] ?? 0) + count };
  }

  #wroteLoss(reported: Partial<Record<DropReason, number>>): void {
    const rest = Object.entries(this.#unreported).map(([reason, count]) => [
      reason,
      count - (reported[reason as DropReason] ?? 0),
    ]);
    this.#unreported = Object.fromEntries(rest.filter(([, count]) => count !== 0));
  }
}

/** A file can be removed during a write, and a disk can accept a part of one; neither happens many times in a row. */
const mostAttempts = 5;
