/**
 * Checked policies, as the first hook that reads them keeps them for the next: read by this process, which has the modules
 * already. A hook would start another process for it, which takes three times as long as all else that a hook does.
 */
import { checkPolicies, keepCompiled } from '../../src/install/keep-compiled.ts';

/** Keeps one folder of policies. Several are layers, and what is broken is not kept: the hook reads those. */
export function keepPolicies(named: readonly string[], env: Readonly<Record<string, string>>): void {
  const [folder] = named;
  const checked = folder === undefined || named.length > 1 ? undefined : checkPolicies(folder);
  if (folder !== undefined && checked?.content !== undefined) keepCompiled(folder, checked, env, false);
}
