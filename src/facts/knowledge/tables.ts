/** The tables of commands, cut into what is read together. They are written in `knowledge/*.commands`. */
import { tables, windowsTables } from './generated/tables.ts';
import { groupLines, type PackedLines, packLines } from './program-table.ts';

export { tables, windowsTables };

/** What is read together of the tables for POSIX, PowerShell and `cmd`; the bundle of the hook has them as a file. */
export const programLines = (): PackedLines =>
  packLines(Object.entries(tables).flatMap(([name, text]) => groupLines(name, text)));
export const powershellLines = (): PackedLines =>
  packLines(groupLines('powershell', windowsTables.powershell));
export const dosLines = (): PackedLines => packLines(groupLines('dos', windowsTables.dos));
