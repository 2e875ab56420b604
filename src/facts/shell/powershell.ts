/**
 * Scripts of PowerShell → their commands. Statements, pipelines, script blocks and
 * subexpressions are followed; blocks count as if they ran. Variables are followed where
 * they are given texts; what else they hold is not known. Text that is run as a script
 * is read again where it is known.
 */
import { anyShape, type Shape, staticText, textShape } from '../../pattern/shape.ts';
import type { CodeFinding } from '../code/finding.ts';
import { useMember } from './powershell-net.ts';
import { concat, joinWindowsPath } from './powershell-text.ts';
import { anyValue, joined, listValue, oneValue, staticOf, textOf, type Value } from './powershell-value.ts';
import { windowsVariable } from './windows-environment.ts';
import {
  longestWindowsScript,
  mostWindowsCommands,
  type WindowsCommand,
  type WindowsRedirect,
  type WindowsScript,
  type WindowsUnknown,
} from './windows-script.ts';

export { decodePowerShell } from './powershell-text.ts';

interface Reader {
  readonly text: string;
  readonly end: number;
  readonly commands: WindowsCommand[];
  readonly unknowns: WindowsUnknown[];
  readonly findings: CodeFinding[];
  /** In lower case, without the scope. */
  readonly names: Map<string, Value>;
  readonly aliases: Map<string, string>;
  readonly functions: Map<string, Definition>;
  /** Those of them that are called. */
  readonly called: Set<string>;
  /** Set for text that is run as a script: where it stands in the script that was given. */
  readonly inside: { readonly start: number; readonly end: number } | undefined;
  readonly turns: { scripts: number };
  at: number;
  depth: number;
}

/** A function of the script: where its body opens, and what its parameters are called. */
interface Definition {
  readonly text: string;
  readonly start: number;
  readonly parameters: readonly string[];
}

const deepest = 60;

export function readPowerShell(text: string): WindowsScript {
  const end = Math.min(text.length, longestWindowsScript);
  const reader: Reader = {
    text,
    end,
    commands: [],
    unknowns: [],
    findings: [],
    names: new Map(),
    aliases: new Map(),
    functions: new Map(),
    called: new Set(),
    inside: undefined,
    turns: { scripts: 0 },
    at: 0,
    depth: 0,
  };
  statements(reader, undefined);
  uncalled(reader);
  if (end < text.length) unknown(reader, end, 'the script is too long to be read as a whole', text.length);
  const { commands, unknowns, findings } = reader;
  return { commands, unknowns, findings };
}

// Places.

const span = (reader: Reader, start: number, end = reader.at): { start: number; end: number } =>
  reader.inside ?? { start, end };

const sourceAt = (reader: Reader, start: number): string => reader.text.slice(start, Math.min(reader.at, start + 200));

function unknown(reader: Reader, start: number, why: string, end = reader.at): void {
  if (reader.unknowns.length >= 100) return;
  const text = reader.text.slice(start, Math.min(end, start + 200));
  reader.unknowns.push({ text, why, ...span(reader, start, end) });
}

function match(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  return found !== null && found.index + found[0].length <= reader.end ? found : undefined;
}

