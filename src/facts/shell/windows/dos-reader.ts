/** The state of reading a script of `cmd.exe`, and the steps that all parts of the reader share. */
import { anyShape, type Shape } from '../../../pattern/text/shape.ts';
import { givenUp, takeHere } from './text-reader.ts';
import { mostWindowsCommands, type WindowsCommand, type WindowsUnknown } from './windows-script.ts';
import type { Kinds, WindowsState, WindowsWay } from './windows-state.ts';

/** The parts of the grammar that call each other in a circle: a loop contains commands, and a list contains loops. */
interface Grammar {
  readonly commandLine: (reader: DosReader) => void;
  readonly lines: (reader: DosReader, isCalled: boolean) => void;
  readonly one: (reader: DosReader, stdin: number | undefined) => number | undefined;
}

export type DosState = WindowsState<Shape, never>;

export const dosKinds: Kinds<Shape> = {
  keyOf: ({ pieces }) => JSON.stringify(pieces),
  likeOf: ({ pieces }) => JSON.stringify(pieces),
  any: (name) => anyShape(name.startsWith('%') ? name : `%${name}%`),
};

/** The labels of a script, and the states in which the script comes to them. */
export interface Labels {
  /** The offset of the line behind each label. */
  readonly starts: ReadonlyMap<string, number>;
  readonly incoming: Map<string, DosState>;
  /** The labels that `call` names. Their lines are read once for each call. */
  readonly called: Set<string>;
  /** Set if the script goes back to a label in a new state, so that another pass is necessary. */
  again: boolean;
  calls: number;
}

export interface DosReader {
  readonly text: string;
  readonly end: number;
  readonly grammar: Grammar;
  readonly commands: WindowsCommand[];
  readonly unknowns: WindowsUnknown[];
  /** The names are in lower case. Those of loops and arguments keep their sign: `%i`, `%1`. */
  state: DosState;
  /** The state at the start of the current line. */
  line: DosState;
  way: WindowsWay | undefined;
  /** The values of variables on the way that is being read. */
  pinned: { readonly way: WindowsWay | undefined; readonly values: Map<string, Shape | undefined> };
  readonly labels: Labels;
  /** The states in which `exit /b` and `goto :eof` leave the called label; undefined outside of calls. */
  returning: DosState[] | undefined;
  readonly turns: { left: number; steps: number };
  at: number;
  depth: number;
}

/** Skips spaces between words. A caret at the end of a line continues the line. */
export function skipDosSpaces(reader: DosReader): void {
  while (takeHere(reader, /[^\S\n]+|\^\r?\n/y) !== undefined);
}

/** Skips what separates words: blanks, and `,`, `;` and `=`, which are the same to `cmd.exe`. */
export function delimiters(reader: DosReader): void {
  while (takeHere(reader, /(?:[^\S\n]|[,;=])+|\^\r?\n/y) !== undefined);
}

export function addDosCommand(
  reader: DosReader,
  command: Omit<WindowsCommand, 'locations'>,
): number | undefined {
  if (reader.commands.length >= mostWindowsCommands) {
    givenUp(reader, command.start, 'the script has too many commands to be read', reader.end);
    reader.at = reader.end;
    return undefined;
  }
  return reader.commands.push({ ...command, locations: reader.state.locations }) - 1;
}
