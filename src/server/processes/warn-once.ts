/**
 * Shows a message of several processes once. When all processes of a group notice the same event, each reports it; a
 * process that repeats its message has noticed a new event.
 */

/** Milliseconds in which all processes notice the same event: they look at policies once a second. */
const sameEventTime = 30_000;

interface Shown {
  readonly at: number;
  /** The processes that have reported it. */
  readonly by: Set<number>;
}

export class WarnOnce {
  readonly #shown = new Map<string, Shown>();

  /** Whether to show a text; `by`: the process that reports it, `at`: the time in milliseconds. */
  isNew(text: string, by: number, at: number): boolean {
    for (const [other, shown] of this.#shown) if (at - shown.at > sameEventTime) this.#shown.delete(other);
    const shown = this.#shown.get(text);
    if (shown !== undefined && !shown.by.has(by)) {
      shown.by.add(by);
      return false;
    }
    this.#shown.set(text, { at, by: new Set([by]) });
    return true;
  }
}
