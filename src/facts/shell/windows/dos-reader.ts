/** The state of reading a script of `cmd.exe`, and the steps that all parts of the reader share. */
import { anyShape, type Shape } from '../../../pattern/shape.ts';
import { givenUp, take } from './text-reader.ts';
import {
  mostWindowsCommands,
  mostWindowsSteps,
  type WindowsCommand,
  type WindowsUnknown,
} from './windows-script.ts';
import type { Kinds, Way, WindowsState } from './windows-state.ts';

/** The parts of the grammar that call each other in a circle: a loop contains commands, and a list contains loops. */
interface Grammar {
  readonly commandLine: (reader: Reader) => void;
  readonly lines: (reader: Reader, isCalled: boolean) => void;
  readonly one: (reader: Reader, stdin: number | undefined) => number | undefined;
}

export type State = WindowsState<Shape, never>;

export const kinds: Kinds<Shape> = {
  keyOf: ({ pieces }) => JSON.stringify(pieces),
  likeOf: ({ pieces }) => JSON.stringify(pieces),
  any: (name) => anyShape(name.startsWith('%') ? name : `%${name}%`),
};

/** The labels of a script, and the states in which the script comes to them. */
export interface Labels {
  /** The offset of the line behind each label. */
  readonly starts: ReadonlyMap<string, number>;
  readonly incoming: Map<string, State>;
  /** The labels that `call` names. Their lines are read once for each call. */
  readonly called: Set<string>;
  /** Set if the script goes back to a label in a new state, so that another pass is necessary. */
  again: boolean;
  calls: number;
}

export interface Reader {
  readonly text: string;
  readonly end: number;
  readonly grammar: Grammar;
  readonly commands: WindowsCommand[];
  readonly unknowns: WindowsUnknown[];
  /** The names are in lower case. Those of loops and arguments keep their sign: `%i`, `%1`. */
  state: State;
  /** The state at the start of the current line. */
  line: State;
  way: Way | undefined;
  /** The values of variables on the way that is being read. */
  pinned: { readonly way: Way | undefined; readonly values: Map<string, Shape | undefined> };
  readonly labels: Labels;
  /** The states in which `exit /b` and `goto :eof` leave the called label; undefined outside of calls. */
  returning: State[] | undefined;
  readonly turns: { left: number; steps: number };
  at: number;
  depth: number;
}

export const deepest = 60;

/** Skips spaces between words. A caret at the end of a line continues the line. */
export function spaces(reader: Reader): void {
  while (take(reader, /[^\S\n]+|\^\r?\n/y) !== undefined);
}

/** Skips what separates words: blanks, and `,`, `;` and `=`, which are the same to `cmd.exe`. */
export function delimiters(reader: Reader): void {
  while (take(reader, /(?:[^\S\n]|[,;=])+|\^\r?\n/y) !== undefined);
}

/** Counts a step. If there are too many, it records that once, and reading ends. */
export function isSpent(reader: Reader): boolean {
  const { turns } = reader;
  if (turns.steps++ < mostWindowsSteps) return false;
  if (turns.steps === mostWindowsSteps + 1)
    givenUp(reader, reader.at, 'the script does more than is followed', reader.end);
  reader.at = reader.end;
  return true;
}

export function add(reader: Reader, command: Omit<WindowsCommand, 'locations'>): number | undefined {
  if (reader.commands.length >= mostWindowsCommands) {
    givenUp(reader, command.start, 'the script has too many commands to be read', reader.end);
    reader.at = reader.end;
    return undefined;
  }
  return reader.commands.push({ ...command, locations: reader.state.locations }) - 1;
}
