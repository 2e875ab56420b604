/** What is at a path that the command line names. One that may not be looked at is a mistake of usage, and nothing fails. */
import { type Stats, statSync } from 'node:fs';
import { describeError } from '../../host/policy-files/policy-files.ts';
import { UsageError } from '../terminal/context.ts';

/** Undefined where nothing is. `shown`: the path as it was given. Throws `UsageError`. */
export function statsAt(path: string, shown: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UsageError(`\`${shown}\` cannot be looked at: ${describeError(error)}`);
  }
}
