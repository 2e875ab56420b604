/**
 * A bounded queue of items for a collector. It drops items instead of waiting; only the end of the process
 * waits for it.
 */

/** Sends a batch; `done` gets the reason if it was not accepted. */
export type Export<Item> = (items: Item[], done: (error: Error | undefined) => void) => void;

/** The most items that wait, and the most in a batch. */
export const mostWaiting = 2048;
const mostTogether = 512;
/** Milliseconds after the first item until a batch that is not full is sent. */
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

  /** Items that were dropped, or not accepted. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Why the last batch was not accepted; undefined after a success. */
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

  /** Sends the waiting items; resolves when they are accepted or dropped. */
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
