/**
 * A stream of octets → the lines in it, each a frame of at most one message. Lines end in 0x0A; a carriage
 * return before it is tolerated and a blank line is none. A line over the limit is reported once and
 * skipped up to its newline without being kept. This file does not read the content of a frame.
 */
import { BoundedBuffer } from './bounded-buffer.ts';
import { decodeUtf8 } from './utf8.ts';

export type Frame =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly problem: 'too-large' | 'not-utf-8' };

const newline = 0x0a;
const carriageReturn = 0x0d;

export class LineSplitter {
  readonly #limit: number;
  /** The start of a line whose newline has not come yet. */
  readonly #held: BoundedBuffer;
  /** Whether the rest of the current line is discarded. */
  #skipping = false;

  /** `maxBytes` is the largest line, in octets, without its end. */
  constructor(maxBytes: number) {
    this.#limit = maxBytes;
    // One more octet, which may be the carriage return.
    this.#held = new BoundedBuffer(maxBytes + 1);
  }

  /** The frames that end, or become too large, in this chunk; read all of them before the next call. */
  *push(chunk: Uint8Array): Generator<Frame, void> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield* this.#endLine(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) yield* this.#hold(chunk.subarray(start));
  }

  /** The last line, if the stream ended without its newline. */
  *end(): Generator<Frame, void> {
    if (this.#held.length > 0) yield* this.#endLine(new Uint8Array(0));
  }

  *#hold(piece: Uint8Array): Generator<Frame, void> {
    if (this.#skipping || this.#held.add(piece)) return;
    this.#held.take();
    this.#skipping = true;
    yield { kind: 'unreadable', problem: 'too-large' };
  }

  *#endLine(rest: Uint8Array): Generator<Frame, void> {
    if (this.#held.length > 0) yield* this.#hold(rest);
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    // The usual line lies in one chunk, and is not copied.
    const line = withoutReturn(this.#held.length > 0 ? this.#held.take() : rest);
    if (line.length > this.#limit) yield { kind: 'unreadable', problem: 'too-large' };
    else if (!isBlank(line)) yield toFrame(line);
  }
}

function toFrame(line: Uint8Array): Frame {
  const text = decodeUtf8(line);
  return text === undefined ? { kind: 'unreadable', problem: 'not-utf-8' } : { kind: 'text', text };
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
}

function isBlank(line: Uint8Array): boolean {
  return line.every((octet) => octet === 0x20 || octet === 0x09 || octet === carriageReturn);
}
