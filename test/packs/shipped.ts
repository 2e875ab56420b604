/** The policies that come with bylaw, read once for all tests of a worker: reading them takes most of a second. */
import { resolve } from 'node:path';
import type { CheckedBundle } from '../../src/check/tree/checked.ts';
import type { Program } from '../../src/compile/program.ts';
import { loadPolicies } from '../../src/host/load/load.ts';

export type Profile = 'default' | 'strict';

/** Where each profile is, from the root of the project. */
export const folders: Readonly<Record<Profile, string>> = { default: 'policies', strict: 'policies/strict' };

interface Shipped {
  readonly bundle: CheckedBundle;
  readonly program: Program;
}

const read = new Map<Profile, Shipped>();

/** Without their tests run, and without the lints. Throws where they are not valid. */
export function shipped(profile: Profile = 'default'): Shipped {
  const known = read.get(profile);
  if (known !== undefined) return known;
  const paths = [resolve(folders[profile])];
  const { bundle, program, diagnostics } = loadPolicies(paths, '.', { runsTests: false, lints: false });
  if (bundle === undefined || program === undefined)
    throw new Error(`the ${profile} profile does not load: ${diagnostics[0]?.message}`);
  read.set(profile, { bundle, program });
  return { bundle, program };
}
