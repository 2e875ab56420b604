/** Whether a file with a secret is one for its owner alone, as `chmod 600` makes it. */
import { statSync } from 'node:fs';

/** A sentence about a file that others may read or change, and the command that mends it; undefined where none may. */
export function openToOthers(file: string): string | undefined {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  return mode === undefined || (mode & 0o077) === 0
    ? undefined
    : `Others may read or change the token in ${file}: \`chmod 600 ${/^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`}\`.`;
}
