/** What `init` and `doctor` say of packs that are not those of this version. */
import { join } from 'node:path';
import { userConfigFolder } from '../host/machine/user-folders.ts';
import { versionOfBylaw } from '../host/machine/version.ts';
import { typedWord } from './command-line.ts';
import { type Machine, managedPolicies } from './machine.ts';
import { typed } from './own-command.ts';
import { isUndecided, type PackFile, readPacks, waitsForUpdate } from './packs.ts';

/** A sentence about the packs beside policies; none where they are those of this version but for what the user changed. */
export function otherPacks(policies: string, machine: Machine): readonly string[] {
  const packs = readPacks(policies);
  if (packs === undefined) return [];
  const { files, version, folder } = packs;
  const parts = [
    said('to be updated', files.filter(waitsForUpdate)),
    said(version === undefined ? 'older or changed' : 'changed here', files.filter(isUndecided)),
  ].filter((part) => part !== '');
  if (parts.length === 0) return [];
  const [here, now] = [version, versionOfBylaw()];
  const from = here === undefined || here === now ? '' : `, written by version ${here}, now ${now}`;
  const word = (part: string): string => `\`${typedPacks(policies, machine, part)}\``;
  return [
    `The packs in ${folder} are not those of this version${from}: ${parts.join('; ')}. ${word(' diff')} shows how they differ, and ${word(' update')} takes the new ones and leaves what was changed here.`,
  ];
}

/** How many names are given. */
const mostNamed = 4;

function said(what: string, files: readonly PackFile[]): string {
  const names = files.slice(0, mostNamed).map(({ name }) => name);
  const more = files.length - names.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  return files.length === 0 ? '' : `${files.length} ${what} (${names.join(', ')}${rest})`;
}

/** `bylaw packs …` as a person types it for the packs beside these policies. */
export function typedPacks(policies: string, machine: Machine, part: string): string {
  const isOfUser = policies === join(userConfigFolder(machine.env), 'policies');
  const isOfAll = policies === managedPolicies(machine);
  const where = isOfUser ? '' : isOfAll ? ' --managed' : ` --policies ${typedWord(policies)}`;
  return typed(machine, `packs${part}${where}`);
}
