/** The state of reading a PowerShell script, and the steps that all parts of the reader share. */
import { addressesIn } from '../../../pattern/address.ts';
import { anyShape, type Shape, textShape } from '../../../pattern/text/shape.ts';
import { type CodeFinding, mostFindings } from '../../code/values/finding.ts';
import { alternativesOf, type Held } from '../state/choice.ts';
import { concat } from '../use/text/powershell-text.ts';
import { isKnownType } from './powershell-types.ts';
import {
  keyOfPowerShell,
  likeOfValue,
  madeOfValues,
  type PowerShellFunction,
  type PowerShellValue,
  textOfValue,
} from './powershell-value.ts';
import { deepestNesting, givenUp, span, takeHere } from './text-reader.ts';
import { findingInPlace, mostPlaces, placeMark, withPlaces } from './windows-place.ts';
import {
  foundIn,
  mostUnknowns,
  mostWindowsCommands,
  type WindowsCommand,
  type WindowsUnknown,
} from './windows-script.ts';
import { choose, type Location, repeatRounds, WindowsState, type WindowsWay } from './windows-state.ts';

/**
 * The parts of the grammar that call each other in a circle: words contain statements, and statements contain
 * words.
 */
export interface PowerShellGrammar {
  readonly block: (reader: PowerShellReader, input: PowerShellValue | undefined) => PowerShellFunction;
  readonly blockValue: (reader: PowerShellReader) => PowerShellValue;
  readonly call: (
    reader: PowerShellReader,
    called: PowerShellFunction,
    words: readonly Shape[],
    input: PowerShellValue | undefined,
  ) => PowerShellValue;
  readonly command: (
    reader: PowerShellReader,
    given: Shape | undefined,
    input: PowerShellValue | undefined,
    start: number,
  ) => PowerShellValue | undefined;
  readonly callMember: (
    reader: PowerShellReader,
    object: PowerShellValue,
    name: string,
    args: readonly PowerShellValue[],
    start: number,
    isStatic?: boolean,
  ) => PowerShellValue;
  readonly mayCall: (reader: PowerShellReader, value: PowerShellValue) => void;
  readonly members: (
    reader: PowerShellReader,
    value: PowerShellValue | undefined,
  ) => PowerShellValue | undefined;
  readonly postfix: (
    reader: PowerShellReader,
    first: PowerShellValue | undefined,
  ) => PowerShellValue | undefined;
  readonly primary: (reader: PowerShellReader) => PowerShellValue | undefined;
  readonly script: (reader: PowerShellReader, text: Shape, start: number) => void;
  readonly assigned: (reader: PowerShellReader) => PowerShellValue;
  readonly expression: (reader: PowerShellReader, lists?: boolean) => PowerShellValue;
  /** Reads an assignment; undefined if there is none here. */
  readonly assignment: (reader: PowerShellReader) => PowerShellValue | undefined;
  readonly inBrackets: (reader: PowerShellReader, close: string) => PowerShellValue;
  readonly statement: (reader: PowerShellReader) => Held<PowerShellValue> | undefined;
  readonly statements: (
    reader: PowerShellReader,
    close: string | undefined,
  ) => Held<PowerShellValue> | undefined;
  readonly variable: (reader: PowerShellReader, inText: boolean) => PowerShellValue | undefined;
  readonly written: (reader: PowerShellReader, value: PowerShellValue, start: number) => PowerShellValue;
}

/** The state of reading: the text, the present place in it, what is found, and the state of the script. */
export interface PowerShellReader {
  readonly text: string;
  readonly end: number;
  readonly grammar: PowerShellGrammar;
  readonly commands: WindowsCommand[];
  readonly unknowns: WindowsUnknown[];
  readonly findings: CodeFinding[];
  /** The names are in lower case, without their scope. */
  state: PowerShellState;
  /** The current way through the statement; undefined between statements. */
  way: WindowsWay | undefined;
  /** All functions of the script, and those that it calls. */
  readonly defined: Set<PowerShellFunction>;
  readonly called: Set<PowerShellFunction>;
  /** The loops around the current place, with the states that `break` and `continue` leave; the innermost is last. */
  readonly loops: PowerShellLoop[];
  /** The states and values with which `return` leaves the current function. */
  returning: Returning | undefined;
  /** The states that a handler may start from, if a statement of its `try` fails. */
  trying: PowerShellState[] | undefined;
  /** The state when the outermost current function was called; undefined outside of functions. */
  readonly outer: PowerShellState | undefined;
  /** The parameters that the call passes. */
  given: ReadonlyMap<string, PowerShellValue>;
  /** For a text that runs as a script: its span in the outer script. */
  readonly inside: { readonly start: number; readonly end: number } | undefined;
  /** Whether it only looks for the end of something. It then calls nothing, and reads everything once. */
  readonly skips: boolean;
  readonly turns: { scripts: number; steps: number };
  /** How many assignments and brackets it is in: who is around them gets the value of a statement, and nobody sees it. */
  readonly around: { assignments: number; brackets: number };
  /** The namespaces of `using namespace`: in lower case, without `System.`. */
  readonly namespaces: string[];
  /** The classes that the script defines. */
  readonly classes: Set<string>;
  /** The lists of locations that texts name (`here`). */
  readonly places: (readonly Location[])[];
  at: number;
  depth: number;
}

