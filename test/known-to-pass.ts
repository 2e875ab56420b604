/**
 * What runs before each file of tests, and does something before the first of a worker: the shipped policies are known to pass
 * their own tests, as they are to whoever has bylaw installed. The build has run these, and `policies.test.ts` runs them by the
 * sources. Otherwise every worker that loads the shipped policies would run them once more, which takes seconds.
 */
import { readFileSync } from 'node:fs';

const list = new URL('../dist/tested-policies.txt', import.meta.url);
const worker: { bylawKnows?: true } = globalThis as object;

if (worker.bylawKnows === undefined) {
  worker.bylawKnows = true;
  const { notePassing } = await import('../src/host/load/tested-files.ts');
  for (const digest of known()) notePassing(digest);
}

/** Nothing before the first build. */
function known(): readonly string[] {
  try {
    return readFileSync(list, 'latin1').trim().split('\n');
  } catch {
    return [];
  }
}
