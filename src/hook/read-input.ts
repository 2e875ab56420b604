/**
 * Standard input to its end, whatever it is: a harness that cannot write all of
 * its payload takes that for a broken hook, and lets the call run. What is too
 * large is read and thrown away.
 */
import { isUtf8 } from 'node:buffer';
import { read } from 'node:fs';

export type Input =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: string };

/** Far above any payload seen; memory stays bounded. */
export const largestPayload = 8 * 1024 * 1024;

/** Reads a file descriptor. Calls back once, at its end; never fails. */
export function readInput(descriptor: number, done: (input: Input) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const buffer = Buffer.allocUnsafe(64 * 1024);
  const next = (): void => {
    read(descriptor, buffer, 0, buffer.length, null, (error, length) => {
      // A pipe without a writer, a closed descriptor: there is no more to come.
      const ended = length === 0 || (error !== null && error.code !== 'EAGAIN');
      if (ended) {
        done(inputOf(chunks, size));
        return;
      }
      if (error !== null) {
        setTimeout(next, 1);
        return;
      }
      size += length;
      if (size <= largestPayload) chunks.push(Buffer.from(buffer.subarray(0, length)));
      else chunks.length = 0;
      next();
    });
  };
  next();
}

function inputOf(chunks: readonly Buffer[], size: number): Input {
  if (size > largestPayload)
    return { kind: 'problem', problem: `it has ${size} octets, and at most ${largestPayload} are read` };
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  if (!isUtf8(bytes)) return { kind: 'problem', problem: 'it is not UTF-8' };
  return { kind: 'text', text: bytes.toString('utf8') };
}
