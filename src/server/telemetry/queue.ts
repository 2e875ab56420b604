/**
 * What waits to be sent to a collector: bounded, and given up rather than waited for. Nobody waits for it but who ends the process.
 */

/** How a batch is handed over; `done` says why it was not taken. */
export type Export<Item> = (items: Item[], done: (error: Error | undefined) => void) => void;

/** The most that wait, and the most that are sent together. */
export const mostWaiting = 2048;
const mostTogether = 512;
/** Milliseconds after the first item when a batch is sent that is not full. */
const gathering = 1000;

export class TelemetryQueue<Item> {
  readonly #export: Export<Item>;
  #waiting: Item[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #dropped = 0;
  #problem: string | undefined;

  constructor(send: Export<Item>) {
    this.#export = send;
  }

  /** Items that found no room, or were not taken. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Why the last batch was not taken; undefined after one that was. */
  get problem(): string | undefined {
    return this.#problem;
  }

  add(item: Item): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#dropped++;
      return;
    }
    this.#waiting.push(item);
    if (this.#waiting.length >= mostTogether) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), gathering).unref();
  }

  /** Sends what waits; done when that is taken or given up. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#sending !== undefined) {
      this.#send();
      await this.#sending;
    }
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending !== undefined || this.#waiting.length === 0) return;
    const items = this.#waiting.splice(0, mostTogether);
    this.#sending = this.#handOver(items).then((problem) => {
      this.#sending = undefined;
      this.#problem = problem;
      if (problem !== undefined) this.#dropped += items.length;
      if (this.#waiting.length >= mostTogether) this.#send();
      else if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#send(), gathering).unref();
    });
  }

  #handOver(items: Item[]): Promise<string | undefined> {
    return new Promise((resolve) => {
      try {
        this.#export(items, (error) => resolve(error?.message));
      } catch (error) {
        resolve(error instanceof Error ? error.message : String(error));
      }
    });
  }
}
