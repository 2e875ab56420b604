/** What comes with bylaw of commands. */
import type { Knowledge } from './knowledge.ts';
import { ProgramTable } from './program-table.ts';
import { dosLines, powershellLines, programLines } from './tables.ts';

type BuiltIn = Knowledge & Readonly<Record<'programs' | 'powershell' | 'cmd', ProgramTable>>;

let read: BuiltIn | undefined;

/** All that comes with bylaw. */
export function builtInKnowledge(): BuiltIn {
  read ??= {
    programs: new ProgramTable(programLines),
    powershell: new ProgramTable(powershellLines),
    cmd: new ProgramTable(dosLines),
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
