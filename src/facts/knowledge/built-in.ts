/** The tables that come with bylaw. */
import { builds } from './builds.ts';
import { clouds } from './clouds.ts';
import { containers } from './containers.ts';
import { databases } from './databases.ts';
import { dos } from './dos.ts';
import { files } from './files.ts';
import { git } from './git.ts';
import type { Knowledge } from './knowledge.ts';
import { network } from './network.ts';
import { packages } from './packages.ts';
import { powershell } from './powershell.ts';
import { ProgramTable } from './program-table.ts';
import { shells } from './shells.ts';
import { systems } from './systems.ts';
import { texts } from './texts.ts';

/** Every table, by the name of its file. */
export const tables: Readonly<Record<string, string>> = {
  files,
  texts,
  shells,
  git,
  network,
  containers,
  clouds,
  packages,
  databases,
  systems,
  builds,
};
export const windowsTables: Readonly<Record<'powershell' | 'dos', string>> = { powershell, dos };

let read: Knowledge | undefined;

/** All that comes with bylaw. */
export function builtInKnowledge(): Knowledge {
  read ??= {
    programs: new ProgramTable(Object.entries(tables)),
    powershell: new ProgramTable([['powershell', powershell]]),
    cmd: new ProgramTable([['dos', dos]]),
    aliases: new Map(),
  };
  return read;
}

/** Programs and forms in the tables. */
export function countPrograms(): { readonly programs: number; readonly forms: number } {
  const { programs, powershell: cmdlets, cmd } = builtInKnowledge();
  const entries = new Set([...programs.values(), ...cmdlets.values(), ...cmd.values()]);
  return {
    programs: programs.size + cmdlets.size + cmd.size,
    forms: [...entries].reduce((sum, { forms }) => sum + forms.length, 0),
  };
}
