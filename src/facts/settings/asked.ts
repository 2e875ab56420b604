/**
 * Settings of the user and of the project that say which host a command means: contexts and registries. A reader of a family
 * knows where its files are and what they mean; the caller gives it the command and the texts of files.
 */
import type { PathShape } from '../../pattern/path-shape.ts';

export interface AskedSettings {
  /** Subcommand words in canonical spelling. */
  readonly words: readonly string[];
  /** Where the command runs; undefined where that is not known. */
  readonly base: PathShape | undefined;
  readonly home: PathShape;
  /** The folder that the program lies in, where it is called by its path. */
  readonly programFolder: PathShape | undefined;
  /** Operands that are known. */
  readonly operands: readonly string[];
  given(option: string): boolean;
  /** What an option is given; undefined where it is not given. */
  option(...names: readonly string[]): string | undefined;
  /** What the call sets a variable to; undefined where it sets it to nothing. */
  variable(name: string): string | undefined;
  /** Operands of earlier commands of the same program in the call: `kubectl config use-context prod`. */
  earlier(...words: readonly string[]): readonly (readonly string[])[];
  /** A path as it is written in a setting. */
  path(text: string, from: PathShape): PathShape;
  has(path: PathShape): boolean;
  /** The text of a file; undefined where there is none. What cannot be read is left word of. */
  text(file: PathShape): string | undefined;
  /** The names in a folder. */
  names(folder: PathShape): readonly string[];
  /** Leaves word that a file does not say what it should. */
  unread(file: PathShape): void;
}

/** A host that settings name. */
export interface SetHost {
  /** An address; undefined where it is not known. */
  readonly url: string | undefined;
  /** What it is, in words. */
  readonly what: string;
  readonly certain: boolean;
}
