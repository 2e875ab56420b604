/** Reads the pipelines of PowerShell: commands and expressions, with `|`, `&&` and `||` between them. */
import { anyShape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { assignInside, assignmentSign, readAssigned, someNumber } from './powershell-assignment.ts';
import { readScriptBody } from './powershell-block.ts';
import { commandArguments, readPowerShellCommand, readPowerShellRedirect } from './powershell-command.ts';
import { readExpression } from './powershell-expression.ts';
import { blockValue, call, readBlock } from './powershell-function.ts';
import {
  addPowerShellCommand,
  deeper,
  type PowerShellReader,
  sees,
  settled,
  skipSpaces,
  sourceAt,
} from './powershell-reader.ts';
import {
  anyValue,
  listOfItems,
  type PowerShellFunction,
  type PowerShellValue,
  textOfValue,
} from './powershell-value.ts';
import { word } from './powershell-word.ts';
import { character, matchHere, span, takeHere } from './text-reader.ts';
import type { WindowsRedirect } from './windows-script.ts';
import { perhapsRun } from './windows-state.ts';

/** Reads pipelines with `&&` and `||` between them, or an assignment. A pipeline behind an operator may not run. */
export function chain(reader: PowerShellReader): PowerShellValue | undefined {
  let value = pipeline(reader);
  for (;;) {
    skipSpaces(reader, false);
    if (takeHere(reader, /&&|\|\|/y) === undefined) break;
    skipSpaces(reader, true);
    value = perhapsRun<PowerShellValue, PowerShellFunction, PowerShellValue | undefined>(reader, () =>
      pipeline(reader),
    );
  }
  if (sees(reader, '&') && !sees(reader, '&&')) reader.at++;
  return value;
}

function pipeline(reader: PowerShellReader): PowerShellValue | undefined {
  let value: PowerShellValue | undefined;
  for (let count = 0; ; count++) {
    const start = reader.at;
    value = element(reader, value, count > 0);
    skipSpaces(reader, false);
    const next = matchHere(reader, /\s*\|(?!\|)/y);
    if (next === undefined || (next[0].includes('\n') && next[0].trim() !== '|')) break;
    reader.at += next[0].length;
    skipSpaces(reader, true);
    // The value of an expression goes through the pipe like the output of a command.
    if (count === 0 && value !== undefined && value.command === undefined)
      value = written(reader, value, start);
  }
  return value;
}

/** Adds the command that writes the value of an expression into the pipe, so that the next command has an input. */
export function written(reader: PowerShellReader, value: PowerShellValue, start: number): PowerShellValue {
  const command = addPowerShellCommand(reader, {
    program: textShape('Write-Output'),
    // A table is an object, and what it is for the next command is not known.
    words: value.entries === undefined ? value.items : [anyShape(sourceAt(reader, start))],
    stdin: undefined,
    redirects: [],
    certain: true,
    ...span(reader, start),
  });
  return { ...value, command };
}

/** Reads one part of a pipeline: a command or an expression. */
function element(
  reader: PowerShellReader,
  input: PowerShellValue | undefined,
  piped: boolean,
): PowerShellValue | undefined {
  skipSpaces(reader, false);
  const next = character(reader);
  if (next === '&' && !sees(reader, '&&')) return invoked(reader, input);
  if (matchHere(reader, /\.[\s("'$\u2018-\u201E]/y) !== undefined) return dotSourced(reader, input);
  if (
    /["'$(@[{]/.test(next) ||
    /[-+]?\d/.test(reader.text.slice(reader.at, reader.at + 2)) ||
    sees(reader, '!') ||
    matchHere(reader, /-(?:not|join|split|bnot)\b/iy)
  ) {
    const number = matchHere(reader, /\d[\w.]*[A-Za-z]\w*(?=\s)/y);
    if (number === undefined || /^\d+(?:kb|mb|gb)$/i.test(number[0]))
      return expressionElement(reader, input, piped);
  }
  return readPowerShellCommand(reader, undefined, input, reader.at);
}

/** `& 'C:\x.exe' args`, `& { … }`, `& $program`. */
function invoked(reader: PowerShellReader, input: PowerShellValue | undefined): PowerShellValue | undefined {
  const start = reader.at;
  reader.at++;
  skipSpaces(reader, false);
  return invokedAt(reader, start, input);
}

function invokedAt(
  reader: PowerShellReader,
  start: number,
  input: PowerShellValue | undefined,
): PowerShellValue | undefined {
  const before = reader.commands.length;
  const scripts = reader.turns.scripts;
  const value = sees(reader, '{') ? blockValue(reader) : word(reader);
  if (value?.block !== undefined) return call(reader, value.block, commandArguments(reader, []).words, input);
  const program =
    value === undefined ? anyShape(sourceAt(reader, start)) : textOfValue(value, sourceAt(reader, start));
  // `& ([scriptblock]::Create('…'))`: the script has been read.
  if (reader.turns.scripts > scripts && staticText(program) === undefined && reader.commands.length >= before)
    return skipArguments(reader);
  return readPowerShellCommand(reader, program, input, start);
}

function skipArguments(reader: PowerShellReader): PowerShellValue {
  const { words } = commandArguments(reader, []);
  return listOfItems(words);
}

/** `. file` and `. { … }` run in the current scope. */
function dotSourced(
  reader: PowerShellReader,
  input: PowerShellValue | undefined,
): PowerShellValue | undefined {
  const start = reader.at;
  reader.at++;
  skipSpaces(reader, false);
  if (sees(reader, '{')) {
    const value = readScriptBody(reader);
    skipArguments(reader);
    return settled(reader, value, sourceAt(reader, start));
  }
  // A name without a slash is not a file, but a command that runs in the current scope.
  const isName = matchHere(reader, /(?:'[\w-]+'|"[\w-]+"|[\w-]+)(?=[\s;)}|]|$)/y) !== undefined;
  const value = isName ? invokedAt(reader, start, input) : dotted(reader, input, start);
  reader.state.setAnything();
  return value;
}

/** A value behind `.`: a file, or the name of a command. */
function dotted(
  reader: PowerShellReader,
  input: PowerShellValue | undefined,
  start: number,
): PowerShellValue | undefined {
  const value = word(reader);
  const file = value === undefined ? anyShape('') : textOfValue(value, sourceAt(reader, start));
  const isFile = file.pieces.some((piece) => piece.kind === 'text' && /[\\/.]/.test(piece.text));
  if (value?.block !== undefined) return call(reader, value.block, commandArguments(reader, []).words, input);
  return isFile
    ? readPowerShellCommand(reader, textShape('.'), input, start, [file])
    : readPowerShellCommand(reader, file, input, start);
}

function expressionElement(
  reader: PowerShellReader,
  input: PowerShellValue | undefined,
  piped: boolean,
): PowerShellValue | undefined {
  const start = reader.at;
  if (matchHere(reader, assignmentSign) !== undefined) {
    readAssigned(reader);
    return undefined;
  }
  const counter = matchHere(reader, /\$(\w+)(?:\+\+|--)|(?:\+\+|--)\$(\w+)/y);
  if (counter !== undefined) {
    reader.at += counter[0].length;
    reader.state.set((counter[1] ?? counter[2] ?? '').toLowerCase(), someNumber(counter[0]));
    return undefined;
  }
  if (piped && sees(reader, '{')) {
    readBlock(reader, input);
    return undefined;
  }
  const value = readExpression(reader);
  const target = sourceAt(reader, start).trim();
  skipSpaces(reader, false);
  if (takeHere(reader, /(?:\+|\?\?)?=(?!=)/y) !== undefined) {
    skipSpaces(reader, true);
    const given = deeper(
      reader,
      () => anyValue(''),
      () => readAssigned(reader),
    );
    assignInside(reader, target, given);
    return undefined;
  }
  const redirects: WindowsRedirect[] = [];
  while (readPowerShellRedirect(reader, redirects)) skipSpaces(reader, false);
  if (redirects.length > 0) {
    addPowerShellCommand(reader, {
      program: textShape('Write-Output'),
      words: value.items,
      stdin: undefined,
      redirects,
      certain: true,
      ...span(reader, start),
    });
  }
  return value;
}
