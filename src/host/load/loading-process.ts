/** What a process does that reads policies for another one: see `load-apart.ts`. */
import { resolve } from 'node:path';
import { packPolicies } from '../policy-cache/packed-policies.ts';
import { cacheEntry, keepEntry, newEntry } from '../policy-cache/policy-cache.ts';
import { readSource } from '../policy-files/read-source.ts';
import { wholePlace } from '../policy-files/whole-place.ts';
import { loadPolicies } from './load.ts';
import { ends, type Order, type Refusal } from './load-apart.ts';
import { loadFresh } from './load-fresh.ts';
import { passingHere } from './tested-files.ts';

// The hook reads policies itself with the same module, where it has no server and nothing is kept.
export { loadFresh, readSource, wholePlace };

/** Carries out an order, and gives the exit code: one of `ends`. */
export function readForAnother({ named, cwd, build, keeps }: Order): number {
  const { problems, content, loaded } = loadFresh(named, cwd);
  if (content === undefined) {
    const refusal: Refusal = { problems, root: loaded.root };
    process.stdout.write(JSON.stringify(refusal));
    return ends.problems;
  }
  const packed = packPolicies(content.bundle);
  if (keeps) {
    const key = { paths: named.map((path) => resolve(cwd, path)), build, env: process.env };
    const entry = cacheEntry(key, content, packed);
    if (entry !== undefined) keepEntry(key, entry);
  }
  for (const part of newEntry(build, content, packed)) process.stdout.write(part);
  return ends.handed;
}

/** Runs the tests of policies; gives what the build records of those that pass. */
export function recordOf(paths: readonly string[], cwd: string): string {
  loadPolicies(paths, cwd);
  return passingHere();
}
