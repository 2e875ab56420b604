/** Statements and pipelines of PowerShell: conditions, loops, functions, script blocks. */
import { anyShape, type Shape, showShape, staticText, textShape } from '../../pattern/shape.ts';
import { command, commandArguments, redirect } from './powershell-command.ts';
import { expression } from './powershell-expression.ts';
import {
  add,
  character,
  type Definition,
  deeper,
  match,
  plainName,
  type Reader,
  sees,
  sourceAt,
  spaces,
  span,
  take,
  unknown,
} from './powershell-reader.ts';
import { anyValue, joined, listValue, oneValue, staticOf, textOf, type Value } from './powershell-value.ts';
import { word } from './powershell-word.ts';
import { mostWindowsCommands, type WindowsRedirect } from './windows-script.ts';

/** Reads statements up to what closes them, which is taken too. Gives the value of the last one. */
export function statements(reader: Reader, close: string | undefined): Value {
  const values: Value[] = [];
  while (reader.at < reader.end) {
    const before = reader.at;
    spaces(reader, true);
    if (close !== undefined && sees(reader, close)) {
      reader.at++;
      break;
    }
    if (take(reader, /[;,|]|&&/y) === undefined && reader.at < reader.end) {
      const value = deeper(
        reader,
        () => undefined,
        () => statement(reader),
      );
      if (value !== undefined) values.push(value);
    }
    if (reader.at === before) {
      if (!/[)}\]]/.test(character(reader)))
        unknown(reader, reader.at, 'this is not understood', reader.at + 1);
      reader.at++;
    }
  }
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  return { ...listValue(values.flatMap(({ items }) => items)), command: values.at(-1)?.command };
}

const keyword =
  /(?:if|elseif|else|foreach|for|while|do|until|switch|try|catch|finally|function|filter|workflow|param|begin|process|end|dynamicparam|class|enum|return|throw|trap|exit|data|using|in|break|continue|default)(?![\w-])/iy;

export function statement(reader: Reader): Value | undefined {
  const word = match(reader, keyword)?.[0].toLowerCase();
  if (word !== undefined) return keywordStatement(reader, word);
  if (take(reader, /:[A-Za-z]\w*(?=\s)/y) !== undefined) return undefined;
  return chain(reader);
}

