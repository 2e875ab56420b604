/**
 * A log for a process that lives for one call: nothing is opened before there is
 * something to write, and each record is a chain of its own, written before
 * `append` returns.
 */
import { Chain, defaultRotation, type Rotation } from './chain.ts';
import { type DecisionLog, describeWriteError, type LogStatus, LogUnavailable } from './decision-log.ts';
import { filesIn, type LogFiles } from './files.ts';
import { digestWith, loadKey } from './key.ts';
import type { StartInfo, WhenFull } from './record.ts';

export interface ShortLogOptions {
  readonly folder: string;
  readonly start: StartInfo;
  readonly whenFull: WhenFull;
  readonly rotation?: Rotation;
  readonly files?: LogFiles;
  readonly now?: () => number;
}

/** Never throws itself. What is lost with `drop-and-count` is told by nobody: the process is gone. */
export function openShortLog(options: ShortLogOptions): DecisionLog {
  const { folder, start, whenFull, rotation = defaultRotation, now = Date.now } = options;
  const files = options.files ?? filesIn(folder);
  const dropped = { 'queue-full': 0, 'write-failed': 0 };
  let written = 0;
  let bytes = 0;
  let problem: string | undefined;
  let key: Buffer | undefined;

  const write = (text: string): void => {
    const chain = new Chain(files, rotation);
    try {
      for (let attempt = 0; attempt < mostAttempts; attempt++) {
        const batch = chain.next([{ text, at: now(), start, final: true }], now());
        const octets = files.appendNow(batch.descriptor, batch.bytes);
        bytes += octets;
        if (chain.wrote(batch, octets) === 1) return;
      }
      throw new Error('the disk takes less than a record');
    } finally {
      chain.close();
    }
  };

  const lose = (error: unknown): void => {
    dropped['write-failed']++;
    problem = describeWriteError(error);
    if (whenFull === 'block') throw new LogUnavailable(problem);
  };

  return {
    inputs: start.inputs,
    digestOf(text) {
      if (key === undefined) {
        // The folder of the key is the log's, which may not be there yet.
        files.numbers();
        key = loadKey(folder);
      }
      return digestWith(key, text);
    },
    append(entry) {
      try {
        write(JSON.stringify(entry));
        written++;
        problem = undefined;
      } catch (error) {
        lose(error);
      }
    },
    lose,
    get status(): LogStatus {
      return { written, bytes, dropped: { ...dropped }, pending: 0, lag: 0, problem, file: undefined };
    },
  };
}

/** A file can be removed under a write, and a disk can take part of one; neither goes on for long. */
const mostAttempts = 5;
