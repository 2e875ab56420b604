/**
 * Sessions whose calls took long, however short they are: a script of a few hundred characters may do more than most of a
 * megabyte. Nobody can tell before, so that the first two of such calls hold up others. One says little: a call may be slow
 * because it is the first of its sort.
 */
import type { Event } from '../facts/event.ts';
import { sessionNameOf } from './turns.ts';

/** Milliseconds that a call takes long from, and for which its session is remembered. */
const long = 50;
const remembered = 5 * 60 * 1000;
const mostSessions = 32;

export class SlowSessions {
  readonly #now: () => number;
  /** Ids as they stand in any message, how often and until when; the latest last. */
  readonly #known = new Map<string, { readonly times: number; readonly until: number }>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A call has taken so many milliseconds. */
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

  /** Whether a message may be of such a session. */
  has(text: string): boolean {
    for (const [id, { times, until }] of this.#known) {
      if (until < this.#now()) this.#known.delete(id);
      else if (times > 1 && names(text, id)) return true;
    }
    return false;
  }
}

/** What a hook passes on is a text in a text. */
const names = (text: string, id: string): boolean => text.includes(`"${id}"`) || text.includes(`\\"${id}\\"`);
