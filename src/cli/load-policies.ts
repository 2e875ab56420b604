/** Policies as they stand, with whatever is wrong with them, for commands that say it. */
import { type LoadedPolicies, loadPolicies } from '../host/load.ts';
import { NoSuchPath } from '../host/no-such-path.ts';
import { type CommandContext, UsageError } from './context.ts';

/** Reads policies anew; a path that is not there is a matter of usage. */
export function load(context: CommandContext, paths: readonly string[]): LoadedPolicies {
  try {
    return loadPolicies(paths, context.cwd, { runsTests: false });
  } catch (error) {
    if (error instanceof NoSuchPath) throw new UsageError(error.message);
    throw error;
  }
}
