/**
 * Sorts the records of several processes in one file by time. Each process writes its own records in order,
 * so only records of different processes change places. Records with near times are near in the log, so a
 * window is enough. A record that comes too late for the window is passed on at its place, and counted.
 */

interface Entry<Item> {
  readonly item: Item;
  readonly process: string;
  /** Its time, or that of the record of its process before, whichever is later. */
  readonly due: number;
  /** In the order of arrival, which decides between equal times. */
  readonly index: number;
  readonly weight: number;
}

export interface TimeOrderOptions {
  /** Items that wait at most. */
  readonly items?: number;
  /** Their largest total weight; one item may wait whatever it weighs. */
  readonly weight?: number;
}

export class TimeOrder<Item> {
  readonly #most: Required<TimeOrderOptions>;
  /** A heap: no item is due before its parent, which is at `(index - 1) >> 1`. */
  readonly #heap: Entry<Item>[] = [];
  /** For each process with waiting items: how many, and when the last one is due. */
  readonly #waiting = new Map<string, { count: number; due: number }>();
  #weight = 0;
  #arrived = 0;
  #passed = Number.NEGATIVE_INFINITY;
  #late = 0;

  constructor({ items = 4096, weight = 16 * 1024 * 1024 }: TimeOrderOptions = {}) {
    this.#most = { items, weight };
  }

  /** Items that came after later ones had been passed on. */
  get late(): number {
    return this.#late;
  }

  /** Takes an item with its time; returns those that have waited long enough, in order. */
  push(item: Item, process: string, at: number, weight: number): Item[] {
    const own = this.#waiting.get(process) ?? { count: 0, due: at };
    const due = Math.max(at, own.due);
    if (due < this.#passed) this.#late++;
    this.#waiting.set(process, { count: own.count + 1, due });
    this.#insert({ item, process, due, index: this.#arrived++, weight });
    this.#weight += weight;
    const ready: Item[] = [];
    while (
      this.#heap.length > this.#most.items ||
      (this.#weight > this.#most.weight && this.#heap.length > 1)
    )
      ready.push(this.#next());
    return ready;
  }

  /** All items that still wait, in order. */
  end(): Item[] {
    const rest: Item[] = [];
    while (this.#heap.length > 0) rest.push(this.#next());
    return rest;
  }

  #next(): Item {
    const [first] = this.#heap;
    if (first === undefined) throw new Error('nothing waits');
    const { item, process, due, weight } = first;
    this.#removeFirst();
    this.#weight -= weight;
    this.#passed = Math.max(this.#passed, due);
    const own = this.#waiting.get(process);
    if (own !== undefined && own.count > 1) own.count--;
    else this.#waiting.delete(process);
    return item;
  }

  #insert(entry: Entry<Item>): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(entry, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = entry;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      if (left === undefined) break;
      const [child, smaller] =
        right !== undefined && isBefore(right, left)
          ? ([2 * at + 2, right] as const)
          : ([2 * at + 1, left] as const);
      if (!isBefore(smaller, last)) break;
      heap[at] = smaller;
      at = child;
    }
    heap[at] = last;
  }
}

const isBefore = (a: Entry<unknown>, b: Entry<unknown>): boolean =>
  a.due < b.due || (a.due === b.due && a.index < b.index);
