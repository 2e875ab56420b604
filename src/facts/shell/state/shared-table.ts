/**
 * A table of names and their values in a shell: its variables, functions or aliases. A forked shell shares the
 * table until either side sets something. Most shells set nothing, and every part of a pipeline is a shell, so
 * this saves most of the copies.
 */

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

/** Names with values, which forks share until one side sets something. */
export class SharedTable<Value> {
  #values: ReadonlyMap<string, Value> = nothing;
  /** Set once this table has a map that no other table shares, so that it can write to it. */
  #own: Map<string, Value> | undefined;

  /** Gives a table with the same content. Later changes of one do not show in the other. */
  fork(): SharedTable<Value> {
    const table = new SharedTable<Value>();
    table.#values = this.#values;
    this.#own = undefined;
    return table;
  }

  get size(): number {
    return this.#values.size;
  }

  /** Whether both share one table, so that neither has set anything since the fork. */
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

  /**
   * The names that are set now, in the order in which they were first set. Names that are set during the
   * iteration do not appear if the map is shared.
   */
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
