/**
 * A log that is written before `append` returns: for a process that lives for one call, where each record
 * is a separate chain and nothing is opened before there is something to write; and for a host that decides
 * in function calls, whose records are one chain.
 */
import { Chain, type Pending } from './chain.ts';
import { describeWriteError, type ImmediateDecisionLog, LogUnavailable } from './decision-log.ts';
import { entryText } from './entry-text.ts';
import { filesIn, type LogFiles } from './files.ts';
import { digestWith, loadKey } from './key.ts';
import type { LogEntry, OwnEntry, StartInfo, WhenFull } from './record.ts';
import { defaultRotation, type Rotation } from './rotation.ts';

export interface ImmediateLogOptions {
  readonly folder: string;
  readonly start: StartInfo;
  readonly whenFull: WhenFull;
  /** Whether the process goes on after its first record. */
  readonly stays: boolean;
  readonly rotation?: Rotation;
  /** Replaces the disk in tests. */
  readonly files?: LogFiles;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Opens nothing yet, and never throws. */
export function openImmediateLog(options: ImmediateLogOptions): ImmediateDecisionLog {
  const { folder, start, whenFull, stays, rotation = defaultRotation, now = Date.now } = options;
  const files = options.files ?? filesIn(folder);
  const dropped = { 'queue-full': 0, 'write-failed': 0 };
  let unreported = 0;
  let written = 0;
  let bytes = 0;
  let problem: string | undefined;
  let key: Buffer | undefined;
  let chain: Chain | undefined;
  let isStarted = false;

  const pendingOf = (entry: OwnEntry): Pending => ({ text: JSON.stringify(entry), at: now() });

  /** The records to write before the next entry. */
  const preamble = (): readonly Pending[] => {
    if (!stays) return [];
    const lost: OwnEntry = { type: 'dropped', records: unreported, reasons: { 'write-failed': unreported } };
    return [
      ...(isStarted ? [] : [pendingOf({ type: 'start', ...start })]),
      ...(unreported === 0 ? [] : [pendingOf(lost)]),
    ];
  };

  const write = (text: string): void => {
    const current = chain ?? new Chain(files, rotation);
    chain = current;
    const entry: Pending = { text, at: now(), ...(stays ? {} : { start, final: true }) };
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const before = preamble();
      const batch = current.next([...before, entry], now());
      const octets = files.appendNow(batch.descriptor, batch.bytes);
      const done = current.wrote(batch, octets);
      bytes += octets;
      written += done;
      if (done > 0) isStarted = true;
      if (done >= before.length) unreported = 0;
      if (done > before.length) return;
    }
    throw new Error('the disk accepts less than a record');
  };

  const close = (): void => {
    chain?.close();
    chain = undefined;
  };

  const lose = (error: unknown): void => {
    dropped['write-failed']++;
    unreported++;
    problem = describeWriteError(error);
    if (whenFull === 'block') throw new LogUnavailable(problem);
  };

  const append = (entry: LogEntry): void => {
    try {
      write(entryText(entry));
      problem = undefined;
    } catch (error) {
      lose(error);
    } finally {
      // A record that is a complete chain: the next one begins another.
      if (!stays) close();
    }
  };

  return {
    inputs: start.inputs,
    digestOf(text) {
      if (key === undefined) {
        // The key is in the folder of the log, which may not exist yet.
        files.numbers();
        key = loadKey(folder);
      }
      return digestWith(key, text);
    },
    append,
    lose,
    get status() {
      const file = chain?.file;
      const blocks = whenFull === 'block';
      return { written, bytes, dropped: { ...dropped }, pending: 0, lag: 0, problem, blocks, file };
    },
    close() {
      if (!isStarted || !stays || chain === undefined) return;
      try {
        write(JSON.stringify({ type: 'stop' } satisfies OwnEntry));
      } catch {
        // Without a last record the log looks as if its process was killed.
      }
      close();
    },
  };
}

/** A file can be removed during a write, and a disk can accept a part of one; neither happens many times in a row. */
const mostAttempts = 5;
