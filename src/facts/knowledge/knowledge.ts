/** All that is known of commands, by name: the built-in tables, and what policies add. */
import type { ProgramEntry } from './entry.ts';

export interface Knowledge {
  /** By every name of the program. */
  readonly programs: ReadonlyMap<string, ProgramEntry>;
  /** Cmdlets and their aliases, folded. */
  readonly powershell: ReadonlyMap<string, ProgramEntry>;
  /** Built-ins and programs of `cmd.exe`, folded. */
  readonly cmd: ReadonlyMap<string, ProgramEntry>;
  /** Names that stand for words, as policies say: `k` for `kubectl`. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}
