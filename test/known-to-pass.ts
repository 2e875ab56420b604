/**
 * What runs before each file of tests: the shipped policies are known to pass their own tests, as they are to whoever
 * has bylaw installed. The build has run these, and `policies.test.ts` runs them by the sources. Otherwise every worker
 * that loads the shipped policies would run them once more, which takes seconds.
 */
import { readFileSync } from 'node:fs';
import { packageFile } from '../src/host/package-files.ts';
import { notePassing } from '../src/host/tested-files.ts';

for (const digest of known()) notePassing(digest);

/** Nothing before the first build. */
function known(): readonly string[] {
  try {
    return readFileSync(packageFile('dist/tested-policies.txt'), 'latin1').trim().split('\n');
  } catch {
    return [];
  }
}
