/**
 * Writes to the client: lines of the server and the proxy’s own answers, never one inside another, and no
 * faster than the client reads.
 */
import type { Writable } from 'node:stream';
import { openLineOutput } from '../server/lines/line-output.ts';

export interface ClientOutput {
  /** Whether the client has stopped reading. */
  readonly gone: boolean;
  /** Writes one whole line of the server, with its end, which only the server’s last line may lack. */
  pass(line: Uint8Array): Promise<void>;
  /** Writes an answer of the proxy, as a line of its own. */
  answer(text: string): Promise<void>;
  /** Begins a line that is too long to keep: nothing else is written until it ends. */
  longLine(): Promise<LongLine>;
  /** Waits until the system has everything. */
  flush(): Promise<void>;
}

export interface LongLine {
  write(octets: Uint8Array): Promise<void>;
  end(): void;
}

/** `onGone` is called once, when the client stops reading. Writing never rejects. */
export function openClientOutput(stream: Writable, onGone: () => void): ClientOutput {
  const out = openLineOutput(stream, onGone);
  let free: Promise<void> = Promise.resolve();
  /** Waits for its turn; the returned function ends the turn. */
  const turn = async (): Promise<() => void> => {
    const before = free;
    let end = (): void => {};
    free = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  };
  // If a write to the client fails, for any reason, the client is gone.
  const write = async (octets: Uint8Array | string): Promise<void> => {
    await out.write(octets).catch(() => {});
  };
  let isAtStart = true;
  const pass = async (octets: Uint8Array): Promise<void> => {
    if (octets.length > 0) isAtStart = octets.at(-1) === 0x0a;
    await write(octets);
  };
  return {
    get gone() {
      return out.gone;
    },
    async pass(line) {
      const end = await turn();
      await pass(line);
      end();
    },
    async answer(text) {
      const end = await turn();
      await write(`${isAtStart ? '' : '\n'}${text}\n`);
      isAtStart = true;
      end();
    },
    async longLine() {
      const end = await turn();
      return { write: pass, end };
    },
    async flush() {
      const end = await turn();
      await out.flush().catch(() => {});
      end();
    },
  };
}
