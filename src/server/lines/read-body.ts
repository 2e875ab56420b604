/**
 * The body of a request, read within a size and a time. It never destroys the request, so that a refusal
 * can still be sent.
 */
import type { Readable } from 'node:stream';
import { BoundedBuffer } from './bounded-buffer.ts';

export type BodyReading =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: 'too-large' | 'too-slow' | 'aborted' | 'refused' };

/**
 * Reads to the end of `source`: at most `maxBytes` octets within `timeout` milliseconds, and each piece
 * only if there is room for it. Calls back once.
 */
export function readBody(
  source: Readable,
  maxBytes: number,
  timeout: number,
  done: (reading: BodyReading) => void,
  hasRoom: (bytes: number) => boolean = () => true,
): void {
  const gathered = new BoundedBuffer(maxBytes);
  let isDone = false;
  const settle = (reading: BodyReading): void => {
    // The listeners stay, because an unhandled error ends the process; they are freed with the request.
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    done(reading);
  };
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => settle({ ok: false, problem: 'aborted' });
  source.on('error', onAbort);
  source.on('close', onAbort);
  source.on('end', () => settle({ ok: true, bytes: gathered.take() }));
  source.on('data', (chunk: Uint8Array) => {
    if (isDone) return;
    if (!hasRoom(chunk.length)) settle({ ok: false, problem: 'refused' });
    else if (!gathered.add(chunk)) settle({ ok: false, problem: 'too-large' });
  });
  // Most bodies come with their headers; by the next tick Node has read what came with them.
  process.nextTick(() => {
    if (isDone || isWhole(source)) return;
    timer = setTimeout(() => settle({ ok: false, problem: 'too-slow' }), timeout);
  });
}

/** Whether the last octet has arrived, even if it is not read yet. */
const isWhole = (source: Readable): boolean => 'complete' in source && source.complete === true;