/** What the script remembers on one way. */
export type PowerShellState = WindowsState<PowerShellValue, PowerShellFunction>;

/** The states in which `break` and `continue` leave a loop. */
export interface PowerShellLoop {
  readonly breaks: PowerShellState[];
  readonly continues: PowerShellState[];
}

/** The states and values with which `return` leaves a function. */
export interface Returning {
  readonly states: PowerShellState[];
  readonly values: (Held<PowerShellValue> | undefined)[];
}

/** The state at the start of a script. */
export const emptyState = (): PowerShellState =>
  new WindowsState<PowerShellValue, PowerShellFunction>({
    keyOf: keyOfPowerShell,
    likeOf: likeOfValue,
    any: (name, among) => madeOfValues(`$${name}`, among),
  });

/** The value of something on the current way. */
export const settled = (
  reader: PowerShellReader,
  held: Held<PowerShellValue> | undefined,
  source: string,
): PowerShellValue | undefined => choose(reader, held, (among) => madeOfValues(source, among));

/**
 * Reads the content of a block, a text or a call with a changed reader, and then goes on in the state that this
 * leaves.
 */
export function aside<Result>(
  reader: PowerShellReader,
  inner: Partial<PowerShellReader>,
  read: (inner: PowerShellReader) => Result,
): Result {
  const other: PowerShellReader = { ...reader, way: undefined, ...inner };
  const result = read(other);
  reader.state = other.state;
  return result;
}

/** Reads what may run any number of times. */
export function repeated(reader: PowerShellReader, round: () => void): void {
  const { way } = reader;
  reader.way = undefined;
  if (reader.skips) round();
  else repeatRounds(reader, round, foundIn(reader));
  reader.way = way;
}

/** Sets a variable of the environment, which programs that the script starts get. Upper and lower case are the same. */
export function setInEnvironment(reader: PowerShellReader, name: string, held: Held<PowerShellValue>): void {
  const plain = name.toLowerCase();
  reader.state.setOutside(`env:${plain}`, held);
  for (const value of alternativesOf(held)) {
    const shape = value === undefined ? anyShape(name) : textOfValue(value, name);
    for (const each of [plain, plain.toUpperCase()])
      addFinding(reader, { kind: 'variable', name: each, value: shape, certain: true }, reader.at);
  }
}

/** Adds something that the script does without a command. */
export function addFinding(reader: PowerShellReader, finding: NewFinding, start: number): void {
  const placed = { ...finding, ...span(reader, start) } as CodeFinding;
  if (reader.findings.length < mostFindings)
    reader.findings.push(findingInPlace(placed, (word) => atStart(reader, word)));
  else givenUp(reader, start, 'the script does too many things to be read');
}

type NewFinding = CodeFinding extends infer Each
  ? Each extends CodeFinding
    ? Omit<Each, 'start' | 'end'>
    : never
  : never;

/** Records the addresses that a property is set to. A later use of the object may connect to them. */
export function setsAddress(reader: PowerShellReader, { items, entries }: PowerShellValue): void {
  for (const [, entry] of entries ?? []) setsAddress(reader, entry);
  for (const item of entries === undefined ? items : [])
    for (const url of addressesIn(item))
      addFinding(reader, { kind: 'connect', url, sends: false, certain: false }, reader.at);
}

/** Records that the script reads or writes a file. */
export function useFile(reader: PowerShellReader, use: 'read' | 'write', path: Shape, start: number): void {
  const about = { certain: true, recursive: false, target: undefined, content: undefined };
  addFinding(reader, { kind: 'path', use, path, ...about }, start);
}

/** The text from an offset to the present place, for messages. */
export const sourceAt = (reader: PowerShellReader, start: number): string =>
  reader.text.slice(start, Math.min(reader.at, start + 200));

/** Whether a text is at the present place. */
export const sees = (reader: PowerShellReader, text: string): boolean =>
  reader.at < reader.end && reader.text.startsWith(text, reader.at);
/** The character behind the current one; empty at the end. */
export const nextCharacter = (reader: PowerShellReader): string =>
  reader.at + 1 < reader.end ? (reader.text[reader.at + 1] ?? '') : '';

