/**
 * Writes lines to a reader that may be slow or go away. A reader that went away is no error, because no one
 * is left to report it to.
 */
import type { Writable } from 'node:stream';

export interface LineOutput {
  /** Whether writing is over, because the reader went away or it failed. */
  readonly gone: boolean;
  /** Writes text or octets, and waits while the reader has enough to read. Rejects when writing failed. */
  write(text: string | Uint8Array): Promise<void>;
  /** Waits until the system has everything. Rejects when writing failed. */
  flush(): Promise<void>;
}

/** Lines onto a stream, which stays open; `onGone` is called once, if writing ends early. */
export function openLineOutput(output: Writable, onGone: () => void): LineOutput {
  let gone = output.destroyed || output.writableEnded;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  const end = (error?: NodeJS.ErrnoException | null) => {
    if (error != null && !quietCodes.has(error.code ?? '')) failure ??= error;
    if (!gone) {
      gone = true;
      onGone();
    }
    wake?.();
  };
  // These listeners stay: a broken pipe may be reported after the last write, and an unhandled error ends
  // the process.
  output.on('error', end);
  output.on('close', () => end());
  output.on('drain', () => wake?.());
  if (gone) onGone();

  const settle = (start: (done: () => void) => void) =>
    new Promise<void>((resolve, reject) => {
      wake = () => {
        wake = undefined;
        if (failure === undefined) resolve();
        else reject(failure);
      };
      if (gone) wake();
      else start(() => wake?.());
    });

  return {
    get gone() {
      return gone;
    },
    write: (text) =>
      settle((done) => {
        if (output.write(text)) done();
      }),
    flush: () => settle((done) => output.write('', done)),
  };
}

/** The error codes for a reader that went away. */
const quietCodes: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECANCELED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_STREAM_PREMATURE_CLOSE',
]);
