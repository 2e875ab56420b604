/** Which packs a command is about, and how it names what became of their files. */
import { isLayersFile } from '../../host/policy-files/policy-folder.ts';
import type { InstallScope, Machine } from '../../install/machine.ts';
import { typed } from '../../install/own-command.ts';
import { type PackFile, type PackState, type Packs, readPacks } from '../../install/packs.ts';
import { suggestion } from '../../language/words.ts';
import { policyFolder } from '../init/options.ts';
import { machineOf, scopeOf, scopeOptions, shownPath } from '../options/harness-options.ts';
import { type GivenOptions, pathArg } from '../options/options.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';

export const packsOptions = { ...scopeOptions, policies: pathArg } as const;

/** The packs that are named, and where they are. */
export interface InstalledPacks {
  readonly packs: Packs;
  /** The folder that has the packs in it, absolute. */
  readonly policies: string;
  readonly scope: InstallScope;
  readonly machine: Machine;
}

/** Reads the packs that the options name. Throws `UsageError` where there are none. */
export function installedPacks(
  values: GivenOptions<typeof packsOptions>['values'],
  context: CommandContext,
): InstalledPacks {
  const machine = machineOf(context, values);
  const named = scopeOf(values);
  if (named !== undefined && values.policies !== undefined)
    throw new UsageError(`\`--policies\` and \`--${named}\` exclude each other`);
  if (values.policies !== undefined && isLayersFile(values.policies))
    throw new UsageError(
      `\`--policies\` names a folder that has \`packs\` in it, and ${values.policies} is a file of layers`,
    );
  const scope = named ?? 'user';
  const policies = policyFolder(values.policies, scope, machine, context);
  const packs = readPacks(policies);
  if (packs !== undefined) return { packs, policies, scope, machine };
  throw new UsageError(
    `there are no packs in ${shownPath(policies, machine)}: \`${typed(machine, 'init')}\` writes them; \`--policies DIR\` names another folder`,
  );
}

/** What is said of the files in a state, before their names. */
export const stateWords: Readonly<Record<PackState, string>> = {
  current: 'as this version has it',
  outdated: 'older than this version, and not changed',
  new: 'new in this version',
  dropped: 'no longer part of bylaw, and not changed',
  changed: 'changed by you, and nothing newer is in this version',
  deleted: 'deleted by you',
  diverged: 'changed by you, and different in this version',
  unrecorded:
    'different in this version, and nothing says whether you changed it or an earlier version wrote it',
};

/** The files with these names. Throws `UsageError` for a name that none has. */
export function filesNamed(names: readonly string[], { files }: Packs): readonly PackFile[] {
  return names.map((name) => {
    const found = files.find((file) => file.name === name.replaceAll('\\', '/'));
    if (found !== undefined) return found;
    const near = suggestion(
      name,
      files.map((file) => file.name),
    );
    throw new UsageError(
      `there is no \`${name}\` among the packs; ${near ?? '`bylaw packs` names those that differ'}`,
    );
  });
}
