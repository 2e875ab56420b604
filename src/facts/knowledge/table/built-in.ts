/** The commands that bylaw knows without any policy. */
import type { Knowledge } from './knowledge.ts';
import { ProgramTable } from './program-table.ts';
import { dosLines, powershellLines, programLines } from './tables.ts';

type BuiltIn = Knowledge & Readonly<Record<'programs' | 'powershell' | 'cmd', ProgramTable>>;

let read: BuiltIn | undefined;

/** The built-in knowledge of commands. */
export function builtInKnowledge(): BuiltIn {
  read ??= {
    programs: new ProgramTable(programLines),
    powershell: new ProgramTable(powershellLines),
    cmd: new ProgramTable(dosLines),
    aliases: new Map(),
  };
  return read;
}
