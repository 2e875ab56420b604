/**
 * What several processes say of one thing that happened to all of them, said once. What a
 * process says again is another thing that happened.
 */

/** Milliseconds in which what happened to one process is seen by all: they look at policies once a second. */
const sameTime = 30_000;

interface Said {
  readonly at: number;
  /** Those that have said it. */
  readonly by: Set<number>;
}

export class SaidOnce {
  readonly #said = new Map<string, Said>();

  /** Whether a text is to be passed on that a process says at a time in milliseconds. */
  isNew(text: string, by: number, at: number): boolean {
    for (const [other, said] of this.#said) if (at - said.at > sameTime) this.#said.delete(other);
    const said = this.#said.get(text);
    if (said !== undefined && !said.by.has(by)) {
      said.by.add(by);
      return false;
    }
    this.#said.set(text, { at, by: new Set([by]) });
    return true;
  }
}
