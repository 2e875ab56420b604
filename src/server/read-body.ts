/**
 * The body of a request, gathered within a size and a time. It never destroys
 * the request: whoever refuses a body must still be able to say so.
 */
import type { Readable } from 'node:stream';
import { BoundedBuffer } from './bounded-buffer.ts';

export type BodyReading =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: 'too-large' | 'too-slow' | 'aborted' };

/** Reads to the end of `source`: at most `maxBytes` octets within `timeout` milliseconds. Never rejects. */
export function readBody(source: Readable, maxBytes: number, timeout: number): Promise<BodyReading> {
  return new Promise((resolve) => {
    const gathered = new BoundedBuffer(maxBytes);
    const timer = setTimeout(() => settle({ ok: false, problem: 'too-slow' }), timeout);
    const onData = (chunk: Uint8Array) => {
      if (!gathered.add(chunk)) settle({ ok: false, problem: 'too-large' });
    };
    const onEnd = () => settle({ ok: true, bytes: gathered.take() });
    const onAbort = () => settle({ ok: false, problem: 'aborted' });
    const settle = (reading: BodyReading) => {
      clearTimeout(timer);
      source.off('data', onData).off('end', onEnd).off('close', onAbort);
      resolve(reading);
    };
    // An error is followed by `close`; its listener stays, because an error nobody listens to ends the process.
    source.on('error', onAbort).on('close', onAbort).on('end', onEnd).on('data', onData);
  });
}
