/**
 * Checked policies, as the first hook that reads them keeps them for the next: read by this process, which has the modules
 * already. A hook would start another process for it, which takes three times as long as all else that a hook does.
 */
import { existsSync, readdirSync } from 'node:fs';
import { userCacheFolder } from '../../src/host/machine/user-folders.ts';
import { checkPolicies, keepCompiled } from '../../src/install/keep-compiled.ts';

/** Keeps one folder of policies where none are kept yet. Several are layers, and what is broken is not kept: the hook reads those. */
export function keepPolicies(named: readonly string[], env: Readonly<Record<string, string>>): void {
  const [folder] = named;
  if (folder === undefined || named.length > 1 || hasKept(userCacheFolder(env))) return;
  const checked = checkPolicies(folder);
  if (checked?.content !== undefined) keepCompiled(folder, checked, env, false);
}

const hasKept = (cache: string): boolean =>
  existsSync(cache) && readdirSync(cache).some((name) => name.startsWith('policies-'));
