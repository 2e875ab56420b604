/** Where the files of this package are: those that are read as files, and that no module imports. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/**
 * The folder of the package: the nearest one above this module that has a `package.json`. The module
 * is in `src/host` as a source, and in `dist` as part of a bundle.
 */
function packageFolder(): string {
  if (found !== undefined) return found;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  found = folder;
  return folder;
}

/** A file of the package, by its path in it, with slashes. */
export const packageFile = (path: string): string => join(packageFolder(), ...path.split('/'));
