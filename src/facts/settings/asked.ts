/**
 * Settings of the user and of the project that name the host of a command: contexts and registries. The reader of each
 * family knows where its files are and what they mean. The caller gives it the command and the texts of files.
 */
import type { PathShape } from '../../pattern/path/path-shape.ts';

export interface AskedSettings {
  /** Subcommand words in canonical spelling. */
  readonly words: readonly string[];
  /** Where the command runs; undefined where that is not known. */
  readonly base: PathShape | undefined;
  readonly home: PathShape;
  /** The folder of the program, if the command names the program by its path. */
  readonly programFolder: PathShape | undefined;
  /** The operands that are known. */
  readonly operands: readonly string[];
  given(option: string): boolean;
  /** The values of an option; undefined if the option is absent. */
  option(...names: readonly string[]): string | undefined;
  /** The value that the call gives a variable; undefined if the call does not set it. */
  variable(name: string): string | undefined;
  /** Operands of earlier commands of the same program in the call: `kubectl config use-context prod`. */
  earlier(...words: readonly string[]): readonly (readonly string[])[];
  /** Resolves a path as it is written in a setting. */
  path(text: string, from: PathShape): PathShape;
  has(path: PathShape): boolean;
  /** The text of a file; undefined if it does not exist. An unreadable file is recorded as an unknown part. */
  text(file: PathShape): string | undefined;
  /** The names in a folder. */
  names(folder: PathShape): readonly string[];
  /** Records an unknown part: a file does not say what it should. */
  unread(file: PathShape): void;
}

/** A host that settings name. */
export interface SetHost {
  /** An address; undefined where it is not known. */
  readonly url: string | undefined;
  /** What kind of host it is, in words. */
  readonly what: string;
  readonly certain: boolean;
}
