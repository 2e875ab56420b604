/** Runs tasks with the same keys one after the other, in the order of the requests. */
export class InTurn {
  /** For each key, the end of the last task with that key. */
  readonly #ends = new Map<string, Promise<void>>();

  /** Each waits only for earlier ones, so there is no deadlock. */
  async run<Result>(keys: readonly string[], action: () => Promise<Result>): Promise<Result> {
    const earlier = keys.map((key) => this.#ends.get(key));
    let end = (): void => {};
    const own = new Promise<void>((resolve) => {
      end = resolve;
    });
    for (const key of keys) this.#ends.set(key, own);
    await Promise.all(earlier);
    try {
      return await action();
    } finally {
      for (const key of keys) if (this.#ends.get(key) === own) this.#ends.delete(key);
      end();
    }
  }
}
