/**
 * What has been found out about a few texts that come again and again, such as the
 * names of tools. Some of them are sent by whoever calls, so there is a bound: at
 * it everything is forgotten, and what is still in use is found out once more.
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
