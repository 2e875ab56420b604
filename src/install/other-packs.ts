/** What `init` and `doctor` say of packs that are not those of this version. */
import { join } from 'node:path';
import { userConfigFolder } from '../host/machine/user-folders.ts';
import { versionOfBylaw } from '../host/machine/version.ts';
import { typedWord } from './command-line.ts';
import { type Machine, managedPolicies } from './machine.ts';
import { typed } from './own-command.ts';
import { isUndecided, readPacks, waitsForUpdate } from './packs.ts';

/** A sentence about the packs beside policies; none where they are those of this version but for what the user changed. */
export function otherPacks(policies: string, machine: Machine): readonly string[] {
  const packs = readPacks(policies);
  if (packs === undefined) return [];
  const { files, version, folder } = packs;
  const old = files.filter(waitsForUpdate).length;
  const open = files.filter(isUndecided).length;
  if (old + open === 0) return [];
  const parts = [
    ...(old > 0 ? [`${old} to be updated`] : []),
    ...(open > 0 ? [`${open} that ${version === undefined ? 'are older or changed' : 'you changed'}`] : []),
  ];
  const from = version === undefined ? '' : `were written by version ${version}, and `;
  return [
    `The packs in ${folder} ${from}differ from those of this version (${versionOfBylaw()}) in ${old + open} of ${files.length} files (${parts.join(', ')}): \`${typedPacks(policies, machine, '')}\` names them, and \`${typedPacks(policies, machine, ' update')}\` updates them.`,
  ];
}

/** `bylaw packs …` as a person types it for the packs beside these policies. */
export function typedPacks(policies: string, machine: Machine, part: string): string {
  const isOfUser = policies === join(userConfigFolder(machine.env), 'policies');
  const isOfAll = policies === managedPolicies(machine);
  const where = isOfUser ? '' : isOfAll ? ' --managed' : ` --policies ${typedWord(policies)}`;
  return typed(machine, `packs${part}${where}`);
}
