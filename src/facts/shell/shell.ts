/**
 * The types that all parts of the shell's analysis share. Expansion runs commands, and commands expand words,
 * so the parts call each other through the `Shell` here. That way no two files import each other in a circle.
 */
import type { ParsedScript, SyntaxNode } from 'unbash';
import type { PathShape } from '../../pattern/path/path-shape.ts';
import type { Piece, Shape } from '../../pattern/text/shape.ts';
import type { InputSpan, UnknownSort } from '../effect/effect.ts';
import type { Knowledge } from '../knowledge/table/knowledge.ts';
import type { Recorder } from '../record/recorder.ts';
import { type Budget, mostCommands } from './budget.ts';
import type { ShellDialect } from './dialect.ts';
import type { ScriptSource } from './source.ts';
import type { ShellFunction } from './state/shell-function.ts';
import type { ShellState } from './state/state.ts';
import type { Origins, Stream, Word } from './word.ts';

/** The context in which a command runs: what starts it, and its standard input. */
export interface Io {
  readonly source: ScriptSource;
  readonly stdin: Stream | undefined;
  /** The programs that start it, outermost first. */
  readonly via: readonly string[];
  readonly certain: boolean;
  /** It runs on another machine or in a container, so its paths are not paths of this machine. */
  readonly elsewhere: boolean;
  /** The number of scripts and functions around it. */
  readonly depth: number;
}

/**
 * The same context with another standard input. It lists the fields, since every command comes here and a
 * spread is much slower.
 */
export function withInput(io: Io, stdin: Stream | undefined): Io {
  if (io.stdin === stdin) return io;
  const { source, via, certain, elsewhere, depth } = io;
  return { source, stdin, via, certain, elsewhere, depth };
}

/** The same context in another text, `steps` levels deeper. */
export const within = (
  { stdin, via, certain, elsewhere, depth }: Io,
  source: ScriptSource,
  steps: number,
): Io => ({
  source,
  stdin,
  via,
  certain,
  elsewhere,
  depth: depth + steps,
});

/** A text, perhaps known only in part, with its origins. */
export type TextWithOrigins = Origins & {
  readonly shape: Shape;
  /** For code: the words behind it, where they are known. */
  readonly args?: readonly Shape[];
  /** The value of its last expression is printed. */
  readonly printsLast?: boolean;
};

/** A node of a script: a command, or what combines commands. */
export type Node = Extract<
  SyntaxNode,
  {
    type:
      | 'Command'
      | 'Pipeline'
      | 'AndOr'
      | 'If'
      | 'For'
      | 'ArithmeticFor'
      | 'Select'
      | 'While'
      | 'Subshell'
      | 'BraceGroup'
      | 'CompoundList'
      | 'Case'
      | 'TestCommand'
      | 'ArithmeticCommand'
      | 'Function'
      | 'Coproc'
      | 'Redirected'
      | 'Statement';
  }
>;

/**
 * What all parts of the analysis of one call share: the recorder, the tables, the budget, and the functions by
 * which the parts call each other.
 */
export interface Shell {
  readonly recorder: Recorder;
  readonly knowledge: Knowledge;
  /** The folders of the project; undefined if they are unknown. */
  readonly roots: readonly PathShape[] | undefined;
  readonly budget: Budget;
  /** Streams that a command has read from. The next reader does not get their first line. */
  readonly partlyRead: WeakSet<Stream>;
  /** Modules that have been loaded, by path and content, so that each is followed once. */
  readonly loaded: Set<string>;
  /** Files of settings for a `ssh` that another command starts: `rsync -e 'ssh -F FILE'`, `GIT_SSH_COMMAND`. */
  readonly sshSettings: PathShape[];
  /** Folders that a script which is not known may have put in front of the search path: `. .venv/bin/activate`. */
  readonly programFolders: PathShape[];
  /** Whether a signal of the call may have ended any of its shells, the outermost too: `(kill $$)`. */
  readonly signals: { mayEnd: boolean };
  /** The commands that have succeeded if the call succeeds: the last one, and both of an `a && b` at the end. */
  readonly last: Set<unknown>;
  /** What commands print to the terminal or to standard error. The agent sees this even where another command reads their output. */
  readonly shown: Origins[];
  /** The unknown parts of nested scripts, by the characters that replace them: see `placeholder.ts`. */
  readonly placeholders: (Origins & { readonly piece: Piece })[];
  /** Runs the text of a script in a shell; records its unknown parts. */
  runText(text: TextWithOrigins, state: ShellState, io: Io): Stream;
  /** Runs a part of a script. */
  walk(node: Node, state: ShellState, io: Io): Stream;
  /** Runs a parsed script. */
  runScript(script: ParsedScript, state: ShellState, io: Io): Stream;
  /** Runs a program or a built-in with expanded words. It does not look for functions or aliases of the script. */
  runWords(
    words: readonly Word[],
    state: ShellState,
    io: Io,
    span: InputSpan,
    dialect?: ShellDialect,
  ): Stream;
  /** Calls a function of the script with its words. */
  runFunction(called: ShellFunction, words: readonly Word[], state: ShellState, io: Io): Stream;
  /** Runs code in some language; `shell` is one of them. Gives what it prints of the environment. */
  runCode(
    language: string,
    code: TextWithOrigins,
    state: ShellState,
    io: Io,
    command: number | undefined,
  ): Origins;
  unknown(sort: UnknownSort, text: string, why: string, span: InputSpan): void;
}

/** The deepest nesting of commands that run others: `env nice sudo x`. */
export const deepestCommands = 100;

/** The deepest nesting of scripts and function calls. */
export const deepestScripts = 40;

/** The place of a node in the input, as UTF-16 offsets; all of the input if the node has no offset there. */
export function spanOf({ source }: Io, node: { readonly pos: number; readonly end: number }): InputSpan {
  const { offset, field, whole } = source;
  return offset === undefined
    ? whole
    : { field, start: offset + node.pos, end: Math.max(offset + node.pos, offset + node.end) };
}

/** The text of a node as written. */
export const textOf = ({ source }: Io, node: { readonly pos: number; readonly end: number }): string =>
  source.text.slice(node.pos, node.end);

/** Whether the budget is enough to go on. If not, `isSpent` records that. */
export const isLeft = ({ budget, recorder }: Shell): boolean =>
  budget.commands > 0 && budget.work > 0 && !recorder.isFull;

/** Whether the budget of the call is used up; records an unknown the first time. */
export function isSpent(shell: Shell, span: InputSpan): boolean {
  const { budget, unknown } = shell;
  if (isLeft(shell)) return false;
  if (!budget.exhausted) {
    const why =
      budget.commands > 0
        ? 'the call does more than is followed'
        : `the call runs more than ${mostCommands} commands`;
    unknown('budget', '', why, span);
  }
  budget.exhausted = true;
  return true;
}
