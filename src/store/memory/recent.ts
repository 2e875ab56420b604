/**
 * A map that removes the least recently used entries, so that its total weight stays within a limit. A
 * `Map` keeps its keys in order, and each use moves its key to the end, so the first key is the oldest.
 */
export class Recent<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  readonly #most: number;
  #weight = 0;

  /** The largest total weight; the last entry is kept whatever it weighs. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Counts as a use. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** How many others were removed. */
  set(key: string, value: Value, weight: number): number {
    this.#remove(key);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    let gone = 0;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most || oldest === key) break;
      this.#remove(oldest);
      gone++;
    }
    return gone;
  }

  #remove(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
