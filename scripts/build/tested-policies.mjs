// Runs the tests of the shipped policies, by the engine that was built, and records of which files they
// pass: after an installation they need not run again. A file that fails is left out, and the failure is
// reported when it is loaded.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/** @returns {Promise<Record<string, string>>} */
export async function testShippedPolicies() {
  const built = pathToFileURL(join(root, 'dist', 'loading-process.js'));
  // A build in the same process may have imported the one before it.
  built.search = readFileSync(join(root, 'dist', 'build.txt'), 'latin1').trim();
  const { recordOf } = await import(built.href);
  return { 'dist/tested-policies.txt': recordOf(['policies', join('policies', 'strict')], root) };
}
