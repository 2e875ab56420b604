/**
 * The order of calls if other threads decide some of them. A call waits for the earlier calls of its own
 * session, and for no others: clients with separate memories have no session in common. The session of a
 * message is not known before it is read: until then it counts for every session that its text names.
 */
import type { Awaitable } from '../../engine/awaitable.ts';
import type { Asked, DecisionPoint } from '../../engine/engine.ts';
import { type Client, keeperOf } from '../../facts/event/client.ts';
import type { Event } from '../../facts/event/event.ts';
import { ownUser } from '../../host/machine/own-user.ts';

/** The session of an event, for the order of calls. Without an id it may be any session. */
export interface SessionName {
  readonly id: string | undefined;
  /** A text that every message of the session has in it; undefined if there is none. */
  readonly word: string | undefined;
}

/** A call, or a message with calls, from its arrival to its answer. */
export interface Turn {
  /** Resolves when all earlier calls of the session are decided. The turn belongs to that session from now on. */
  of(session: SessionName): Promise<unknown>;
  /** The call is decided. */
  end(): void;
}

export function sessionNameOf({ session, raw }: Event): SessionName {
  if (session === undefined) return { id: undefined, word: undefined };
  const { id } = session;
  const named = raw.session;
  // A value that was made from another one is in no message.
  const isMade = typeof named === 'object' && named !== null && 'synthesized' in named;
  return { id, word: isMade ? undefined : plainWord(id) };
}

/** The longest part of an id that every JSON writer writes in the same way. */
function plainWord(id: string): string | undefined {
  const words = id.match(/[\w.:-]+/g) ?? [];
  return words.reduce<string | undefined>(
    (longest, word) => (longest !== undefined && longest.length >= word.length ? longest : word),
    undefined,
  );
}

export class Turns {
  /** In the order of arrival. */
  readonly #open = new Set<OpenTurn>();
  /** The messages that other threads decide. */
  #large = 0;

  /** Begins the turn of a message that another thread decides. */
  begin(text: string, client: Client | undefined): Turn {
    this.#large++;
    return this.#begin(text, undefined, client);
  }

  /** The decision point, with its calls in their turn. */
  orderly(point: DecisionPoint): DecisionPoint {
    return {
      decide: (event, asked) => this.#inTurn(event, asked, () => point.decide(event, asked)),
      observe: (event, asked) => this.#inTurn(event, asked, () => point.observe(event, asked)),
    };
  }

  /** The decision point, with its calls in a turn that has begun. */
  within(turn: Turn, point: DecisionPoint): DecisionPoint {
    return {
      decide: (event, asked) => turn.of(sessionNameOf(event)).then(() => point.decide(event, asked)),
      observe: (event, asked) => turn.of(sessionNameOf(event)).then(() => point.observe(event, asked)),
    };
  }

  #begin(text: string, event: Event | undefined, client: Client | undefined): OpenTurn {
    const turn = new OpenTurn(text, event, keeperOf(client, ownUser()), this.#open, () => {
      if (this.#open.delete(turn) && event === undefined) this.#large--;
    });
    this.#open.add(turn);
    return turn;
  }

  /** If no other thread has a message, a call is decided at once: such calls keep their order by themselves. */
  #inTurn<Value>(event: Event, asked: Asked | undefined, act: () => Awaitable<Value>): Awaitable<Value> {
    const isFree = this.#large === 0;
    const now = isFree ? act() : undefined;
    if (isFree && !(now instanceof Promise)) return now as Value;
    const turn = this.#begin('', event, asked?.client);
    const done = now instanceof Promise ? now : turn.of(sessionNameOf(event)).then(act);
    const end = (): void => turn.end();
    done.then(end, end);
    return done;
  }
}

class OpenTurn implements Turn {
  readonly #text: string;
  readonly #keeper: string | undefined;
  readonly #open: Iterable<OpenTurn>;
  readonly #left: () => void;
  #event: Event | undefined;
  #session: SessionName | undefined;
  #ended: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  constructor(
    text: string,
    event: Event | undefined,
    keeper: string | undefined,
    open: Iterable<OpenTurn>,
    left: () => void,
  ) {
    this.#event = event;
    this.#text = text;
    this.#keeper = keeper;
    this.#open = open;
    this.#left = left;
  }

  of(session: SessionName): Promise<unknown> {
    this.#session = session;
    const before: Promise<void>[] = [];
    for (const other of this.#open) {
      if (other === this) break;
      if (other.#keeper === this.#keeper && other.#mayBeOf(session)) before.push(other.#whenEnded());
    }
    return Promise.all(before);
  }

  end(): void {
    this.#left();
    this.#ended?.resolve();
  }

  #mayBeOf({ id, word }: SessionName): boolean {
    if (this.#event !== undefined) this.#session = sessionNameOf(this.#event);
    this.#event = undefined;
    if (this.#session !== undefined) return this.#session.id === id;
    return word === undefined || this.#text.includes(word);
  }

  #whenEnded(): Promise<void> {
    if (this.#ended === undefined) {
      let resolve = (): void => {};
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      this.#ended = { promise, resolve };
    }
    return this.#ended.promise;
  }
}
