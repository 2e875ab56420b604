/**
 * Policies checked once when they are installed, and kept in the form that the
 * hook reads: for this user, so that the first call need not wait, or beside the
 * policies for all users of a machine, who cannot write there.
 */
import { type FreshPolicies, loadFresh } from '../host/load/load-fresh.ts';
import { installedBuild } from '../host/machine/installed-build.ts';
import { NoSuchPath } from '../host/machine/no-such-path.ts';
import { type CacheKey, readPolicyCache, writePolicyCache } from '../host/policy-cache/policy-cache.ts';

/** Reads, checks and tests a folder of policies as the hook does. Undefined where it is not there. */
export function checkPolicies(folder: string): FreshPolicies | undefined {
  try {
    return loadFresh([folder]);
  } catch (error) {
    if (error instanceof NoSuchPath) return undefined;
    throw error;
  }
}

/** Keeps checked policies for the hook, where it would not find them kept already. Where they cannot be kept, that only costs time. */
export function keepCompiled(
  folder: string,
  { content }: FreshPolicies,
  env: CacheKey['env'],
  shared: boolean,
): void {
  const build = installedBuild();
  if (build === undefined || content === undefined) return;
  const key = { paths: [folder], build, env };
  // To look takes a tenth of the time that it takes to make the form that is kept.
  if (shared || readPolicyCache(key) === undefined) writePolicyCache(key, content, shared);
}
