/**
 * Names and what they stand for in a shell: its variables, functions, aliases. A
 * shell that begins like another shares the table of that one until either sets
 * something, since most shells set nothing, and every part of a pipeline is one.
 */

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

export class SharedTable<Value> {
  #values: ReadonlyMap<string, Value> = nothing;
  /** Set where nobody else has the same map, so that it can be written to. */
  #own: Map<string, Value> | undefined;

  /** A table that begins like this one: what is set in either of them stays there. */
  fork(): SharedTable<Value> {
    const table = new SharedTable<Value>();
    table.#values = this.#values;
    this.#own = undefined;
    return table;
  }

  get size(): number {
    return this.#values.size;
  }

  /** Whether nothing was set in one that is not in the other too. */
  isSame(other: SharedTable<Value>): boolean {
    return this.#values === other.#values;
  }

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  set(name: string, value: Value): void {
    this.#written().set(name, value);
  }

  delete(name: string): void {
    if (this.#values.has(name)) this.#written().delete(name);
  }

  clear(): void {
    if (this.size === 0) return;
    this.#own = new Map();
    this.#values = this.#own;
  }

  /** The names that are set now, in the order in which they were first set; what is set later is not among them where the table is shared. */
  keys(): MapIterator<string> {
    return this.#values.keys();
  }

  values(): MapIterator<Value> {
    return this.#values.values();
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.#values.entries();
  }

  #written(): Map<string, Value> {
    if (this.#own === undefined) {
      this.#own = new Map(this.#values);
      this.#values = this.#own;
    }
    return this.#own;
  }
}
