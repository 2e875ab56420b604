/**
 * Sessions with slow calls, although their messages are short: a script of a few hundred characters may do
 * more than most of a megabyte. That is not known before, so the first two such calls delay others. One
 * slow call is not enough: it may be slow because it is the first of its kind.
 */
import type { Event } from '../../facts/event/event.ts';
import { sessionNameOf } from './turns.ts';

/** Milliseconds from which a call counts as slow, and for which its session is kept. */
const long = 50;
const remembered = 5 * 60 * 1000;
const mostSessions = 32;

export class SlowSessions {
  readonly #now: () => number;
  /** Ids as they are written in messages, how often and until when; the latest last. */
  readonly #known = new Map<string, { readonly times: number; readonly until: number }>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records the milliseconds of a call. */
  took(event: Event, milliseconds: number): void {
    if (milliseconds < long) return;
    const { id, word } = sessionNameOf(event);
    if (id === undefined || id !== word) return;
    const times = (this.#known.get(id)?.times ?? 0) + 1;
    this.#known.delete(id);
    this.#known.set(id, { times, until: this.#now() + remembered });
    const [first] = this.#known.keys();
    if (this.#known.size > mostSessions && first !== undefined) this.#known.delete(first);
  }

  /** Whether a message may belong to such a session. */
  has(text: string): boolean {
    for (const [id, { times, until }] of this.#known) {
      if (until < this.#now()) this.#known.delete(id);
      else if (times > 1 && names(text, id)) return true;
    }
    return false;
  }
}

/** The message of a hook contains the payload as a text. */
const names = (text: string, id: string): boolean => text.includes(`"${id}"`) || text.includes(`\\"${id}\\"`);
