/** What is wrong with the settings of a server, all of it at once: each part is tried, whatever is wrong with those before. */
import type { OpenConfigFile } from '../../host/config/config-file.ts';
import { UsageError } from '../terminal/context.ts';
import { InvalidConfig } from './invalid-config.ts';

export class Mistakes {
  /** Mistakes that are not in the file, such as those of options; the file keeps its own. */
  readonly #beside = new Set<string>();
  #any = false;

  /** Whether all that was tried so far is right. */
  get none(): boolean {
    return !this.#any;
  }

  /** What `read` gives; undefined if it refuses a setting, which is kept for `end`. Any other error is thrown. */
  tried<Result>(read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      return this.#keep(error);
    }
  }

  async triedLater<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      return this.#keep(error);
    }
  }

  #keep(error: unknown): undefined {
    this.#any = true;
    if (error instanceof UsageError) this.#beside.add(error.message);
    else if (!(error instanceof InvalidConfig)) throw error;
    return undefined;
  }

  /** Throws `InvalidConfig` where the file is wrong, and `UsageError` where only something else is. */
  end(file: OpenConfigFile | undefined): void {
    const beside = [...this.#beside];
    if (file !== undefined && file.problems.length > 0) throw new InvalidConfig(file, beside);
    if (beside.length > 0) throw new UsageError(beside.join('\nbylaw: '));
  }
}
