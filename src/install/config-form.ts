/**
 * What bylaw writes into one configuration file, and the three ways to do it:
 * entries in JSON, a marked block in TOML, a file of its own. Each is a pure
 * function of the text that is there; what belongs to others is kept as it is.
 */
import type { Json, JsonObject } from '../language/json.ts';
import type { CommandLine } from './command-line.ts';
import type { TomlTable } from './toml-value.ts';

export type ConfigForm = JsonForm | TomlForm | FileForm;

/** Elements of lists in a JSON file, which may have comments. */
export interface JsonForm {
  readonly kind: 'json';
  readonly entries: readonly JsonEntry[];
  /** Members of the root that the harness wants; added only where they are missing. */
  readonly root?: JsonObject;
}

export interface JsonEntry {
  /** The names that lead from the root to the list. */
  readonly at: readonly string[];
  readonly value: JsonObject;
}

/** A block between two marks, at the end of the file. */
export interface TomlForm {
  readonly kind: 'toml';
  /** The lines of the block, or why there can be none; made for what the rest of the file says, and its text. */
  block(rest: TomlTable, text: string): { readonly lines: readonly string[] } | TomlProblem;
}

export interface TomlProblem {
  /** What is in the way, and what to write by hand. */
  readonly problem: string;
  /** The line it is about, as it begins there; undefined where there is none. */
  readonly at?: RegExp;
}

/** A file that only bylaw writes. */
export interface FileForm {
  readonly kind: 'file';
  readonly text: string;
  /** What is in the file exactly if bylaw wrote it. */
  readonly mark: string;
  readonly executable: boolean;
  /** How the harness starts it, where it is what is started, and the command line in a text that is just as bylaw writes it. */
  readonly script?: { readonly starts: CommandLine; lineIn(text: string): string | undefined };
}

/** A file after a change; `isEmpty` where nothing is left in it that says anything. */
export type Edit =
  | { readonly ok: true; readonly text: string; readonly isEmpty: boolean }
  /** `line` is counted from one. */
  | { readonly ok: false; readonly line: number | undefined; readonly problem: string };

/** A hook in a configuration that has to do with bylaw. */
export interface FoundHook {
  /** Whether its whole command is what `bylaw init` writes; others only have it in them, and belong to others. */
  readonly isOwn: boolean;
  /** In the harness's words; undefined where the form has none. */
  readonly event: string | undefined;
  /** Which tools it is for, if it says so. */
  readonly matcher: string | undefined;
  /** The command line that runs bylaw. */
  readonly command: CommandLine;
  /** What the harness starts, where that is a script around the command. */
  readonly starts?: CommandLine;
  /** The entry itself, for what else it says. */
  readonly entry: JsonObject;
}

export type FoundHooks = { readonly ok: true; readonly hooks: readonly FoundHook[] } | (Edit & { ok: false });

/** A JSON value with the names of its object sorted out of the question: whether two say the same. */
export function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) && isSameJson((one as JsonObject)[name], (other as JsonObject)[name]),
    )
  );
}
