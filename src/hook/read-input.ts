/**
 * Standard input to its end, whatever it is: a harness that cannot write all of
 * its payload takes that for a broken hook, and lets the call run. What is too
 * large is read and thrown away.
 */
import { isUtf8 } from 'node:buffer';

export type Input =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: string };

/** Far above any payload seen; memory stays bounded. */
const largestPayload = 8 * 1024 * 1024;

/**
 * Reads a stream. Calls back once, at its end, or where nothing at all has come
 * after so many milliseconds of `silence`; never fails. The stream is one
 * that is polled: a read that blocks would keep the process from ending.
 */
export function readInput(
  stream: NodeJS.ReadableStream,
  done: (input: Input) => void,
  silence?: number,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    done(inputOf(chunks, size));
  };
  if (silence !== undefined) {
    setTimeout(() => {
      if (size === 0) end();
    }, silence);
  }
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= largestPayload) chunks.push(chunk);
    else chunks.length = 0;
  });
  // A writer that went away has no more to say, however it went.
  stream.on('end', end).on('error', end).on('close', end);
}

function inputOf(chunks: readonly Buffer[], size: number): Input {
  if (size > largestPayload)
    return { kind: 'problem', problem: `it has ${size} octets, and at most ${largestPayload} are read` };
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  if (!isUtf8(bytes)) return { kind: 'problem', problem: 'it is not UTF-8' };
  return { kind: 'text', text: bytes.toString('utf8') };
}
