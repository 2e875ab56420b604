/** Replaces a small file of its owner: a reader sees all of the old text or all of the new one. */
import { chmodSync, chownSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';

/** Puts a text in the place of a file, which keeps its mode and owner; a new one is for its owner alone. */
export function writeWhole(path: string, text: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  const real = stats === undefined ? path : realpathSync(path);
  const partial = join(dirname(real), `.${basename(real)}.bylaw-${process.pid}`);
  rmSync(partial, { force: true });
  try {
    writeFileSync(partial, text, { flag: 'wx', mode: 0o600 });
    if (stats !== undefined) {
      if (process.getuid?.() === 0) chownSync(partial, stats.uid, stats.gid);
      chmodSync(partial, stats.mode & 0o7777);
    }
    renameSync(partial, real);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
