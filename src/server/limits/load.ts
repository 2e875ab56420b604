/**
 * The load of a server, and its limit. Beyond the limit, messages are refused at once and not queued: an
 * agent cannot use an answer that comes too late, and a queue takes memory. A refusal is no decision; a
 * harness that gets one must not let the call run.
 */
import { type Awaitable, whenThere } from '../../engine/awaitable.ts';
import { encodeError } from '../../protocol/encode.ts';
import { backendUnavailable } from '../../protocol/error.ts';
import type { Handler, Reply } from '../../protocol/handle.ts';
import { isJsonObject, own, readJson } from '../../protocol/json.ts';
import type { Limits } from './limits.ts';

type Bounds = Pick<Limits, 'maxAnswering' | 'maxAnsweringEach' | 'maxReadingBytes'>;

export class Load {
  readonly #limits: Bounds;
  #answering = 0;
  /** By connection, where it may send messages without waiting for answers. */
  readonly #answeringEach = new WeakMap<object, number>();
  #readingBytes = 0;
  #refused = 0;

  constructor(limits: Bounds) {
    this.#limits = limits;
  }

  /** Messages that are being decided, or wait for their record. */
  get answering(): number {
    return this.#answering;
  }

  /** Messages that were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Reserves room for a body of so many octets; false if there is none. After `true` call `endReading`. */
  beginReading(bytes: number): boolean {
    if (this.#readingBytes + bytes > this.#limits.maxReadingBytes) return this.#refuse();
    this.#readingBytes += bytes;
    return true;
  }

  endReading(bytes: number): void {
    this.#readingBytes -= bytes;
  }

  /**
   * Accepts a message if there are not too many, and returns the result of `answer`.
   * @param connection that it came on, where not all connections wait for an answer before they ask again
   */
  take(answer: () => Awaitable<Reply>, connection?: object): Awaitable<Reply> {
    const { maxAnswering, maxAnsweringEach } = this.#limits;
    if (this.#answering >= maxAnswering || this.#of(connection) >= maxAnsweringEach) {
      this.#refuse();
      return { kind: 'busy' };
    }
    const reply = answer();
    // A message that is already answered does not count.
    if (!(reply instanceof Promise)) return this.#counted(reply);
    this.#count(1, connection);
    return reply.then(
      (late) => {
        this.#count(-1, connection);
        return this.#counted(late);
      },
      (error) => {
        this.#count(-1, connection);
        throw error;
      },
    );
  }

  #of(connection: object | undefined): number {
    return connection === undefined ? 0 : (this.#answeringEach.get(connection) ?? 0);
  }

  #count(more: 1 | -1, connection: object | undefined): void {
    this.#answering += more;
    if (connection !== undefined) this.#answeringEach.set(connection, this.#of(connection) + more);
  }

  /** The process that was asked may be too busy as well. */
  #counted(reply: Reply): Reply {
    if (reply.kind === 'busy') this.#refuse();
    return reply;
  }

  #refuse(): false {
    this.#refused += 1;
    return false;
  }
}

/** A handler that refuses messages beyond the limit with an error of the protocol; for transports without statuses. */
export function refusingHandler(handler: Handler, load: Load): Handler {
  return {
    handle: (text, client) =>
      whenThere(
        load.take(() => handler.handle(text, client)),
        (reply) => (reply.kind === 'busy' ? refusal(text) : reply),
      ),
  };
}

/** The error to a request; nothing for a notification, and an error without an id to what is neither. */
function refusal(text: string): Reply {
  const reading = readJson(text);
  const message = reading.ok || reading.problem !== 'syntax' ? reading.value : undefined;
  if (!isJsonObject(message)) return { kind: 'malformed', body: encodeError(null, backendUnavailable) };
  const id = own(message, 'id');
  if (id === undefined) return { kind: 'refused', error: backendUnavailable };
  const isId = typeof id === 'string' || Number.isSafeInteger(id);
  return isId
    ? { kind: 'answer', body: encodeError(id as string | number, backendUnavailable) }
    : { kind: 'malformed', body: encodeError(null, backendUnavailable) };
}
