// Runs the tests of the shipped policies, by the engine that was built, and records of which files they
// pass: after an installation they need not run again. A file that fails is left out, and the failure is
// reported when it is loaded.
import { join } from 'node:path';
import { builtProgram } from './built-program.mjs';
import { root } from './root.mjs';

/** @returns {Promise<Record<string, string>>} */
export async function testShippedPolicies() {
  const { recordOf } = await builtProgram().reading();
  return { 'dist/tested-policies.txt': recordOf(['policies', join('policies', 'strict')], root) };
}
