/**
 * Policies checked once when they are installed, and kept in the form that the
 * hook reads: for this user, so that the first call need not wait, or beside the
 * policies for all users of a machine, who cannot write there.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadedPolicies, loadPolicies, obstacles } from '../host/load.ts';
import { type CacheKey, writePolicyCache } from '../host/policy-cache.ts';
import { NoSuchPath } from '../host/policy-files.ts';
import { policyStamp } from '../host/policy-folder.ts';
import type { Diagnostic } from '../language/diagnostic.ts';
import { packageFolder } from './starter-policies.ts';

export interface CheckedPolicies {
  readonly loaded: LoadedPolicies;
  /** What keeps them from being in force; empty where they are. */
  readonly problems: readonly Diagnostic[];
  /** Whether the folder is still as it was before it was read. */
  isCurrent(): boolean;
}

/** Reads, checks and tests a folder of policies as the hook does. Undefined where it is not there. */
export function checkPolicies(folder: string): CheckedPolicies | undefined {
  try {
    const before = policyStamp([folder], []);
    const loaded = loadPolicies([folder], '/');
    return { loaded, problems: obstacles(loaded), isCurrent: () => policyStamp([folder], []) === before };
  } catch (error) {
    if (error instanceof NoSuchPath) return undefined;
    throw error;
  }
}

/** Keeps checked policies for the hook. Returns the file; undefined where it cannot be kept, which only costs time. */
export function keepCompiled(
  folder: string,
  { loaded, isCurrent }: CheckedPolicies,
  env: CacheKey['env'],
  shared: boolean,
): string | undefined {
  const build = hookBuild();
  const { bundle, digest, root } = loaded;
  if (build === undefined || bundle === undefined) return undefined;
  const names = [...loaded.sources.map(({ path }) => path), ...loaded.recorded];
  const files = names.map((name) => join(root, name));
  return writePolicyCache({ paths: [folder], build, env }, { bundle, digest, files, isCurrent }, shared);
}

/** The build that the installed hook has in it: the version, and the digest of its engine. */
function hookBuild(): string | undefined {
  try {
    const engine = readFileSync(join(packageFolder, 'dist', 'hook-engine.cjs'));
    const { version }: { version: string } = JSON.parse(
      readFileSync(join(packageFolder, 'package.json'), 'utf8'),
    );
    return `${version}-${createHash('sha256').update(engine).digest('hex').slice(0, 16)}`;
  } catch {
    return undefined;
  }
}
