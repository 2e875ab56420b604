/** The knowledge of commands, by name: the built-in tables, and what policies add. */
import type { ProgramEntry } from './entry.ts';

/** Programs by each of their names. */
export type Programs = Pick<ReadonlyMap<string, ProgramEntry>, 'get' | 'has'>;

export interface Knowledge {
  /** By every name of the program. */
  readonly programs: Programs;
  /** Cmdlets and their aliases, folded. */
  readonly powershell: Programs;
  /** Built-ins and programs of `cmd.exe`, folded. */
  readonly cmd: Programs;
  /** Names that stand for words, as policies define them: `k` for `kubectl`. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}
