/**
 * Runs before each file of tests, and acts before the first one of a worker: it records that the shipped
 * policies pass their own tests, as in an installed bylaw. The build has run these tests, and
 * `policies.test.ts` runs them from the sources. Otherwise every worker that loads the shipped policies
 * would run them again, which takes seconds.
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
