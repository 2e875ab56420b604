/**
 * Octets that arrive in pieces, gathered up to a bound. A single piece, the usual
 * case, is kept as it is. Several are copied together: keeping them would let a
 * client that sends single octets hold a whole read buffer with each.
 */
export class BoundedBuffer {
  readonly #limit: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many octets are held. */
  get length(): number {
    return this.#length;
  }

  /** Adds a piece; false, with nothing added, when the sum would be over the limit. */
  add(piece: Uint8Array): boolean {
    const length = this.#length + piece.length;
    if (length > this.#limit) return false;
    if (this.#length === 0) {
      // Full to its end: another piece makes it grow, so nothing is written into the buffer of the caller.
      this.#bytes = piece;
      this.#length = length;
      return true;
    }
    if (length > this.#bytes.length) this.#grow(length);
    this.#bytes.set(piece, this.#length);
    this.#length = length;
    return true;
  }

  /** Returns the octets and empties the buffer; its memory now belongs to the caller. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    return taken;
  }

  #grow(length: number): void {
    const doubled = Math.max(length, 2 * this.#bytes.length, 1024);
    const bytes = new Uint8Array(Math.min(doubled, this.#limit));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }
}