/** Skips blanks and comments. `lines`: line ends too. */
export function skipSpaces(reader: PowerShellReader, lines: boolean): void {
  for (;;) {
    const before = reader.at;
    takeHere(reader, lines ? /[\s\uFEFF]+/y : /[^\S\r\n]+/y);
    takeHere(reader, /`\r?\n/y);
    if (sees(reader, '<#')) {
      const end = reader.text.indexOf('#>', reader.at);
      reader.at = end < 0 ? reader.end : Math.min(end + 2, reader.end);
    } else if (sees(reader, '#')) takeHere(reader, /#[^\n]*/y);
    if (reader.at === before) return;
  }
}

/**
 * Reads something one level deeper. If that is too deep, it records an unknown, ends the reading, and gives
 * `otherwise`.
 */
export function deeper<Result>(
  reader: PowerShellReader,
  otherwise: () => Result,
  read: () => Result,
): Result {
  if (reader.depth >= deepestNesting) {
    givenUp(reader, reader.at, 'the script is too deeply nested to be read', reader.end);
    reader.at = reader.end;
    return otherwise();
  }
  reader.depth++;
  const result = read();
  reader.depth--;
  return result;
}

/**
 * The current directory as a value. It stays this directory if the script goes elsewhere, so it is a mark for the
 * locations of this moment, which `inPlace` replaces.
 */
export function here(reader: PowerShellReader, source: string): Shape {
  const { places, state } = reader;
  const known = places.findIndex((place) => isSamePlace(place, state.locations));
  const index = known < 0 ? places.push(state.locations) - 1 : known;
  return index >= mostPlaces ? anyShape(source) : textShape(placeMark(index), source);
}

const isSamePlace = (one: readonly Location[], other: readonly Location[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));

/** A path that is the same one if the script goes elsewhere. */
export const fixed = (reader: PowerShellReader, path: Shape): Shape =>
  isRelative(path) ? concat([here(reader, path.source), textShape('/'), path], path.source) : path;

/** Whether a path starts at the current directory. */
function isRelative({ pieces: [first] }: Shape): boolean {
  if (first?.kind !== 'text') return first?.kind === 'glob' || first?.kind === 'name';
  return !/^(?:[/\\~]|\w+:|[\w.\\]*::|[\uf000-\uf8ff])/.test(first.text);
}

/** A word with `.` in place of the mark of the directory that a command runs in. */
function inPlace(reader: PowerShellReader, word: Shape): Shape {
  return withPlaces(word, (index) =>
    isSamePlace(reader.places[index] ?? ['floating'], reader.state.locations) ? textShape('.') : undefined,
  );
}

/** A word with `.` in place of the mark of the directory that the script starts in. */
const atStart = (reader: PowerShellReader, word: Shape): Shape =>
  withPlaces(word, (index) =>
    isSamePlace(reader.places[index] ?? ['floating'], [undefined]) ? textShape('.') : undefined,
  );

/** Adds a command with the present locations. Gives its index in `commands`. */
export function addPowerShellCommand(
  reader: PowerShellReader,
  command: Omit<WindowsCommand, 'locations'>,
): number {
  const { locations } = reader.state;
  if (reader.commands.length < mostWindowsCommands)
    reader.commands.push({
      ...command,
      program: inPlace(reader, command.program),
      words: command.words.map((word) => inPlace(reader, word)),
      redirects: command.redirects.map((each) => ({ ...each, path: inPlace(reader, each.path) })),
      locations,
      ...(reader.around.assignments > 0 ? { isKept: true } : {}),
    });
  else if (reader.commands.length === mostWindowsCommands && reader.unknowns.length <= mostUnknowns) {
    givenUp(reader, reader.at, 'the script has too many commands to be read', reader.end);
    reader.at = reader.end;
  }
  return reader.commands.length - 1;
}

/** Whether a name is not local to a function: `$env:x`, `$script:x`. */
export const isOutside = (name: string): boolean => /^(?:script|global|env|using):/i.test(name);

/** A variable's name in lower case, without its scope. `env:` stays. */
export const nameWithoutScope = (name: string): string =>
  name.toLowerCase().replace(/^(?:script|global|local|private|using|variable):/, '');

/** A class name in lower case, without `System.`, and with the namespace that the script uses for it. */
export function typeName(reader: PowerShellReader, name: string): string {
  const plain = withoutSystem(name);
  if (isKnownType(plain)) return plain;
  return (
    reader.namespaces.map((each) => (each === '' ? plain : `${each}.${plain}`)).find(isKnownType) ?? plain
  );
}

/** A name of a class or namespace in lower case, without `System.`. */
export const withoutSystem = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/^system(?:\.|$)/, '');
