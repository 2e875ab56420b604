/** Whether a file with a secret is one for its owner alone, as `chmod 600` makes it. */
import { statSync } from 'node:fs';

/** Says that others may read or change a file, with the command that mends it; undefined where only its owner may. */
export function openToOthers(file: string): string | undefined {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  return mode === undefined || (mode & 0o077) === 0
    ? undefined
    : `Others may read or change the token in ${file}: \`chmod 600 ${/^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`}\`.`;
}
