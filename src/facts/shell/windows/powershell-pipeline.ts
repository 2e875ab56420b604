/** Reads the pipelines of PowerShell: commands and expressions, with `|`, `&&` and `||` between them. */
import { anyShape, staticText, textShape } from '../../../pattern/shape.ts';
import { assigned, assignInside, assignment, someNumber } from './powershell-assignment.ts';
import { body } from './powershell-block.ts';
import { command, commandArguments, redirect } from './powershell-command.ts';
import { expression } from './powershell-expression.ts';
import { block, blockValue, call } from './powershell-function.ts';
import { add, deeper, type Reader, sees, settled, sourceAt, spaces } from './powershell-reader.ts';
import { anyValue, type Definition, listValue, textOf, type Value } from './powershell-value.ts';
import { word } from './powershell-word.ts';
import { character, match, span, take } from './text-reader.ts';
import type { WindowsRedirect } from './windows-script.ts';
import { perhaps } from './windows-state.ts';

/** Reads pipelines with `&&` and `||` between them, or an assignment. A pipeline behind an operator may not run. */
export function chain(reader: Reader): Value | undefined {
  let value = pipeline(reader);
  for (;;) {
    spaces(reader, false);
    if (take(reader, /&&|\|\|/y) === undefined) break;
    spaces(reader, true);
    value = perhaps<Value, Definition, Value | undefined>(reader, () => pipeline(reader));
  }
  if (sees(reader, '&') && !sees(reader, '&&')) reader.at++;
  return value;
}

function pipeline(reader: Reader): Value | undefined {
  let value: Value | undefined;
  for (let count = 0; ; count++) {
    const start = reader.at;
    value = element(reader, value, count > 0);
    spaces(reader, false);
    const next = match(reader, /\s*\|(?!\|)/y);
    if (next === undefined || (next[0].includes('\n') && next[0].trim() !== '|')) break;
    reader.at += next[0].length;
    spaces(reader, true);
    // The value of an expression goes through the pipe like the output of a command.
    if (count === 0 && value !== undefined && value.command === undefined)
      value = written(reader, value, start);
  }
  return value;
}

/** Adds the command that writes the value of an expression into the pipe, so that the next command has an input. */
export function written(reader: Reader, value: Value, start: number): Value {
  const command = add(reader, {
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
function element(reader: Reader, input: Value | undefined, piped: boolean): Value | undefined {
  spaces(reader, false);
  const next = character(reader);
  if (next === '&' && !sees(reader, '&&')) return invoked(reader, input);
  if (match(reader, /\.[\s("'$\u2018-\u201E]/y) !== undefined) return dotSourced(reader, input);
  if (
    /["'$(@[{]/.test(next) ||
    /[-+]?\d/.test(reader.text.slice(reader.at, reader.at + 2)) ||
    sees(reader, '!') ||
    match(reader, /-(?:not|join|split|bnot)\b/iy)
  ) {
    const number = match(reader, /\d[\w.]*[A-Za-z]\w*(?=\s)/y);
    if (number === undefined || /^\d+(?:kb|mb|gb)$/i.test(number[0]))
      return expressionElement(reader, input, piped);
  }
  return command(reader, undefined, input, reader.at);
}

/** `& 'C:\x.exe' args`, `& { … }`, `& $program`. */
function invoked(reader: Reader, input: Value | undefined): Value | undefined {
  const start = reader.at;
  reader.at++;
  spaces(reader, false);
  return invokedAt(reader, start, input);
}

function invokedAt(reader: Reader, start: number, input: Value | undefined): Value | undefined {
  const before = reader.commands.length;
  const scripts = reader.turns.scripts;
  const value = sees(reader, '{') ? blockValue(reader) : word(reader);
  if (value?.block !== undefined) return call(reader, value.block, commandArguments(reader, []).words, input);
  const program =
    value === undefined ? anyShape(sourceAt(reader, start)) : textOf(value, sourceAt(reader, start));
  // `& ([scriptblock]::Create('…'))`: the script has been read.
  if (reader.turns.scripts > scripts && staticText(program) === undefined && reader.commands.length >= before)
    return skipArguments(reader);
  return command(reader, program, input, start);
}

function skipArguments(reader: Reader): Value {
  const { words } = commandArguments(reader, []);
  return listValue(words);
}

/** `. file` and `. { … }` run in the current scope. */
function dotSourced(reader: Reader, input: Value | undefined): Value | undefined {
  const start = reader.at;
  reader.at++;
  spaces(reader, false);
  if (sees(reader, '{')) {
    const value = body(reader);
    skipArguments(reader);
    return settled(reader, value, sourceAt(reader, start));
  }
  // A name without a slash is not a file, but a command that runs in the current scope.
  const isName = match(reader, /(?:'[\w-]+'|"[\w-]+"|[\w-]+)(?=[\s;)}|]|$)/y) !== undefined;
  const value = isName ? invokedAt(reader, start, input) : dotted(reader, input, start);
  reader.state.setAnything();
  return value;
}

/** A value behind `.`: a file, or the name of a command. */
function dotted(reader: Reader, input: Value | undefined, start: number): Value | undefined {
  const value = word(reader);
  const file = value === undefined ? anyShape('') : textOf(value, sourceAt(reader, start));
  const isFile = file.pieces.some((piece) => piece.kind === 'text' && /[\\/.]/.test(piece.text));
  if (value?.block !== undefined) return call(reader, value.block, commandArguments(reader, []).words, input);
  return isFile ? command(reader, textShape('.'), input, start, [file]) : command(reader, file, input, start);
}

function expressionElement(reader: Reader, input: Value | undefined, piped: boolean): Value | undefined {
  const start = reader.at;
  if (match(reader, assignment) !== undefined) {
    assigned(reader);
    return undefined;
  }
  const counter = match(reader, /\$(\w+)(?:\+\+|--)|(?:\+\+|--)\$(\w+)/y);
  if (counter !== undefined) {
    reader.at += counter[0].length;
    reader.state.set((counter[1] ?? counter[2] ?? '').toLowerCase(), someNumber(counter[0]));
    return undefined;
  }
  if (piped && sees(reader, '{')) {
    block(reader, input);
    return undefined;
  }
  const value = expression(reader);
  const target = sourceAt(reader, start).trim();
  spaces(reader, false);
  if (take(reader, /(?:\+|\?\?)?=(?!=)/y) !== undefined) {
    spaces(reader, true);
    const given = deeper(
      reader,
      () => anyValue(''),
      () => assigned(reader),
    );
    assignInside(reader, target, given);
    return undefined;
  }
  const redirects: WindowsRedirect[] = [];
  while (redirect(reader, redirects)) spaces(reader, false);
  if (redirects.length > 0) {
    add(reader, {
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
