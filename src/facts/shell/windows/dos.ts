/**
 * Reads command lines and batch files of `cmd.exe` and gives their commands. It follows carets, quotes, blocks,
 * conditions, loops, labels and calls of labels, and variables that are set to a text. Whatever may not run is
 * a separate way; where ways join, a variable may have the value of any of them (`windows-state.ts`). `%x%` is
 * the value of a variable at the start of its line, `!x!` its value at that moment. The script behind `cmd /c`
 * stays in the words of its command.
 */
import { anyShape, type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { builtIns, readDosCommand } from './dos-command.ts';
import { atLabel, callLabel, startsOf } from './dos-label.ts';
import { readFor } from './dos-loop.ts';
import {
  addDosCommand,
  type DosReader,
  type DosState,
  delimiters,
  dosKinds,
  type Labels,
  skipDosSpaces,
} from './dos-reader.ts';
import { argumentsOf, readDosRedirect, readDosWord } from './dos-word.ts';
import {
  character,
  deepestNesting,
  givenUp,
  hasSpentSteps,
  matchHere,
  takeHere,
  unknown,
} from './text-reader.ts';
import {
  longestWindowsScript,
  mostWindowsCommands,
  type WindowsRedirect,
  type WindowsScript,
} from './windows-script.ts';
import { branches, eachCombination, perhapsRun, WindowsState } from './windows-state.ts';

/** Reads a script of `cmd.exe`. What it cannot read is in `unknowns`. */
export function readDos(text: string): WindowsScript {
  const end = Math.min(text.length, longestWindowsScript);
  const labels: Labels = {
    starts: startsOf(text.slice(0, end)),
    incoming: new Map(),
    called: new Set(),
    again: false,
    calls: 0,
  };
  for (let pass = 1; ; pass++) {
    const state: DosState = new WindowsState(dosKinds);
    const reader: DosReader = {
      text,
      end,
      grammar: { commandLine, lines, one },
      commands: [],
      unknowns: [],
      state,
      line: state,
      way: undefined,
      pinned: { way: undefined, values: new Map() },
      labels,
      returning: undefined,
      turns: { left: 200, steps: 0 },
      at: 0,
      depth: 0,
    };
    labels.again = false;
    labels.calls = 0;
    lines(reader);
    if (end < text.length) givenUp(reader, end, 'the script is too long to be read as a whole', text.length);
    const { commands, unknowns } = reader;
    if (!labels.again || pass > mostPasses) return { commands, unknowns, findings: [] };
    // The state at the labels still changes, so everything that changes becomes unknown.
    if (pass === mostPasses)
      for (const incoming of labels.incoming.values()) incoming.widen(new WindowsState(dosKinds));
  }
}

/** The most passes over a script that goes back to a label. What still changes then becomes unknown. */
const mostPasses = 3;

/** Reads lines up to the end of the script, or up to where a called label certainly returns. */
function lines(reader: DosReader, isCalled = false): void {
  while (reader.at < reader.end && !(isCalled && reader.state.ended)) {
    const before = reader.at;
    atLabel(reader);
    reader.line = reader.state.fork();
    commandLine(reader);
    if (reader.at === before) reader.at++;
  }
}

/** Reads commands up to the end of the line, with `&`, `&&`, `||` and `|` between them. */
function commandLine(reader: DosReader): void {
  let stdin: number | undefined;
  let operator: string | undefined;
  for (let count = 0; count < mostWindowsCommands; count++) {
    takeHere(reader, /[\s;,=@]+/y);
    if (reader.at >= reader.end || character(reader) === ')') return;
    const before = reader.at;
    const { state } = reader;
    reader.state = state.fork();
    const isSure = operator !== '&&' && operator !== '||';
    const last = isSure ? one(reader, stdin) : perhapsRun(reader, () => one(reader, stdin));
    skipDosSpaces(reader);
    const separator = takeHere(reader, /&&|\|\||[&|]/y);
    // The parts of a pipe are separate programs: what they set stays in them.
    if (operator === '|' || separator === '|') reader.state = state;
    operator = separator;
    if (separator === undefined) {
      if (reader.at === before) return;
      if (takeHere(reader, /\r?\n/y) !== undefined || character(reader) === ')') return;
      if (reader.at >= reader.end) return;
      stdin = undefined;
      continue;
    }
    stdin = separator === '|' ? last : undefined;
  }
}

/** Reads one command of a list. Gives its index, for a pipe. */
function one(reader: DosReader, stdin: number | undefined): number | undefined {
  if (hasSpentSteps(reader)) return undefined;
  if (reader.depth >= deepestNesting) {
    givenUp(reader, reader.at, 'the script is too deeply nested to be read', reader.end);
    reader.at = reader.end;
    return undefined;
  }
  reader.depth++;
  const last = read(reader, stdin);
  reader.depth--;
  return last;
}

function read(reader: DosReader, stdin: number | undefined): number | undefined {
  // Also behind `do`, `else` and the test of an `if`: `@` only says that the command is not shown.
  takeHere(reader, /[ \t;,=@]+/y);
  if (takeHere(reader, /:[^\n]*/y) !== undefined) return undefined;
  if (character(reader) === '(') return block(reader);
  const word = matchHere(
    reader,
    /(?:rem|else|do)(?=[\s(]|$)|(?:if|for|call|start)(?=[\s(,;=/:"]|$)/iy,
  )?.[0].toLowerCase();
  switch (word) {
    case 'rem':
      takeHere(reader, /[^\n]*/y);
      return undefined;
    case 'if':
      reader.at += 2;
      return condition(reader, stdin);
    case 'for':
      reader.at += 3;
      return readFor(reader, stdin);
    case 'else':
    case 'do':
      reader.at += word.length;
      skipDosSpaces(reader);
      return one(reader, stdin);
    case 'call':
      reader.at += 4;
      delimiters(reader);
      takeHere(reader, /@+/y);
      return called(reader, stdin);
    case 'start':
      return started(reader, stdin);
    default:
      return readDosCommand(reader, stdin);
  }
}

function block(reader: DosReader): number | undefined {
  reader.at++;
  let guard = 0;
  while (reader.at < reader.end && character(reader) !== ')' && guard++ < 5000) {
    const before = reader.at;
    commandLine(reader);
    if (reader.at === before && character(reader) !== ')') reader.at++;
  }
  if (character(reader) === ')') reader.at++;
  skipDosSpaces(reader);
  const redirects: WindowsRedirect[] = [];
  while (readDosRedirect(reader, redirects)) skipDosSpaces(reader);
  const last = reader.commands.length - 1;
  const command = reader.commands[last];
  if (redirects.length > 0 && command !== undefined) {
    reader.commands[last] = { ...command, redirects: [...command.redirects, ...redirects] };
  }
  return last < 0 ? undefined : last;
}

/** `if [/i] [not] exist x …`, `defined x`, `errorlevel n`, `a==b`. */
function condition(reader: DosReader, stdin: number | undefined): number | undefined {
  delimiters(reader);
  takeHere(reader, /(?:(?:\/i|not)[\s,;=]+){0,3}/iy);
  const kind = takeHere(reader, /(?:exist|defined|errorlevel|cmdextversion)(?=[\s,;="])/iy);
  if (kind !== undefined) delimiters(reader);
  if (kind !== undefined) readDosWord(reader, true);
  else {
    // Reads both sides of a comparison; `==` needs no spaces.
    takeHere(reader, /(?:"[^"\n]{0,500}"|[^\s"=()&|]+){1,20}/y);
    skipDosSpaces(reader);
    takeHere(reader, /==|equ|neq|lss|leq|gtr|geq/iy);
    skipDosSpaces(reader);
    takeHere(reader, /(?:"[^"\n]{0,500}"|[^\s"()&|]+){1,20}/y);
  }
  delimiters(reader);
  const otherwise = (): number | undefined => {
    const { at } = reader;
    skipDosSpaces(reader);
    if (takeHere(reader, /else(?=[\s(])/iy) !== undefined) {
      skipDosSpaces(reader);
      return one(reader, undefined);
    }
    reader.at = at;
    return undefined;
  };
  const [last, other] = branches<Shape, never, number | undefined>(reader, [
    () => one(reader, stdin),
    otherwise,
  ]);
  return other ?? last;
}

/** `call :label`, a built-in command, or another batch file, which may set anything here. */
function called(reader: DosReader, stdin: number | undefined): number | undefined {
  const label = takeHere(reader, /:[^\s:+&|<>()^,;=]+/y);
  if (label === undefined) {
    const isBuiltIn = builtIns.test(matchHere(reader, /[\w.-]+/y)?.[0] ?? '');
    const { at } = reader;
    const before = reader.commands.length;
    const last = one(reader, stdin);
    if (!isBuiltIn) reader.state.setAnything();
    const isAgain = reader.commands
      .slice(before)
      .some(({ program, words }) =>
        [program, ...words].some((word) => staticText(word)?.includes('%') === true),
      );
    if (isAgain) unknown(reader, at, 'the words of `call` are expanded a second time');
    return last;
  }
  const args: Shape[] = [];
  eachCombination(reader, () => {
    args.length = 0;
    args.push(...argumentsOf(reader));
    callLabel(reader, label.slice(1).toLowerCase(), args);
  });
  return undefined;
}

/** `start "title" /d folder /b program …` runs the program, in the folder. */
function started(reader: DosReader, stdin: number | undefined): number | undefined {
  const begin = reader.at;
  reader.at += 5;
  delimiters(reader);
  const { state } = reader;
  reader.state = state.fork();
  if (takeHere(reader, /"[^"\n]*"|\^"[^\s"]{0,100}\^"/y) !== undefined) delimiters(reader);
  for (let option = startOption(reader); option !== undefined; option = startOption(reader)) {
    if (option === 'd') startIn(reader, begin);
    else if (/^(?:node|affinity|machine)$/.test(option)) takeHere(reader, /:?[\s,;=]*[^\s,;=&|]+/y);
    delimiters(reader);
  }
  const isBare = /^(?:\r|\n|&|\||\)|)$/.test(character(reader));
  const last = isBare ? undefined : one(reader, stdin);
  reader.state = state;
  return last;
}

/** The name of an option of `start`, in lower case. The folder of `/d` may be right behind it. */
const startOption = (reader: DosReader): string | undefined =>
  takeHere(reader, /\/(?:d(?![a-z]+(?:[\s,;=]|$))|[a-z]+)/iy)
    ?.slice(1)
    .toLowerCase();

/** `start /d folder`: what is started runs there. */
function startIn(reader: DosReader, start: number): void {
  delimiters(reader);
  const folder = readDosWord(reader, false);
  const words = [textShape('/d'), folder ?? anyShape('')];
  const about = { start, end: reader.at, stdin: undefined, redirects: [], certain: true };
  const index = addDosCommand(reader, { program: textShape('cd'), words, ...about });
  reader.state.locations = index === undefined ? ['floating'] : [index];
}
