/**
 * A stream of server-sent events, octets in and events out, by the WHATWG’s
 * rules. One pass; an event that grows over the limit ends the stream.
 */
import { BoundedBuffer } from '../server/lines/bounded-buffer.ts';

export interface ServerSentEvent {
  /** `message` if the server gives none. */
  readonly type: string;
  /** Lines joined by newlines. */
  readonly data: string;
}

/** The stream cannot be read any further. */
export class EventStreamError extends Error {}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class EventStream {
  /** The last id; the server can continue after it. */
  lastId: string | undefined;
  /** Milliseconds to wait before connecting again, if the server says so. */
  retry: number | undefined;
  readonly #limit: number;
  readonly #line: BoundedBuffer;
  #data: string[] = [];
  #dataLength = 0;
  #type = '';
  /** The id becomes the last one when its event is complete. */
  #id: string | undefined;
  #isFirst = true;
  /** Whether the last octet was a carriage return, so that a newline ends no other line. */
  #isAfterReturn = false;

  /** `maxBytes` is for a line, and for the data of an event. */
  constructor(maxBytes: number) {
    this.#limit = maxBytes;
    this.#line = new BoundedBuffer(maxBytes);
  }

  /** The events that are complete with this chunk. Throws `EventStreamError`. */
  *push(chunk: Uint8Array): Generator<ServerSentEvent, void> {
    let start = 0;
    if (this.#isAfterReturn && chunk.length > 0) {
      if (chunk[0] === 0x0a) start = 1;
      this.#isAfterReturn = false;
    }
    for (let at = start; at < chunk.length; at++) {
      if (chunk[at] !== 0x0a && chunk[at] !== 0x0d) continue;
      this.#hold(chunk.subarray(start, at));
      const event = this.#endLine();
      if (event !== undefined) yield event;
      if (chunk[at] === 0x0d) {
        if (at + 1 === chunk.length) this.#isAfterReturn = true;
        else if (chunk[at + 1] === 0x0a) at++;
      }
      start = at + 1;
    }
    this.#hold(chunk.subarray(start));
  }

  #hold(octets: Uint8Array): void {
    if (octets.length > 0 && !this.#line.add(octets)) throw new EventStreamError('an event is too large');
  }

  #endLine(): ServerSentEvent | undefined {
    let line = decode(this.#line.take());
    if (this.#isFirst) line = line.replace(/^\uFEFF/, '');
    this.#isFirst = false;
    if (line === '') return this.#endEvent();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    this.#take(field, colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1));
    return undefined;
  }

  #take(field: string, value: string): void {
    switch (field) {
      case 'data':
        this.#dataLength += value.length + 1;
        if (this.#dataLength > this.#limit) throw new EventStreamError('an event is too large');
        this.#data.push(value);
        break;
      case 'event':
        this.#type = value;
        break;
      case 'id':
        if (!value.includes('\0')) this.#id = value;
        break;
      case 'retry':
        if (/^[0-9]{1,9}$/.test(value)) this.retry = Number(value);
    }
  }

  #endEvent(): ServerSentEvent | undefined {
    if (this.#id !== undefined) this.lastId = this.#id;
    const event = { type: this.#type === '' ? 'message' : this.#type, data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#data = [];
    this.#dataLength = 0;
    this.#type = '';
    return isEmpty ? undefined : event;
  }
}

function decode(octets: Uint8Array): string {
  try {
    return decoder.decode(octets);
  } catch {
    throw new EventStreamError('it is not UTF-8');
  }
}
