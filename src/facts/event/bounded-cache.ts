/**
 * A cache for results about texts that come again and again, such as the names of tools. It has a bound, because clients
 * choose some of these texts: when the cache is full, it is emptied, and what is still needed is computed again.
 */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** The key is copied: a text may be a part of a long one, and would keep that in memory. */
  set(key: string, value: Value): void {
    if (this.#values.size >= this.#most) this.#values.clear();
    this.#values.set(`${key} `.slice(0, -1), value);
  }
}