function take(reader: Reader, pattern: RegExp): string | undefined {
  const found = match(reader, pattern)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

const sees = (reader: Reader, text: string): boolean => reader.at < reader.end && reader.text.startsWith(text, reader.at);
const character = (reader: Reader): string => (reader.at < reader.end ? (reader.text[reader.at] ?? '') : '');

function spaces(reader: Reader, lines: boolean): void {
  for (;;) {
    const before = reader.at;
    take(reader, lines ? /[\s\uFEFF]+/y : /[^\S\r\n]+/y);
    take(reader, /`\r?\n/y);
    if (sees(reader, '<#')) {
      const end = reader.text.indexOf('#>', reader.at);
      reader.at = end < 0 ? reader.end : Math.min(end + 2, reader.end);
    } else if (sees(reader, '#')) take(reader, /#[^\n]*/y);
    if (reader.at === before) return;
  }
}

function deeper<Result>(reader: Reader, otherwise: () => Result, read: () => Result): Result {
  if (reader.depth >= deepest) {
    unknown(reader, reader.at, 'the script is too deeply nested to be read', reader.end);
    reader.at = reader.end;
    return otherwise();
  }
  reader.depth++;
  const result = read();
  reader.depth--;
  return result;
}

// Statements.

/** Reads statements up to what closes them, which is taken too. Gives the value of the last one. */
function statements(reader: Reader, close: string | undefined): Value {
  const values: Value[] = [];
  while (reader.at < reader.end) {
    const before = reader.at;
    spaces(reader, true);
    if (close !== undefined && sees(reader, close)) {
      reader.at++;
      break;
    }
    if (take(reader, /[;,|]|&&/y) === undefined && reader.at < reader.end) {
      const value = deeper(reader, () => undefined, () => statement(reader));
      if (value !== undefined) values.push(value);
    }
    if (reader.at === before) {
      if (!/[)}\]]/.test(character(reader))) unknown(reader, reader.at, 'this is not understood', reader.at + 1);
      reader.at++;
    }
  }
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  return { ...listValue(values.flatMap(({ items }) => items)), command: values.at(-1)?.command };
}

const keyword = /(?:if|elseif|else|foreach|for|while|do|until|switch|try|catch|finally|function|filter|workflow|param|begin|process|end|dynamicparam|class|enum|return|throw|trap|exit|data|using|in|break|continue|default)(?![\w-])/iy;

function statement(reader: Reader): Value | undefined {
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
function definition(reader: Reader): undefined {
  const name = take(reader, /[^\s({]+/y);
  spaces(reader, true);
  const header = match(reader, /\(([^){}]{0,500})\)\s*/y);
  if (header !== undefined) reader.at += header[0].length;
  if (name === undefined || !sees(reader, '{')) return undefined;
  const inner = /^\{\s*(?:\[CmdletBinding[^\]]{0,100}\]\s*)?param\s*\(([^{}]{0,1000})/i.exec(reader.text.slice(reader.at, reader.at + 1200));
  const list = (header?.[1] ?? '') + (inner?.[1] ?? '');
  const parameters = [...list.matchAll(/\$(\w+)/g)].map(([, each = '']) => each.toLowerCase());
  reader.functions.set(name.toLowerCase(), { text: reader.text, start: reader.at, parameters });
  const passing: Reader = { ...reader, commands: [], unknowns: [], findings: [], names: new Map(reader.names) };
  block(passing, undefined);
  reader.at = passing.at;
  return undefined;
}

/** Functions that are not called here count all the same. */
function uncalled(reader: Reader): void {
  for (const [name, { text, start }] of reader.functions) {
    if (reader.called.has(name) || reader.turns.scripts >= 100) continue;
    reader.turns.scripts++;
    const { at } = reader;
    if (text === reader.text) {
      reader.at = start;
      block(reader, undefined);
    } else {
      const body: Reader = { ...reader, text, end: text.length, at: start, inside: reader.inside ?? { start: 0, end: reader.end } };
      block(body, undefined);
    }
    reader.at = at;
  }
}

/** A call of such a function: its body with these arguments. */
function callFunction(reader: Reader, { start, parameters }: Definition, words: readonly Shape[]): void {
  const back = reader.at;
  const names = new Map(reader.names);
  reader.turns.scripts += 5;
  let position = 0;
  for (let index = 0; index < words.length; index++) {
    const name = /^-(\w+):?$/.exec(staticText(words[index] ?? anyShape('')) ?? '')?.[1]?.toLowerCase();
    const parameter = name === undefined ? parameters[position++] : parameters.find((each) => each.startsWith(name));
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
  const few = value.items.length <= 20 && reader.commands.length + value.items.length * 10 < mostWindowsCommands && reader.turns.scripts < 100;
  const items: readonly Value[] = few && value.items.length > 0 ? value.items.map(oneValue) : [anyValue(`$${name}`)];
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
    if (count === 0 && value !== undefined && value.command === undefined) value = written(reader, value, start);
  }
  return value;
}

function written(reader: Reader, value: Value, start: number): Value {
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

function add(reader: Reader, command: WindowsCommand): number {
  if (reader.commands.length < mostWindowsCommands) reader.commands.push(command);
  else if (reader.commands.length === mostWindowsCommands && reader.unknowns.length < 100) {
    unknown(reader, reader.at, 'the script has too many commands to be read', reader.end);
    reader.at = reader.end;
  }
  return reader.commands.length - 1;
}

/** One part of a pipeline: a command or an expression. */
function element(reader: Reader, input: Value | undefined, piped: boolean): Value | undefined {
  spaces(reader, false);
  const next = character(reader);
  if (next === '&' && !sees(reader, '&&')) return invoked(reader, input);
  if (next === '.' && /\.\s/y.test(reader.text.slice(reader.at, reader.at + 2))) return dotSourced(reader, input);
  if (/["'$(@[{]/.test(next) || /[-+]?\d/.test(reader.text.slice(reader.at, reader.at + 2)) || sees(reader, '!') || match(reader, /-(?:not|join|split|bnot)\b/iy)) {
    const number = match(reader, /\d[\w.]*[A-Za-z]\w*(?=\s)/y);
    if (number === undefined || /^\d+(?:kb|mb|gb)$/i.test(number[0])) return expressionElement(reader, input, piped);
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
  const program = value === undefined ? anyShape(sourceAt(reader, start)) : textOf(value, sourceAt(reader, start));
  // `& ([scriptblock]::Create('…'))`: the script has been read.
  if (reader.turns.scripts > scripts && staticText(program) === undefined && reader.commands.length >= before) return skipArguments(reader);
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
    reader.names.set(name, target[3] === '+' ? joined(before ?? anyValue(''), value, sourceAt(reader, start)) : value);
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
    add(reader, { program: textShape('Write-Output'), words: value.items, stdin: undefined, redirects, certain: true, ...span(reader, start) });
  }
  return value;
}

const plainName = (name: string): string => name.toLowerCase().replace(/^(?:script|global|local|private|using|variable):/, '');

/** `{ … }`: its commands count, with `$_` for what comes through the pipe. */
function block(reader: Reader, input: Value | undefined): void {
  deeper(reader, () => undefined, () => {
    if (input !== undefined && input.items.length > 0) blockFor(reader, '_', { ...input, isList: true });
    else {
      reader.at++;
      statements(reader, '}');
    }
    return undefined;
  });
}

// Commands.

/** A bare word and its arguments. `program`: where it has been read already. */
function command(reader: Reader, given: Shape | undefined, input: Value | undefined, start: number): Value | undefined {
  const value = given === undefined ? bareWord(reader) : oneValue(given);
  if (value === undefined) return undefined;
  let program = textOf(value, sourceAt(reader, start));
  const alias = reader.aliases.get((staticText(program) ?? '').toLowerCase());
  if (alias !== undefined) program = textShape(alias, program.source);
  const name = (staticText(program) ?? '').toLowerCase().replace(/^.*[\\/]/, '').replace(/\.exe$/, '');
  const redirects: WindowsRedirect[] = [];
  const { words, inner } = commandArguments(reader, redirects, input);
  const own = reader.functions.get(name);
  if (own !== undefined && own.text === reader.text && reader.turns.scripts < 100 && reader.depth < 20) {
    reader.called.add(name);
    callFunction(reader, own, words);
    if (redirects.length === 0) return anyValue(sourceAt(reader, start));
    program = textShape('Write-Output');
  }
  const stdin = input?.command ?? (/^(?:iex|invoke-expression)$/.test(name) ? inner : undefined);
  const index = add(reader, { program, words, stdin, redirects, certain: true, ...span(reader, start) });
  follow(reader, name, words, input, start);
  return { ...resultOf(name, words, sourceAt(reader, start)), command: index };
}

/** What is known to run text, or to name things. */
function follow(reader: Reader, name: string, words: readonly Shape[], input: Value | undefined, start: number): void {
  switch (name) {
    case 'iex':
    case 'invoke-expression': {
      const given = words.filter((each) => !/^-/.test(staticText(each) ?? ''));
      const text = given.length > 0 ? given[given.length - 1] : input === undefined ? undefined : textOf(input, '');
      if (text !== undefined) script(reader, text, start);
      return;
    }
    case 'set-alias':
    case 'new-alias':
    case 'sal':
    case 'nal': {
      const [alias, target] = words.map(staticText).filter((each) => each !== undefined && !/^-(?:name|value|force|scope)$/i.test(each));
      if (alias !== undefined && target !== undefined) reader.aliases.set(alias.toLowerCase(), target);
      return;
    }
    case 'set-variable':
    case 'sv':
    case 'new-variable': {
      const [variable, ...rest] = words.filter((each) => !/^-(?:name|value|force|scope)$/i.test(staticText(each) ?? ''));
      const target = variable === undefined ? undefined : staticText(variable);
      if (target !== undefined) reader.names.set(target.toLowerCase(), listValue(rest));
      return;
    }
    case 'add-type':
      if (words.some((each) => /^-(?:t|m)/i.test(staticText(each) ?? ''))) unknown(reader, start, 'code in another language is compiled and run');
      return;
    default:
  }
}

/** Text that is run as a script. */
function script(reader: Reader, text: Shape, start: number): void {
  const known = staticText(text);
  if (known === undefined || reader.turns.scripts >= 100 || known.length > longestWindowsScript) {
    unknown(reader, start, 'text that is not known is run as a script');
    return;
  }
  reader.turns.scripts++;
  const inner: Reader = { ...reader, text: known, end: known.length, at: 0, inside: span(reader, start), depth: reader.depth + 10 };
  if (inner.depth >= deepest) unknown(reader, start, 'scripts are run inside of scripts too often to be followed');
  else statements(inner, undefined);
}

/** What the output of a command is, where that is a path or its own words. */
function resultOf(name: string, words: readonly Shape[], source: string): Value {
  const operands = words.filter((each) => !/^-[A-Za-z]/.test(staticText(each) ?? ''));
  const [first] = operands;
  switch (name) {
    case 'join-path':
      return oneValue(joinWindowsPath(operands, source));
    case 'write-output':
    case 'echo':
    case 'write':
    case 'resolve-path':
    case 'convert-path':
    case 'get-item':
    case 'gi':
      return operands.length === 1 && first !== undefined ? oneValue(first) : listValue(operands);
    case 'get-childitem':
    case 'gci':
    case 'dir':
    case 'ls':
      return oneValue(first === undefined ? anyShape(source) : concat([first, textShape('/'), anyShape('')], source));
    case 'get-location':
    case 'pwd':
    case 'gl':
      return oneValue(textShape('.', source));
    case 'split-path':
      return anyValue(source);
    case 'new-object': {
      const names = operands.map(staticText);
      const type = typeName(names[0] ?? '');
      return { ...anyValue(source), type };
    }
    case 'get-date':
    case 'get-random':
      return oneValue({ pieces: [{ kind: 'name' }], source });
    default:
      return anyValue(source);
  }
}

const typeName = (name: string): string => name.toLowerCase().replace(/\s/g, '').replace(/^system\./, '');

interface Arguments {
  readonly words: readonly Shape[];
  /** A command in brackets among the arguments. */
  readonly inner: number | undefined;
}

function commandArguments(reader: Reader, redirects: WindowsRedirect[], input?: Value): Arguments {
  const words: Shape[] = [];
  let inner: number | undefined;
  for (;;) {
    spaces(reader, false);
    if (reader.at >= reader.end || /[\r\n;|)}]/.test(character(reader)) || sees(reader, '&')) break;
    const before = reader.at;
    if (redirect(reader, redirects)) continue;
    if (sees(reader, '--%')) {
      const rest = take(reader, /--%[^\n|]*/y) ?? '';
      words.push(...rest.slice(3).trim().split(/\s+/).filter((each) => each !== '').map((each) => textShape(each)));
      continue;
    }
    if (sees(reader, '{')) {
      block(reader, input);
      continue;
    }
    const splat = match(reader, /@([A-Za-z_]\w*)/y);
    if (splat !== undefined) {
      reader.at += splat[0].length;
      words.push(...splatted(reader.names.get(splat[1]?.toLowerCase() ?? ''), splat[0]));
      continue;
    }
    const value = word(reader);
    if (value !== undefined) {
      words.push(...value.items.slice(0, 200));
      inner = value.command ?? inner;
    }
    spaces(reader, false);
    if (sees(reader, ',')) reader.at++;
    if (sees(reader, '\n') && reader.text[reader.at - 1] === ',') spaces(reader, true);
    if (reader.at === before) reader.at++;
    if (words.length > 2000) break;
  }
  return { words, inner };
}

/** `@params`: names and values of a table, or the items of a list. */
function splatted(value: Value | undefined, source: string): readonly Shape[] {
  if (value === undefined) return [anyShape(source)];
  if (value.entries === undefined) return value.items;
  return [...value.entries].flatMap(([name, each]) =>
    /^true$/i.test(staticOf(each) ?? '') ? [textShape(`-${name}`)] : [textShape(`-${name}`), ...each.items],
  );
}

function redirect(reader: Reader, redirects: WindowsRedirect[]): boolean {
  const operator = match(reader, /[1-6*]?>>?(?:&[1-6])?|<(?!#)/y)?.[0];
  if (operator === undefined) return false;
  reader.at += operator.length;
  if (operator.includes('&')) return true;
  spaces(reader, false);
  const value = word(reader);
  const path = value === undefined ? undefined : textOf(value, sourceAt(reader, reader.at));
  if (path !== undefined && !/^(?:|nul|null|\$null)$/i.test(staticText(path) ?? path.source)) {
    redirects.push({ use: operator.startsWith('<') ? 'read' : 'write', path });
  }
  return true;
}

// Words.

/** The name of a command: a bare word. */
function bareWord(reader: Reader): Value | undefined {
  const start = reader.at;
  const value = word(reader);
  return reader.at === start ? undefined : value;
}

/** An argument: bare, quoted, an expression in brackets, a variable; or several of these side by side. */
function word(reader: Reader): Value | undefined {
  const start = reader.at;
  const next = character(reader);
  if (next === '(' || next === '@' || next === '[' || (next === '$' && !/[\w{:?^_$]/.test(reader.text[reader.at + 1] ?? '') && reader.text[reader.at + 1] !== '(')) {
    if (next !== '@' || /[({'"]/.test(reader.text[reader.at + 1] ?? '')) {
      if (next !== '[' || match(reader, /\[[\w.[\]]{1,80}\](?:::|[$("'@])/y)) return deeper(reader, () => undefined, () => postfix(reader, primary(reader)));
    }
  }
  const parts: Value[] = [];
  while (reader.at < reader.end) {
    const part = wordPart(reader, parts.length === 0);
    if (part === undefined) break;
    parts.push(part);
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  if (parts.length === 0) return undefined;
  const source = sourceAt(reader, start);
  return oneValue(concat(parts.map((part) => textOf(part, source)), source));
}

function wordPart(reader: Reader, first: boolean): Value | undefined {
  const next = character(reader);
  const start = reader.at;
  if (next === '"' || next === "'" || isCurly(next)) {
    const value = quotedText(reader);
    return first ? members(reader, value) : value;
  }
  if (next === '$') {
    if (reader.text[reader.at + 1] === '(') return primary(reader);
    const value = primary(reader);
    return members(reader, value);
  }
  const bare = take(reader, /(?:`[^\r\n]|[^\s`'"$;|&(){},<>#\u2018-\u201E]|(?<=[\w-])#|(?<=[\w-])[<>](?=[\w]))+/y);
  if (bare !== undefined) {
    const text = bare.replace(/`(.)/gs, '$1').replace(/[\u2013\u2014\u2015]/g, '-');
    return oneValue(globbed(text, sourceAt(reader, start)));
  }
  if (next === '#' && !first) {
    reader.at++;
    return oneValue(textShape('#'));
  }
  return undefined;
}

/** `*` and `?` in a bare word stand for names of files. */
function globbed(text: string, source: string): Shape {
  if (!/[*?]/.test(text)) return /^~(?=$|[\\/])/.test(text) ? concat([windowsVariable('home', '~'), textShape(text.slice(1))], source) : textShape(text, source);
  const parts = text.match(/[*?]|[^*?]+/g) ?? [];
  const shape = {
    pieces: parts.map((part) => (part === '*' || part === '?' ? ({ kind: 'glob', glob: part } as const) : ({ kind: 'text', text: part } as const))),
    source,
  };
  const tilde = /^~(?=[\\/])/.test(text);
  if (!tilde) return shape;
  const [, ...rest] = shape.pieces;
  return concat([windowsVariable('home', '~'), textShape((parts[0] ?? '').slice(1)), { pieces: rest, source }], source);
}

const isCurly = (text: string): boolean => /[\u2018\u2019\u201A\u201C\u201D\u201E]/.test(text);

function quotedText(reader: Reader): Value {
  const start = reader.at;
  const quote = character(reader);
  reader.at++;
  const single = /['\u2018\u2019\u201A]/.test(quote);
  const closes = single ? /['\u2018\u2019\u201A]/ : /["\u201C\u201D\u201E]/;
  const parts: Shape[] = [];
  let text = '';
  while (reader.at < reader.end) {
    const next = character(reader);
    if (closes.test(next)) {
      const doubled = closes.test(reader.text[reader.at + 1] ?? '');
      reader.at += doubled ? 2 : 1;
      if (!doubled) break;
      text += next;
    } else if (single) {
      text += next;
      reader.at++;
    } else {
      const inserted = insertedAt(reader);
      if (typeof inserted === 'string') text += inserted;
      else {
        parts.push(textShape(text), inserted);
        text = '';
      }
    }
  }
  const source = sourceAt(reader, start);
  return oneValue(concat([...parts, textShape(text)], source));
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
]);

/** In double quotes: a character, an escape, a variable or `$(…)`. */
function insertedAt(reader: Reader): string | Shape {
  const next = character(reader);
  const start = reader.at;
  if (next === '`') {
    const escaped = reader.text[reader.at + 1] ?? '';
    reader.at += 2;
    return escapes.get(escaped) ?? escaped;
  }
  if (next === '$' && (reader.text[reader.at + 1] === '(' || match(reader, /\$(?:\{[^}\n]{1,100}\}|[A-Za-z_?^$][\w]*(?::\w+)?)/y))) {
    const value = reader.text[reader.at + 1] === '(' ? primary(reader) : variable(reader, true);
    const source = sourceAt(reader, start);
    return value === undefined ? anyShape(source) : textOf(value, source);
  }
  reader.at++;
  return next;
}

function hereString(reader: Reader): Value {
  const start = reader.at;
  const opening = take(reader, /@['"][^\S\n]*\n?/y) ?? '';
  const single = opening.startsWith("@'");
  const closing = reader.text.indexOf(single ? "\n'@" : '\n"@', reader.at - 1);
  const end = closing < 0 ? reader.end : Math.min(closing, reader.end);
  const parts: Shape[] = [];
  let text = '';
  if (single) {
    text = reader.text.slice(reader.at, Math.max(reader.at, end));
    reader.at = end;
  }
  while (reader.at < end) {
    const inserted = insertedAt(reader);
    if (typeof inserted === 'string') text += inserted;
    else {
      parts.push(textShape(text), inserted);
      text = '';
    }
  }
  reader.at = Math.min(reader.end, closing < 0 ? reader.end : Math.max(reader.at, closing + 3));
  return oneValue(concat([...parts, textShape(text)], sourceAt(reader, start)));
}

// Expressions.

const operators = /-(?:join|split|f|replace|eq|ne|gt|lt|ge|le|like|notlike|match|notmatch|contains|notcontains|in|notin|is|isnot|as|and|or|xor|band|bor|creplace|ireplace|ceq|ieq|isplit|csplit)(?![\w-])|\.\.|[-+*/%](?!=)/iy;

/** Operands with operators between; commas make lists of operands, but for the arguments of a method. */
function expression(reader: Reader, lists = true): Value {
  return deeper(
    reader,
    () => anyValue(''),
    () => {
      const start = reader.at;
      let left = operand(reader, lists);
      for (let count = 0; count < 1000; count++) {
        spaces(reader, !lists);
        const operator = take(reader, operators)?.toLowerCase();
        if (operator === undefined) return left;
        spaces(reader, true);
        left = combine(operator, left, operand(reader, lists), sourceAt(reader, start));
      }
      return left;
    },
  );
}

/** `'a', 'b'`: commas bind tighter than any operator. */
function operand(reader: Reader, lists: boolean): Value {
  const first = unary(reader);
  if (!lists) return first;
  const items = [...first.items];
  let { isList } = first;
  for (let count = 0; count < 1000; count++) {
    spaces(reader, false);
    if (take(reader, /,/y) === undefined) break;
    spaces(reader, true);
    items.push(...unary(reader).items);
    isList = true;
  }
  return items.length === first.items.length ? first : { ...listValue(items), isList };
}

function unary(reader: Reader): Value {
  const start = reader.at;
  const operator = take(reader, /-(?:not|bnot|join|split)(?![\w-])|!|\+\+|--|-(?=[$(\d])|\+(?=[$(\d])/iy)?.toLowerCase();
  spaces(reader, false);
  const value = deeper(reader, () => undefined, () => (operator === undefined ? postfix(reader, primary(reader)) : unary(reader)));
  if (value === undefined) return anyValue(sourceAt(reader, start));
  if (operator === '-join') return oneValue(concat(value.items, sourceAt(reader, start)));
  return operator === undefined ? value : anyValue(sourceAt(reader, start));
}

function combine(operator: string, left: Value, right: Value, source: string): Value {
  switch (operator) {
    case '+':
      return joined(left, right, source);
    case '-join': {
      const separator = textOf(right, source);
      return oneValue(concat(left.items.flatMap((item, index) => (index === 0 ? [item] : [separator, item])), source));
    }
    case '-f':
      return formatted(left, right, source);
    case '-replace':
    case '-creplace':
    case '-ireplace': {
      const [from, to] = right.items.map(staticText);
      const text = staticOf(left);
      const plain = from !== undefined && /^[\w\s~@#-]+$/.test(from);
      return plain && text !== undefined && text.length < 10_000
        ? oneValue(textShape(text.replaceAll(from, () => to ?? '').slice(0, 70_000), source))
        : anyValue(source);
    }
    case '-split': {
      const [by, text] = [staticOf(right), staticOf(left)];
      if (by === undefined || text === undefined) return anyValue(source);
      return listValue(text.split(by).slice(0, 500).map((part) => textShape(part)));
    }
    default:
      return anyValue(source);
  }
}

/** `'{0}-{1}' -f 'a', 'b'`. */
function formatted(left: Value, right: Value, source: string): Value {
  const text = staticOf(left);
  if (text === undefined || text.length > 10_000) return anyValue(source);
  const parts = text.match(/\{\d+[^{}]{0,20}\}|[^{}]+|[{}]/g) ?? [];
  const shapes = parts.slice(0, 500).map((part) => {
    const at = /^\{(\d+)/.exec(part)?.[1];
    return at === undefined ? textShape(part) : (right.items[Number(at)] ?? anyShape(part));
  });
  return oneValue(concat(shapes, source));
}

function primary(reader: Reader): Value | undefined {
  const start = reader.at;
  const next = character(reader);
  switch (next) {
    case '(':
      reader.at++;
      return deeper(reader, () => undefined, () => statements(reader, ')'));
    case '$':
      if (reader.text[reader.at + 1] === '(') {
        reader.at += 2;
        return deeper(reader, () => undefined, () => statements(reader, ')'));
      }
      return variable(reader, false);
    case '@':
      return collection(reader);
    case '{':
      block(reader, undefined);
      return { ...anyValue('{…}'), type: 'block' };
    case '[':
      return typeLiteral(reader);
    default:
      break;
  }
  if (next === '"' || next === "'" || isCurly(next)) return quotedText(reader);
  const number = take(reader, /[\d.][\w.]*/y);
  if (number !== undefined) return oneValue(textShape(number));
  // A command where a value is expected: `$x = Get-Content y`.
  const value = /[A-Za-z_&.\\/]/.test(next) ? command(reader, undefined, undefined, start) : undefined;
  return value;
}

function collection(reader: Reader): Value | undefined {
  const next = reader.text[reader.at + 1];
  if (next === '(') {
    reader.at += 2;
    const value = deeper(reader, () => undefined, () => statements(reader, ')'));
    return value === undefined ? undefined : { ...value, isList: true };
  }
  if (next === '{') return table(reader);
  if (next === '"' || next === "'") return hereString(reader);
  return undefined;
}

/** `@{ Name = value; … }`. */
function table(reader: Reader): Value {
  reader.at += 2;
  const entries = new Map<string, Value>();
  while (reader.at < reader.end) {
    const before = reader.at;
    spaces(reader, true);
    if (sees(reader, '}')) {
      reader.at++;
      break;
    }
    const name = take(reader, /[\w.-]+/y) ?? staticOf(/["']/.test(character(reader)) ? quotedText(reader) : undefined);
    spaces(reader, true);
    if (sees(reader, '=')) {
      reader.at++;
      spaces(reader, true);
      const value = deeper(reader, () => undefined, () => statement(reader));
      if (name !== undefined && value !== undefined) entries.set(name.toLowerCase(), value);
    } else take(reader, /;/y);
    if (reader.at === before) reader.at++;
  }
  return { items: [], isList: false, entries };
}

function typeLiteral(reader: Reader): Value | undefined {
  const type = take(reader, /\[[\w.+\s,[\]`]{1,200}?\](?=::|[\s\d$("'@[{.;|)]|$)/y);
  if (type === undefined) {
    reader.at++;
    statements(reader, ']');
    return undefined;
  }
  if (sees(reader, '::')) return { items: [], isList: false, type: typeName(type.slice(1, -1)) };
  spaces(reader, false);
  const value = /["'$(@[\d]/.test(character(reader)) ? unary(reader) : anyValue(type);
  if (/^\[char\]$/i.test(type)) {
    const point = Number(staticOf(value));
    if (Number.isInteger(point) && point > 0 && point <= 0x10ffff) return oneValue(textShape(String.fromCodePoint(point)));
  }
  return /^\[(?:string|scriptblock|array|object|uri|io\.fileinfo|system\.uri|string\[\])\]$/i.test(type) ? value : { ...value, type: typeName(type.slice(1, -1)) };
}

function variable(reader: Reader, inText: boolean): Value | undefined {
  const start = reader.at;
  const found = match(reader, /\$(?:\{([^}\n]{1,100})\}|((?:env|script|global|local|private|using|variable):\w+|[A-Za-z_]\w*|[?^$_]|\d+))/iy);
  if (found === undefined) {
    reader.at++;
    return inText ? oneValue(textShape('$')) : undefined;
  }
  reader.at += found[0].length;
  const source = sourceAt(reader, start);
  const written = found[1] ?? found[2] ?? '';
  const name = plainName(written);
  const known = reader.names.get(name);
  if (known !== undefined) return known;
  if (name.startsWith('env:')) return oneValue(windowsVariable(name.slice(4), source));
  switch (name) {
    case 'home':
      return oneValue(windowsVariable('home', source));
    case 'pwd':
      return oneValue(textShape('.', source));
    case 'true':
    case 'false':
      return oneValue(textShape(name, source));
    case 'null':
      return oneValue(textShape('', source));
    case 'executioncontext':
      return { ...anyValue(source), type: 'executioncontext' };
    default:
      return anyValue(source);
  }
}

/** Members right behind a variable or a text that is an argument: `$x.Path`. */
const members = (reader: Reader, value: Value | undefined): Value | undefined =>
  match(reader, /\.[A-Za-z_]\w*|::|\[/y) === undefined ? value : postfix(reader, value);

/** `.Name`, `::Name(…)`, `[0]`. */
function postfix(reader: Reader, first: Value | undefined): Value | undefined {
  let value = first;
  const start = reader.at;
  for (let count = 0; count < 200 && value !== undefined; count++) {
    const next = match(reader, /(\?\.|::|\.)(\w+|(?=["'$({]))/y);
    if (next !== undefined) {
      reader.at += next[0].length;
      const given = next[2] === '' ? word(reader) : undefined;
      const name = next[2] === '' ? (given === undefined ? '' : (staticOf(given) ?? '')) : (next[2] ?? '');
      value = member(reader, value, name, next[1] === '::', start);
    } else if (sees(reader, '[') && reader.text[reader.at - 1] !== ' ') {
      reader.at++;
      const index = statements(reader, ']');
      value = itemAt(value, index, sourceAt(reader, start));
    } else break;
  }
  return value;
}

function itemAt(value: Value, index: Value, source: string): Value {
  const key = staticOf(index);
  if (value.entries !== undefined && key !== undefined) return value.entries.get(key.toLowerCase()) ?? anyValue(source);
  const items = key === undefined ? [] : [value.items.at(Number(key))];
  const [item] = items;
  return value.isList && item !== undefined ? oneValue(item) : anyValue(source);
}

function member(reader: Reader, object: Value, name: string, isStatic: boolean, start: number): Value {
  if (!sees(reader, '(')) {
    const entry = object.entries?.get(name.toLowerCase());
    if (entry !== undefined) return entry;
    const source = sourceAt(reader, start);
    if (isStatic) return { ...anyValue(source), type: `${object.type ?? ''}.${name.toLowerCase()}` };
    if (/^(?:fullname|path|value|source|definition)$/i.test(name)) return object;
    if (object.type === 'executioncontext') return object;
    return anyValue(source);
  }
  reader.at++;
  const args = callArguments(reader);
  const source = sourceAt(reader, start);
  const { value, findings, script: text } = useMember({ object, isStatic, name, args, source, ...span(reader, start) });
  if (reader.findings.length < 500) reader.findings.push(...findings);
  if (text !== undefined) script(reader, text, start);
  return value;
}

function callArguments(reader: Reader): readonly Value[] {
  const args: Value[] = [];
  while (reader.at < reader.end) {
    const before = reader.at;
    spaces(reader, true);
    if (sees(reader, ')')) {
      reader.at++;
      break;
    }
    if (sees(reader, ',')) {
      reader.at++;
      continue;
    }
    const value = reader.at < reader.end ? expression(reader, false) : undefined;
    if (value !== undefined) args.push(value);
    if (reader.at === before) reader.at++;
  }
  return args;
}
