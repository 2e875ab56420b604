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
  /** Those that wait, in the order in which they are due; equal times in the order of arrival. */
  readonly #sorted: Entry<Item>[] = [];
  /** For each process with waiting items: how many, and when the last one is due. */
  readonly #waiting = new Map<string, { count: number; due: number }>();
  #weight = 0;
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
    this.#insert({ item, process, due, weight });
    this.#weight += weight;
    const ready: Item[] = [];
    const { items, weight: most } = this.#most;
    while (this.#sorted.length > items || (this.#weight > most && this.#sorted.length > 1))
      ready.push(this.#next());
    return ready;
  }

  /** All items that still wait, in order. */
  end(): Item[] {
    const rest: Item[] = [];
    while (this.#sorted.length > 0) rest.push(this.#next());
    return rest;
  }

  #next(): Item {
    const first = this.#sorted.shift();
    if (first === undefined) throw new Error('nothing waits');
    const { item, process, due, weight } = first;
    this.#weight -= weight;
    this.#passed = Math.max(this.#passed, due);
    const own = this.#waiting.get(process);
    if (own !== undefined && own.count > 1) own.count--;
    else this.#waiting.delete(process);
    return item;
  }

  /** Most items come in order: the place is looked for from the end. */
  #insert(entry: Entry<Item>): void {
    this.#sorted.splice(this.#sorted.findLastIndex((each) => each.due <= entry.due) + 1, 0, entry);
  }
}
