/** The tables of commands as they are written, by the names of their files, and cut into what is read together. */
import { builds } from './builds.ts';
import { clouds } from './clouds.ts';
import { containers } from './containers.ts';
import { databases } from './databases.ts';
import { dos } from './dos.ts';
import { files } from './files.ts';
import { git } from './git.ts';
import { network } from './network.ts';
import { packages } from './packages.ts';
import { powershell } from './powershell.ts';
import { groupLines, type PackedLines, packLines } from './program-table.ts';
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

/** What is read together of the tables for POSIX, PowerShell and `cmd`; the bundle of the hook has them as a file. */
export const programLines = (): PackedLines =>
  packLines(Object.entries(tables).flatMap(([name, text]) => groupLines(name, text)));
export const powershellLines = (): PackedLines => packLines(groupLines('powershell', powershell));
export const dosLines = (): PackedLines => packLines(groupLines('dos', dos));
