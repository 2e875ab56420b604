/** Which build of bylaw is installed: what one build keeps is nothing to another. */
import { readFileSync } from 'node:fs';
import { packageFile } from './package-files.ts';

/** The version with a digest of the code; undefined where nothing has been built. */
export function installedBuild(): string | undefined {
  try {
    return readFileSync(packageFile('dist/build.txt'), 'latin1').trim() || undefined;
  } catch {
    return undefined;
  }
}
