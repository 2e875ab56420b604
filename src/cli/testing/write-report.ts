/** Writes a report to a file; its folder is made where it is not there. */
import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeError } from '../../host/policy-files/policy-files.ts';
import { makeFolder } from '../../store/make-folder.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';

/** Writes a whole file. Throws `UsageError` where that cannot be done. */
export function writeReport(file: string, text: string, { cwd }: Pick<CommandContext, 'cwd'>): void {
  const path = resolve(cwd, file);
  try {
    makeFolder(dirname(path));
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`the report \`${file}\` cannot be written: ${describeError(error)}`);
  }
}
