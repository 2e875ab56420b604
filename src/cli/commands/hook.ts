/** `bylaw hook` in the list of commands; `launch.ts` runs it, with nothing else loaded. */
import { harnessIds } from '../../adapters/harnesses.ts';
import { hookHelp } from '../../hook/help.ts';
import { type CliCommand, UsageError } from '../terminal/context.ts';

export const hook: CliCommand = {
  name: 'hook',
  summary: 'what a harness runs before each call; see `bylaw init`',
  help: hookHelp,
  options: {},
  operands: harnessIds,
  async run() {
    throw new UsageError('`bylaw hook` is run by the command itself, not by this part of it');
  },
};
