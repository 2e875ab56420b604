/** Which log a command is about: a folder, one file of it, or the one that `bylaw serve` keeps. */
import { join, resolve } from 'node:path';
import { userStateFolder } from '../../host/machine/user-folders.ts';
import { suggestion } from '../../language/words.ts';
import { type LogFile, logFiles } from '../../store/decision-log/read-log.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';

export interface LogPlace {
  /** As it is shown. */
  readonly name: string;
  readonly path: string;
  readonly files: readonly LogFile[];
}

/** Finds the files of a log. Throws `UsageError` where there is none. */
export function logPlace(named: string | undefined, { cwd, env }: CommandContext): LogPlace {
  const path = named === undefined ? join(userStateFolder(env), 'decisions') : resolve(cwd, named);
  const name = named ?? path;
  let files: readonly LogFile[];
  try {
    files = logFiles(path);
  } catch {
    throw new UsageError(
      named === undefined
        ? `there is no decision log in \`${path}\`, where \`bylaw serve\` keeps it; hooks without a server keep one from their first call on, and only with \`--log default\`; name another folder: \`bylaw log DIR\``
        : `there is no folder or file \`${named}\`${misspelt(named)}`,
    );
  }
  if (files.length === 0)
    throw new UsageError(`there is no file \`decisions-….ndjson\` in \`${name}\`, so no decision log`);
  return { name, path, files };
}

const subcommands = ['tail', 'verify', 'stats', 'export', 'ship'];

/** Without a subcommand the first word is a folder, and so is a slip of the hand in a subcommand. */
function misspelt(named: string): string {
  const near = suggestion(named, subcommands);
  return near === undefined ? '' : `; ${near}`;
}
