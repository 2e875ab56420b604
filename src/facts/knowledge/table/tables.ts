/** The built-in tables of commands, cut into groups that are read together. Their source is `knowledge/*.commands`. */
import { tables, windowsTables } from '../generated/tables.ts';
import { groupLines, type PackedLines, packLines } from './program-table.ts';

export { tables, windowsTables };

/** The groups of the tables for POSIX, PowerShell and `cmd`; the bundle of the hook loads them from a file. */
export const programLines = (): PackedLines =>
  packLines(Object.entries(tables).flatMap(([name, text]) => groupLines(name, text)));
export const powershellLines = (): PackedLines =>
  packLines(groupLines('powershell', windowsTables.powershell));
export const dosLines = (): PackedLines => packLines(groupLines('dos', windowsTables.dos));
