/**
 * The names in the tables of commands and tools, so that a misspelt name inside quotes can be found. The tables are in
 * `src/facts`; the caller of `check` hands their names in.
 */
import type { AddedKnowledge } from './checked.ts';

/** The names in the tables that come with bylaw, and in what policies add to them. */
export interface KnownNames {
  /** Whether some table has a program of this name. */
  hasProgram(name: string): boolean;
  /** Programs whose names begin as this one does and are about as long. */
  programsLike(name: string): readonly string[];
  /** The subcommands that can follow a program and its first words, in every spelling; empty where there are none. */
  subcommandsOf(words: readonly string[]): readonly string[];
  /** The options that a command and its subcommands may be given; undefined where the tables do not have it. */
  optionsOf(words: readonly string[]): readonly string[] | undefined;
  /** What the words of a command and of its subcommands may be; undefined where the tables do not have all of them. */
  rolesOf(words: readonly string[]): readonly string[] | undefined;
  /** Whether some table has a tool of this name, in any spelling. */
  hasTool(name: string): boolean;
  /** Names of tools of harnesses that begin as this one does, in small letters and without `_` and `-`. */
  toolsLike(name: string): readonly string[];
  /** Whether the input of some known tool has a field of this name. */
  hasField(name: string): boolean;
  /** Fields of the tools of harnesses. */
  fields(): readonly string[];
}

/** The tables with what policies add to them. */
export type NamesKnown = (added: AddedKnowledge) => KnownNames;
