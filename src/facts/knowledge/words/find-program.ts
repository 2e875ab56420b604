/** The entry of the tables for a program, and the name that rules have for it. */
import type { ProgramEntry } from '../table/entry.ts';
import type { Knowledge } from '../table/knowledge.ts';
import type { WordDialect } from './invocation.ts';
import { mannersOf } from './manners.ts';

/** The entry of a program: `python3.11` is `python3`, and `gcc-12` is `gcc`. */
export function findEntry(
  knowledge: Knowledge,
  program: string,
  dialect: WordDialect,
): ProgramEntry | undefined {
  if (dialect !== 'posix') {
    const folded = program.toLowerCase();
    const own = (dialect === 'powershell' ? knowledge.powershell : knowledge.cmd).get(folded);
    return own ?? knowledge.programs.get(folded);
  }
  const { programs } = knowledge;
  const known = programs.get(program);
  if (known !== undefined || !/[\d@]/.test(program)) return known;
  return (
    programs.get(program.replace(/-?\d+(?:\.\d+)*$/, '')) ??
    programs.get(program.replace(/\.\d+$/, '')) ??
    // `npx prisma@5`
    programs.get(program.replace(/(?<=.)@[\w.^~-]+$/, ''))
  );
}

/**
 * The name that rules have for a program. Similar programs share a line of the tables and keep their own names;
 * `python3`, `gcp` and `ri` are `python`, `cp` and `remove-item`.
 */
export function canonicalName({ names }: ProgramEntry, program: string, dialect: WordDialect): string {
  const given = dialect === 'posix' ? program : program.toLowerCase();
  if (names.length === 1 && names[0] === given) return given;
  if (dialect === 'powershell') {
    const at = names.indexOf(given);
    return names.slice(0, at + 1).findLast((name) => name.includes('-')) ?? names[0] ?? given;
  }
  const synonym = mannersOf(given).is;
  if (synonym !== undefined && names.includes(synonym)) return synonym;
  const plain = /[\d@]/.test(given)
    ? given.replace(/-?\d+(?:\.\d+)*$/, '').replace(/(?<=.)@[\w.^~-]+$/, '')
    : given;
  if (plain !== given && names.includes(plain)) return plain;
  if (given.startsWith('g') && names.includes(given.slice(1))) return given.slice(1);
  return names.includes(given) ? given : (names[0] ?? given);
}

/** Whether a program is PowerShell, by its name. */
export const isPowerShell = (program: string): boolean =>
  (program.startsWith('p') || program.startsWith('P')) && /^(?:pwsh|powershell)/i.test(program);
