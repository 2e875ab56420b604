/** What `init`, `uninstall` and `doctor` have in common: which harnesses, which scope, which machine. */
import { isAbsolute, relative, resolve } from 'node:path';
import { type HarnessId, harnessIds, harnessNamed } from '../../adapters/harnesses.ts';
import { harnessInstalls } from '../../harnesses/installs.ts';
import type { HarnessInstall } from '../../install/harness-install.ts';
import { type InstallScope, type Machine, thisMachine } from '../../install/machine.ts';
import { nearest } from '../../language/words.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';
import { flag, folder } from './options.ts';

export const scopeOptions = {
  user: flag,
  project: flag,
  managed: flag,
  root: folder,
} as const;

type ScopeValues = Partial<
  Readonly<Record<'user' | 'project' | 'managed', boolean>> & { readonly root: string }
>;

/** The scope that was named, if one was. Throws `UsageError` for two. */
export function scopeOf(values: ScopeValues): InstallScope | undefined {
  const named = (['user', 'project', 'managed'] as const).filter((scope) => values[scope] === true);
  if (named.length > 1) throw new UsageError('`--user`, `--project` and `--managed` exclude each other');
  return named[0];
}

export const machineOf = ({ env, cwd }: CommandContext, { root }: ScopeValues): Machine =>
  thisMachine(env, cwd, root === undefined ? '/' : resolve(cwd, root));

/** The harness that a name means. Throws `UsageError` for one that is not known, with the one that is probably meant. */
export function harnessCalled(name: string): HarnessId {
  const harness = harnessNamed(name);
  if (harness !== undefined) return harness;
  // `cluade` is near to a part of `claude-code`.
  const part = nearest(name, [...harnessIds, ...harnessIds.flatMap((id) => id.split('-'))]);
  const near = harnessIds.find((id) => id === part || id.split('-').includes(part ?? ''));
  const help = near === undefined ? `it is one of ${harnessIds.join(', ')}` : `did you mean \`${near}\`?`;
  throw new UsageError(`there is no harness \`${name}\`; ${help}`);
}

/** The harnesses that are named. Throws `UsageError` for one that is not known. */
export function harnessesNamed(names: readonly string[]): readonly HarnessInstall[] {
  const ids = names.map(harnessCalled);
  return [...new Set(ids)].map((id) => harnessInstalls[id]);
}

/** A path as people write it: from the home, or from here if it is below. */
export function shownPath(path: string, { home, project }: Machine): string {
  const fromHere = relative(project, path);
  if (project !== home && !fromHere.startsWith('..') && !isAbsolute(fromHere) && fromHere !== '')
    return fromHere;
  return home !== '/' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** Several names as a sentence has them. */
export const inSentence = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