function keywordStatement(reader: Reader, word: string): Value | undefined {
  reader.at += word.length;
  spaces(reader, true);
  switch (word) {
    case 'function':
    case 'filter':
    case 'workflow':
      return definition(reader);
    case 'class':
    case 'enum':
      take(reader, /[^\s({]+/y);
      spaces(reader, true);
      take(reader, /:[^{]{0,200}(?=\{)/y);
      break;
    case 'break':
    case 'continue':
      take(reader, /\w+/y);
      return undefined;
    case 'using':
      take(reader, /[^\n;]*/y);
      return undefined;
    case 'foreach':
      if (sees(reader, '(')) return forEach(reader);
      return chain(reader);
    case 'catch':
    case 'trap':
      take(reader, /(?:\[[^\]\n]{0,200}\][\s,]*)+/y);
      break;
    case 'switch':
      take(reader, /(?:-\w+\s+)+/y);
      break;
    case 'return':
    case 'throw':
    case 'exit':
      return /[;}\n)]/.test(character(reader)) || reader.at >= reader.end ? undefined : chain(reader);
    default:
  }
  if (sees(reader, '(')) {
    reader.at++;
    statements(reader, ')');
    spaces(reader, true);
  }
  return undefined;
}

/** `function name($a, $b) { … }`: its body is read for each call, and once at the end where there is none. */
export function definition(reader: Reader): undefined {
  const name = take(reader, /[^\s({]+/y);
  spaces(reader, true);
  const header = match(reader, /\(([^){}]{0,500})\)\s*/y);
  if (header !== undefined) reader.at += header[0].length;
  if (name === undefined || !sees(reader, '{')) return undefined;
  const inner = /^\{\s*(?:\[CmdletBinding[^\]]{0,100}\]\s*)?param\s*\(([^{}]{0,1000})/i.exec(
    reader.text.slice(reader.at, reader.at + 1200),
  );
  const list = (header?.[1] ?? '') + (inner?.[1] ?? '');
  const parameters = [...list.matchAll(/\$(\w+)/g)].map(([, each = '']) => each.toLowerCase());
  reader.functions.set(name.toLowerCase(), { text: reader.text, start: reader.at, parameters });
  const passing: Reader = {
    ...reader,
    commands: [],
    unknowns: [],
    findings: [],
    names: new Map(reader.names),
  };
  block(passing, undefined);
  reader.at = passing.at;
  return undefined;
}

/** Functions that are not called here count all the same. */
export function uncalled(reader: Reader): void {
  for (const [name, { text, start }] of reader.functions) {
    if (reader.called.has(name) || reader.turns.scripts >= 100) continue;
    reader.turns.scripts++;
    const { at } = reader;
    if (text === reader.text) {
      reader.at = start;
      block(reader, undefined);
    } else {
      const body: Reader = {
        ...reader,
        text,
        end: text.length,
        at: start,
        inside: reader.inside ?? { start: 0, end: reader.end },
      };
      block(body, undefined);
    }
    reader.at = at;
  }
}

/** A call of such a function: its body with these arguments. */
export function callFunction(
  reader: Reader,
  { start, parameters }: Definition,
  words: readonly Shape[],
): void {
  const back = reader.at;
  const names = new Map(reader.names);
  reader.turns.scripts += 5;
  let position = 0;
  for (let index = 0; index < words.length; index++) {
    const name = /^-(\w+):?$/.exec(staticText(words[index] ?? anyShape('')) ?? '')?.[1]?.toLowerCase();
    const parameter =
      name === undefined ? parameters[position++] : parameters.find((each) => each.startsWith(name));
    const value = name === undefined ? words[index] : words[++index];
    if (parameter !== undefined && value !== undefined) reader.names.set(parameter, oneValue(value));
  }
  reader.names.set('args', listValue(words));
  reader.at = start;
  block(reader, undefined);
  reader.at = back;
  reader.names.clear();
  for (const [name, value] of names) reader.names.set(name, value);
}

/** `foreach ($x in 'a', 'b') { … }`: read once for each item that is known. */
function forEach(reader: Reader): undefined {
  reader.at++;
  spaces(reader, true);
  const name = take(reader, /\$[\w:]+/y);
  spaces(reader, true);
  take(reader, /in(?![\w-])/iy);
  spaces(reader, true);
  const value = name === undefined ? anyValue('') : (chain(reader) ?? anyValue(''));
  spaces(reader, true);
  if (sees(reader, ')')) reader.at++;
  spaces(reader, true);
  if (name === undefined || !sees(reader, '{')) return undefined;
  blockFor(reader, name.slice(1), value);
  return undefined;
}

/** Reads a block for every item that a name stands for in it, while they are few. */
function blockFor(reader: Reader, name: string, value: Value): void {
  const start = reader.at;
  const few =
    value.items.length <= 20 &&
    reader.commands.length + value.items.length * 10 < mostWindowsCommands &&
    reader.turns.scripts < 100;
  const items: readonly Value[] =
    few && value.items.length > 0 ? value.items.map(oneValue) : [anyValue(`$${name}`)];
  if (items.length > 1) reader.turns.scripts += items.length;
  for (const item of items) {
    reader.at = start + 1;
    reader.names.set(name.toLowerCase(), item);
    statements(reader, '}');
  }
  reader.names.delete(name.toLowerCase());
}

/** Pipelines with `&&` and `||` between, or an assignment. */
function chain(reader: Reader): Value | undefined {
  let value = pipeline(reader);
  for (;;) {
    spaces(reader, false);
    if (take(reader, /&&|\|\|/y) === undefined) break;
    spaces(reader, true);
    value = pipeline(reader);
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
    // What an expression gives goes on as if it had been written out by a command.
    if (count === 0 && value !== undefined && value.command === undefined)
      value = written(reader, value, start);
  }
  return value;
}

export function written(reader: Reader, value: Value, start: number): Value {
  const command = add(reader, {
    program: textShape('Write-Output'),
    words: value.items,
    stdin: undefined,
    redirects: [],
    certain: true,
    ...span(reader, start),
  });
  return { ...value, command };
}

/** One part of a pipeline: a command or an expression. */
function element(reader: Reader, input: Value | undefined, piped: boolean): Value | undefined {
  spaces(reader, false);
  const next = character(reader);
  if (next === '&' && !sees(reader, '&&')) return invoked(reader, input);
  if (next === '.' && /\.\s/y.test(reader.text.slice(reader.at, reader.at + 2)))
    return dotSourced(reader, input);
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
  if (sees(reader, '{')) {
    block(reader, input);
    return skipArguments(reader);
  }
  const before = reader.commands.length;
  const scripts = reader.turns.scripts;
  const value = word(reader);
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

function dotSourced(reader: Reader, input: Value | undefined): Value | undefined {
  const start = reader.at;
  reader.at++;
  spaces(reader, false);
  if (sees(reader, '{')) {
    block(reader, input);
    return undefined;
  }
  return command(reader, textShape('.'), input, start);
}

function expressionElement(reader: Reader, input: Value | undefined, piped: boolean): Value | undefined {
  const start = reader.at;
  const target = match(reader, /(?:\[[\w.[\]]{1,80}\]\s*)*\$(?:\{([^}\n]{1,100})\}|([\w:]+))\s*(\+?)=(?!=)/y);
  if (target !== undefined) {
    reader.at += target[0].length;
    spaces(reader, true);
    const value =
      deeper(
        reader,
        () => undefined,
        () => statement(reader),
      ) ?? anyValue('');
    const name = plainName(target[1] ?? target[2] ?? '');
    const before = reader.names.get(name);
    const source = sourceAt(reader, start);
    const isCount = /^\d+$/.test(staticOf(before) ?? '') && /^\d+$/.test(staticOf(value) ?? '');
    const added = isCount ? someNumber(source) : joined(before ?? anyValue(''), value, source);
    reader.names.set(name, target[3] === '+' ? added : value);
    return undefined;
  }
  const counter = match(reader, /\$(\w+)(?:\+\+|--)|(?:\+\+|--)\$(\w+)/y);
  if (counter !== undefined) {
    reader.at += counter[0].length;
    reader.names.set((counter[1] ?? counter[2] ?? '').toLowerCase(), someNumber(counter[0]));
    return undefined;
  }
  if (piped && sees(reader, '{')) {
    block(reader, input);
    return undefined;
  }
  const value = expression(reader);
  spaces(reader, false);
  if (take(reader, /\+?=(?!=)/y) !== undefined) {
    spaces(reader, true);
    deeper(
      reader,
      () => undefined,
      () => statement(reader),
    );
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

const someNumber = (source: string): Value => oneValue({ pieces: [{ kind: 'name' }], source });

/** `{ … }`: its commands count, with `$_` for what comes through the pipe. */
export function block(reader: Reader, input: Value | undefined): void {
  deeper(
    reader,
    () => undefined,
    () => {
      const before = new Map(reader.names);
      if (input !== undefined && input.items.length > 0) blockFor(reader, '_', { ...input, isList: true });
      else {
        reader.at++;
        statements(reader, '}');
      }
      keep(reader, before);
      return undefined;
    },
  );
}

/** A block may not have run: names that it changed are also what they were. */
function keep({ names }: Reader, before: ReadonlyMap<string, Value>): void {
  for (const [name, value] of before) {
    const now = names.get(name);
    if (now === undefined || now === value) continue;
    const items = new Map([...value.items, ...now.items].map((item) => [showShape(item), item]));
    names.set(name, listValue([...items.values()]));
  }
}
