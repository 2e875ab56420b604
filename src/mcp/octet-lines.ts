/**
 * A stream of octets → its lines, octet for octet and with their ends, because the proxy passes lines
 * unchanged. A line over the limit is not kept: it comes in parts, as it arrives. This file does not read
 * the content of a line.
 */
import { BoundedBuffer } from '../server/lines/bounded-buffer.ts';

export type LinePiece =
  /** A line with its newline; the last one of a stream may have none. */
  | { readonly whole: true; readonly octets: Uint8Array }
  /** A part of a line over the limit. */
  | { readonly whole: false; readonly octets: Uint8Array; readonly first: boolean; readonly last: boolean };

const newline = 0x0a;

export class OctetLines {
  /** The start of a line whose newline has not come yet. */
  readonly #held: BoundedBuffer;
  /** Whether the current line is over the limit. */
  #long = false;

  /** `maxBytes` is the longest line that is kept as a whole, in octets, with its end. */
  constructor(maxBytes: number) {
    this.#held = new BoundedBuffer(maxBytes);
  }

  /** The pieces that are complete with this chunk; read all of them before the next call. */
  *push(chunk: Uint8Array): Generator<LinePiece, void> {
    let start = 0;
    while (start < chunk.length) {
      const end = chunk.indexOf(newline, start) + 1;
      yield* this.#take(chunk.subarray(start, end === 0 ? chunk.length : end), end > 0);
      start = end === 0 ? chunk.length : end;
    }
  }

  /** The last line, if the stream ended without its newline. */
  *end(): Generator<LinePiece, void> {
    if (this.#held.length > 0) yield { whole: true, octets: this.#held.take() };
    if (this.#long) yield { whole: false, octets: new Uint8Array(0), first: false, last: true };
    this.#long = false;
  }

  *#take(octets: Uint8Array, last: boolean): Generator<LinePiece, void> {
    if (this.#long) {
      this.#long = !last;
      yield { whole: false, octets, first: false, last };
      return;
    }
    if (this.#held.add(octets)) {
      if (last) yield { whole: true, octets: this.#held.take() };
      return;
    }
    const before = this.#held.take();
    this.#long = !last;
    if (before.length > 0) yield { whole: false, octets: before, first: true, last: false };
    yield { whole: false, octets, first: before.length === 0, last };
  }
}
