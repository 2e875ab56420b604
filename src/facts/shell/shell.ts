/**
 * What the parts of the shell's analysis share. Expansion runs commands, and
 * commands expand words: each part is a file of its own and calls the others
 * through here, so that none imports another in a circle.
 */
import type { ParsedScript, SyntaxNode } from 'unbash';
import type { PathShape } from '../../pattern/path-shape.ts';
import type { Piece, Shape } from '../../pattern/shape.ts';
import type { InputSpan, UnknownSort } from '../effect.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Recorder } from '../recorder.ts';
import { type Budget, mostCommands } from './budget.ts';
import type { Source } from './source.ts';
import type { ShellFunction, ShellState } from './state/state.ts';
import type { Origins, Stream, Word } from './word.ts';

export type Dialect = 'posix' | 'powershell' | 'cmd';

/** How a command is reached, and what it has on its standard input. */
export interface Io {
  readonly source: Source;
  readonly stdin: Stream | undefined;
  /** Programs around it, outermost first. */
  readonly via: readonly string[];
  readonly certain: boolean;
  /** It runs on another machine or in a container: paths are not those here. */
  readonly elsewhere: boolean;
  /** Scripts and functions around it. */
  readonly depth: number;
}

/** The same with another standard input. Written out, since a spread takes far longer, and every command comes by. */
export function withInput(io: Io, stdin: Stream | undefined): Io {
  if (io.stdin === stdin) return io;
  const { source, via, certain, elsewhere, depth } = io;
  return { source, stdin, via, certain, elsewhere, depth };
}

/** The same in another text, or so much deeper in it. */
export const within = ({ stdin, via, certain, elsewhere, depth }: Io, source: Source, steps: number): Io => ({
  source,
  stdin,
  via,
  certain,
  elsewhere,
  depth: depth + steps,
});

/** A text that may be known in part, and what it may hold. */
export type Text = Origins & { readonly shape: Shape };

/** What a script is made of: a command, or what puts commands together. */
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

export interface Shell {
  readonly recorder: Recorder;
  readonly knowledge: Knowledge;
  readonly roots: readonly PathShape[] | undefined;
  readonly budget: Budget;
  /** Input of which something has been read: what is read of it next does not begin at its first line. */
  readonly begun: WeakSet<Stream>;
  /** Modules that have been loaded, with what they hold. */
  readonly loaded: Set<string>;
  /** The commands of the call that have succeeded where it has: the last one, and all of `a && b` at its end. */
  readonly last: Set<unknown>;
  /** What stands for parts of nested scripts that are not known, by their characters: see `placeholder.ts`. */
  readonly placeholders: (Origins & { readonly piece: Piece })[];
  /** Runs the text of a script in a shell; what of it is not known is recorded as such. */
  runText(text: Text, state: ShellState, io: Io): Stream;
  /** Runs a part of a script. */
  walk(node: Node, state: ShellState, io: Io): Stream;
  /** Runs a parsed script. */
  runScript(script: ParsedScript, state: ShellState, io: Io): Stream;
  /** Runs a program or a built-in, whose words are expanded: no function, and no alias. */
  runWords(words: readonly Word[], state: ShellState, io: Io, span: InputSpan, dialect?: Dialect): Stream;
  /** Calls a function of the script with its words. */
  runFunction(called: ShellFunction, words: readonly Word[], state: ShellState, io: Io): Stream;
  /** Runs code in some language: `shell` among them. */
  runCode(language: string, code: Text, state: ShellState, io: Io, command: number | undefined): void;
  unknown(sort: UnknownSort, text: string, why: string, span: InputSpan): void;
}

/** Scripts inside scripts, and calls of functions inside one another. */
export const deepest = 40;

export function spanOf({ source }: Io, node: { readonly pos: number; readonly end: number }): InputSpan {
  const { offset, field, whole } = source;
  return offset === undefined
    ? whole
    : { field, start: offset + node.pos, end: Math.max(offset + node.pos, offset + node.end) };
}

/** The text of a node as written. */
export const textOf = ({ source }: Io, node: { readonly pos: number; readonly end: number }): string =>
  source.text.slice(node.pos, node.end);

/** Whether there is something left for what comes next; where there is not, `isSpent` leaves word. */
export const isLeft = ({ budget, recorder }: Shell): boolean =>
  budget.commands > 0 && budget.work > 0 && !recorder.isFull;

/** Whether the call has come to more than is followed; says so once. */
export function isSpent(shell: Shell, span: InputSpan): boolean {
  const { budget, unknown } = shell;
  if (isLeft(shell)) return false;
  if (!budget.exhausted) {
    const why =
      budget.commands > 0
        ? 'the call does more than is followed'
        : `the call comes to more than ${mostCommands} commands`;
    unknown('budget', '', why, span);
  }
  budget.exhausted = true;
  return true;
}
