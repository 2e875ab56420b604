/** Reads the statements and pipelines of PowerShell: conditions, loops, functions, script blocks. */
import { anyShape, type Shape, staticText, textShape } from '../../../pattern/shape.ts';
import { alternativesOf, Choice, choiceOf, type Held } from '../state/choice.ts';
import { command, commandArguments, redirect } from './powershell-command.ts';
import { expression } from './powershell-expression.ts';
import {
  add,
  aside,
  character,
  deeper,
  givenUp,
  isOutside,
  isSpent,
  type Loop,
  match,
  plainName,
  type Reader,
  type Returning,
  repeated,
  type State,
  sees,
  settled,
  sourceAt,
  spaces,
  span,
  take,
  unknown,
} from './powershell-reader.ts';
import {
  anyValue,
  type Definition,
  joined,
  keyOfValue,
  listValue,
  madeOf,
  oneValue,
  staticOf,
  textOf,
  type Value,
} from './powershell-value.ts';
import { word } from './powershell-word.ts';
import { mostWindowsCommands, type WindowsRedirect } from './windows-script.ts';
import { branches, eachWay, joinStates, perhaps } from './windows-state.ts';

/** Reads statements up to the character that closes them, and that character. Gives the value of the last one. */
export function statements(reader: Reader, close: string | undefined): Held<Value> | undefined {
  const values: (Held<Value> | undefined)[] = [];
  while (reader.at < reader.end && !isSpent(reader)) {
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
      // A statement that fails leaves the state that it has reached.
      if (reader.trying !== undefined) mayFail(reader.trying, reader.state);
    }
    if (reader.at === before) {
      if (!/[)}\]]/.test(character(reader)))
        unknown(reader, reader.at, 'this is not understood', reader.at + 1);
      reader.at++;
    }
  }
  return listed(values);
}

/** Adds a state in which a statement may fail; many such states are joined. */
function mayFail(trying: State[], state: State): void {
  trying.push(state.fork());
  if (trying.length < mostFailures) return;
  const joined = joinStates(trying.map(goingOn));
  if (joined !== undefined) trying.splice(0, trying.length, joined);
}

const mostFailures = 100;

/** The value of several statements: the items of all of them. */
function listed(values: readonly (Held<Value> | undefined)[]): Held<Value> {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const all = values.flatMap((value) => alternativesOf(value)).filter((value) => value !== undefined);
  if (values.some((value) => value instanceof Choice)) return madeOf('…', all);
  return { ...listValue(all.flatMap(({ items }) => items)), command: all.at(-1)?.command };
}

/** Reads statements in brackets on the current way. */
export function inBrackets(reader: Reader, close: string): Value {
  const start = reader.at;
  const held = statements(reader, close);
  return settled(reader, held, sourceAt(reader, start)) ?? anyValue(sourceAt(reader, start));
}

const keyword =
  /(?:if|elseif|else|foreach|for|while|do|until|switch|try|catch|finally|function|filter|workflow|param|begin|process|end|dynamicparam|class|enum|return|throw|trap|exit|data|using|in|break|continue|default)(?![\w-])/iy;

/**
 * Reads a statement. The parts of a keyword are separate ways; any other statement is read once on each of its
 * ways.
 */
function statement(reader: Reader): Held<Value> | undefined {
  // Attributes describe parameters, and do nothing: `[Parameter(Mandatory)]`.
  take(reader, /(?:\[[A-Za-z.]+\([^[\]\n]{0,300}\)\]\s*)+/y);
  const word = match(reader, keyword)?.[0].toLowerCase();
  if (word !== undefined) return keywordStatement(reader, word);
  if (take(reader, /:[A-Za-z]\w*(?=\s)/y) !== undefined) return undefined;
  return onEachWay(reader, () => chain(reader));
}

function onEachWay(reader: Reader, read: () => Value | undefined): Held<Value> | undefined {
  if (reader.way !== undefined || reader.skips) return read();
  return choiceOf(eachWay(reader, read), keyOfValue);
}

function keywordStatement(reader: Reader, word: string): Held<Value> | undefined {
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
    case 'if':
    case 'elseif':
      return condition(reader);
    case 'foreach':
      return sees(reader, '(') ? forEach(reader) : onEachWay(reader, () => chain(reader));
    case 'for':
      return forLoop(reader);
    case 'while':
    case 'until':
      return whileLoop(reader);
    case 'do':
      return doLoop(reader);
    case 'switch':
      return switchOf(reader);
    case 'try':
      return tryOf(reader);
    case 'trap':
      return handler(reader);
    case 'param':
      return parameters(reader);
    case 'begin':
    case 'process':
    case 'end':
    case 'dynamicparam':
      return sees(reader, '{') ? body(reader) : undefined;
    case 'using':
      take(reader, /[^\n;]*/y);
      return undefined;
    case 'break':
    case 'continue':
      leaveLoop(reader, word, take(reader, /\w+/y));
      return undefined;
    case 'return':
    case 'throw':
    case 'exit':
      leave(reader, word);
      return undefined;
    default:
  }
  if (sees(reader, '(')) condition(reader);
  return undefined;
}

/** Reads the brackets behind a keyword: `( … )`. */
function head(reader: Reader): void {
  if (!sees(reader, '(')) return;
  reader.at++;
  inBrackets(reader, ')');
  spaces(reader, true);
}

/** Reads a body in braces, in the current state. */
function body(reader: Reader): Held<Value> | undefined {
  const { way } = reader;
  reader.way = undefined;
  const value = deeper(
    reader,
    () => undefined,
    () => {
      reader.at++;
      return statements(reader, '}');
    },
  );
  reader.way = way;
  return value;
}

/** Whether a block follows, perhaps on the next line; takes the text in front of it. */
function blockFollows(reader: Reader): boolean {
  const { at } = reader;
  spaces(reader, true);
  if (sees(reader, '{')) return true;
  reader.at = at;
  return false;
}

/** Takes a keyword that continues the statement before it: `else`, `catch`. */
function follows(reader: Reader, word: RegExp): boolean {
  const { at } = reader;
  spaces(reader, true);
  if (take(reader, word) !== undefined) {
    spaces(reader, true);
    return true;
  }
  reader.at = at;
  return false;
}

/** `if (…) { … } elseif (…) { … } else { … }`: one of the blocks runs, or none. */
function condition(reader: Reader): Held<Value> | undefined {
  head(reader);
  if (!blockFollows(reader)) return undefined;
  const otherwise = (): Held<Value> | undefined => {
    if (follows(reader, /elseif(?![\w-])/iy)) return condition(reader);
    return follows(reader, /else(?![\w-])/iy) && sees(reader, '{') ? body(reader) : undefined;
  };
  const values = branches<Value, Definition, Held<Value> | undefined>(reader, [
    () => body(reader),
    otherwise,
  ]);
  return choiceOf(values, keyOfValue);
}

/** Reads one round of a loop, which `break` and `continue` may leave. */
function round(reader: Reader, loop: Loop, read: () => void): void {
  const { ended } = reader.state;
  read();
  const ways = [reader.state, ...loop.continues.splice(0)];
  const state = joinStates(ways) ?? reader.state;
  state.ended = ended || ways.every((way) => way.ended && way === reader.state);
  reader.state = state;
}

/** Reads a loop. The script goes on from its end, and from each `break`. */
function inLoop(reader: Reader, read: (loop: Loop) => void): undefined {
  const { ended } = reader.state;
  const loop: Loop = { breaks: [], continues: [] };
  reader.loops.push(loop);
  read(loop);
  reader.loops.pop();
  const ways = [reader.state, ...loop.breaks.map(goingOn)];
  const state = joinStates(ways) ?? reader.state;
  state.ended = ended || (reader.state.ended && loop.breaks.length === 0);
  reader.state = state;
  return undefined;
}

/** A state in which a loop or function was left, ready to go on. */
function goingOn(left: State): State {
  const state = left.fork();
  state.ended = false;
  return state;
}

function leaveLoop(reader: Reader, word: 'break' | 'continue', label: string | undefined): void {
  const innermost = reader.loops.at(-1);
  // A label names an outer loop, and it may be any of them.
  const loops = label === undefined ? (innermost === undefined ? [] : [innermost]) : reader.loops;
  for (const { breaks, continues } of loops) {
    if (label !== undefined || word === 'break') breaks.push(reader.state.fork());
    if (label !== undefined || word === 'continue') continues.push(goingOn(reader.state));
  }
  if (loops.length > 0) reader.state.ended = true;
}

/** `return`, `throw` and `exit` end the way, with or without a value. */
function leave(reader: Reader, word: 'return' | 'throw' | 'exit'): void {
  const isBare = /[;}\n)]/.test(character(reader)) || reader.at >= reader.end;
  const value = isBare ? undefined : onEachWay(reader, () => chain(reader));
  if (word === 'return') {
    reader.returning?.values.push(value);
    reader.returning?.states.push(goingOn(reader.state));
  }
  if (word === 'throw' && reader.trying !== undefined) mayFail(reader.trying, reader.state);
  reader.state.ended = true;
}

/** `for (first; condition; next) { … }`. */
function forLoop(reader: Reader): undefined {
  if (!sees(reader, '(')) return undefined;
  reader.at++;
  const end = endOfBrackets(reader);
  const inHead = (at: number, close: string | undefined): number =>
    aside(reader, { at, end }, (inner) => {
      statements(inner, close);
      return inner.at;
    });
  const condition = inHead(reader.at, ';');
  reader.at = end + 1;
  if (!blockFollows(reader)) return undefined;
  const start = reader.at;
  return inLoop(reader, (loop) =>
    repeated(reader, () => {
      const next = inHead(condition, ';');
      reader.at = start;
      round(reader, loop, () => void body(reader));
      inHead(next, undefined);
    }),
  );
}

/** The offset at which the current brackets close. */
function endOfBrackets(reader: Reader): number {
  const passing = passingBy(reader);
  statements(passing, ')');
  return Math.max(reader.at, passing.text[passing.at - 1] === ')' ? passing.at - 1 : passing.at);
}

function whileLoop(reader: Reader): undefined {
  const start = reader.at;
  return inLoop(reader, (loop) =>
    repeated(reader, () => {
      reader.at = start;
      round(reader, loop, () => {
        head(reader);
        if (blockFollows(reader)) body(reader);
      });
    }),
  );
}

/** `do { … } while (…)`: the block runs at least once. */
function doLoop(reader: Reader): undefined {
  if (!sees(reader, '{')) return undefined;
  const start = reader.at;
  return inLoop(reader, (loop) => {
    const once = (): void => {
      reader.at = start;
      round(reader, loop, () => {
        body(reader);
        if (follows(reader, /(?:while|until)(?![\w-])/iy)) head(reader);
      });
    };
    once();
    repeated(reader, once);
  });
}

/** `switch (…) { 'a' { … } default { … } }`: any of the blocks may run, one after another. */
function switchOf(reader: Reader): Held<Value> | undefined {
  take(reader, /(?:-\w+\s+)+/y);
  if (sees(reader, '(')) head(reader);
  else onEachWay(reader, () => word(reader));
  if (!blockFollows(reader)) return undefined;
  reader.at++;
  const values: (Held<Value> | undefined)[] = [];
  inLoop(reader, (loop) => {
    while (reader.at < reader.end) {
      const before = reader.at;
      take(reader, /[\s;]+/y);
      spaces(reader, true);
      if (sees(reader, '}')) break;
      if (sees(reader, '{')) perhaps<Value, Definition, unknown>(reader, () => body(reader));
      else onEachWay(reader, () => word(reader));
      if (blockFollows(reader))
        perhaps<Value, Definition, unknown>(reader, () =>
          round(reader, loop, () => void values.push(body(reader))),
        );
      if (reader.at === before) reader.at++;
    }
  });
  if (sees(reader, '}')) reader.at++;
  return choiceOf([undefined, ...values], keyOfValue);
}

/** `try { … } catch { … } finally { … }`: the `try` block may fail after each of its statements. */
function tryOf(reader: Reader): Held<Value> | undefined {
  if (!sees(reader, '{')) return undefined;
  const { trying, state: before } = reader;
  const failed: State[] = [before.fork()];
  reader.trying = failed;
  const values = [body(reader)];
  reader.trying = trying;
  const tried = reader.state;
  const ends = [tried];
  const failing = (): State => {
    const state = joinStates(failed.map(goingOn)) ?? before.fork();
    state.ended = before.ended;
    return state;
  };
  while (follows(reader, /catch(?![\w-])/iy)) {
    take(reader, /(?:\[[^\]\n]{0,200}\][\s,]*)+/y);
    if (!sees(reader, '{')) break;
    reader.state = failing();
    values.push(body(reader));
    ends.push(reader.state);
  }
  if (follows(reader, /finally(?![\w-])/iy) && sees(reader, '{')) {
    reader.state = joinStates([...ends.map(goingOn), failing()]) ?? before;
    body(reader);
  } else reader.state = joinStates(ends) ?? tried;
  reader.state.ended = before.ended || ends.every(({ ended }) => ended);
  return choiceOf(values, keyOfValue);
}

/** `trap { … }` may run whenever something fails, so the values that it sets are possible from here on. */
function handler(reader: Reader): undefined {
  take(reader, /(?:\[[^\]\n]{0,200}\][\s,]*)+/y);
  if (!sees(reader, '{')) return undefined;
  const before = reader.state.fork();
  let after = before;
  perhaps<Value, Definition, unknown>(reader, () => {
    body(reader);
    after = reader.state;
  });
  for (const [name, held] of after.names)
    if (held !== before.names.get(name)) reader.state.handled.set(name, held);
  return undefined;
}

/** `param ($a, $b = 'x')`: an argument of the call comes before the default that is written here. */
function parameters(reader: Reader): undefined {
  if (!sees(reader, '(')) return undefined;
  reader.at++;
  const { given } = reader;
  inBrackets(reader, ')');
  for (const [name, value] of given) reader.state.set(name, value);
  return undefined;
}

/**
 * `function name($a, $b) { … }`: the body is read for each call. A function without a call is read once at the
 * end.
 */
function definition(reader: Reader): undefined {
  const name = take(reader, /[^\s({]+/y);
  spaces(reader, true);
  const list = match(reader, /\(([^){}]{0,500})\)\s*/y);
  const header = list === undefined ? undefined : reader.at;
  if (list !== undefined) reader.at += list[0].length;
  if (name === undefined || !sees(reader, '{')) return undefined;
  const defined = definitionAt(reader, header, list?.[1] ?? '');
  const plain = name.toLowerCase().replace(/^(?:script|global|local|private):/, '');
  reader.state.functions.set(plain, defined);
  skipBlock(reader);
  return undefined;
}

/** The definition that starts at a block. */
function definitionAt(reader: Reader, header: number | undefined, list: string): Definition {
  const inner = /^\{\s*(?:\[CmdletBinding[^\]]{0,100}\]\s*)?param\s*\(([^{}]{0,1000})/i.exec(
    reader.text.slice(reader.at, reader.at + 1200),
  );
  // The text behind `=` is a default, and not a parameter.
  const names = [list, inner?.[1] ?? ''].flatMap((each) => [...each.matchAll(/(?:^|[,\]])\s*\$(\w+)/g)]);
  const { text, at: start } = reader;
  const known = [...reader.defined].find((each) => each.text === text && each.start === start);
  if (known !== undefined) return known;
  const defined = { text, start, header, parameters: names.map(([, each = '']) => each.toLowerCase()) };
  reader.defined.add(defined);
  return defined;
}

/** Skips to the end of a block, without effects. */
function skipBlock(reader: Reader): void {
  const passing = passingBy(reader);
  body(passing);
  reader.at = passing.at;
}

/** The same reader with lists of its own, so that its findings do not count. */
const passingBy = (reader: Reader): Reader => ({
  ...reader,
  skips: true,
  commands: [],
  unknowns: [],
  findings: [],
  defined: new Set(),
  called: new Set(),
  turns: reader.skips ? reader.turns : { ...reader.turns },
  state: reader.state.fork(),
  way: undefined,
  returning: undefined,
  trying: undefined,
  loops: [],
});

/** Reads the functions that the script does not call, since other code may call them. */
export function uncalled(reader: Reader): void {
  for (const defined of reader.defined) {
    if (!reader.called.has(defined))
      perhaps<Value, Definition, unknown>(reader, () => inFunction(reader, defined, new Map()));
  }
}

/** The most calls of functions and texts that run as scripts, all together. */
const mostCalls = 100;

/** Reads the body of a function with these names. Gives its value. */
function inFunction(
  reader: Reader,
  called: Definition,
  given: ReadonlyMap<string, Value>,
): Held<Value> | undefined {
  const before = reader.state;
  if (reader.skips) return undefined;
  const { text, start, header } = called;
  if (reader.turns.scripts >= mostCalls || reader.depth >= 20) {
    givenUp(reader, reader.at, 'functions are called too often to be followed', reader.at + 1);
    return undefined;
  }
  reader.turns.scripts++;
  const returning: Returning = { states: [], values: [] };
  const isHere = text === reader.text;
  const place = isHere
    ? {}
    : { text, end: text.length, inside: reader.inside ?? { start: 0, end: reader.end } };
  reader.state = before.fork();
  // The script does not say what a parameter without an argument is.
  for (const name of called.parameters) reader.state.set(name, anyValue(`$${name}`));
  for (const [name, value] of given) reader.state.set(name, value);
  const own = { ...place, at: start, returning, loops: [], given, outer: reader.outer ?? before };
  const value = aside(reader, own, (inner) => {
    if (header !== undefined) {
      inner.at = header;
      parameters(inner);
      inner.at = start;
    }
    return body(inner);
  });
  // The last statement gives a value only if the function reaches its end.
  const gives = reader.state.ended ? returning.values : [value, ...returning.values];
  const ways = [reader.state, ...returning.states];
  const left = joinStates(ways) ?? before;
  reader.state = left.leaveScope(before);
  reader.state.ended = before.ended || ways.every(({ ended }) => ended);
  return choiceOf(
    gives.filter((each) => each !== undefined),
    keyOfValue,
  );
}

/** Calls a function of the script: reads its body with these arguments and the input of the pipe. */
export function call(
  reader: Reader,
  called: Definition,
  words: readonly Shape[],
  input: Value | undefined,
): Value {
  const { parameters: names } = called;
  const given = new Map<string, Value>([['args', listValue(words)]]);
  let position = 0;
  for (let index = 0; index < words.length; index++) {
    const name = /^-(\w+):?$/.exec(staticText(words[index] ?? anyShape('')) ?? '')?.[1]?.toLowerCase();
    const parameter = name === undefined ? names[position++] : names.find((each) => each.startsWith(name));
    const value = name === undefined ? words[index] : words[++index];
    if (parameter !== undefined && value !== undefined) given.set(parameter, oneValue(value));
  }
  if (input !== undefined) {
    given.set('_', input.items.length === 1 ? input : madeOf('$_', [input]));
    given.set('input', input);
  }
  reader.called.add(called);
  const source = sourceAt(reader, reader.at);
  return settled(reader, inFunction(reader, called, given), source) ?? anyValue(source);
}

/** `foreach ($x in 'a', 'b') { … }`: reads the block once for each known item. */
function forEach(reader: Reader): undefined {
  reader.at++;
  spaces(reader, true);
  const name = take(reader, /\$[\w:]+/y);
  spaces(reader, true);
  take(reader, /in(?![\w-])/iy);
  spaces(reader, true);
  const held = name === undefined ? undefined : onEachWay(reader, () => chain(reader));
  const value = settled(reader, held, name ?? '') ?? anyValue('');
  spaces(reader, true);
  if (sees(reader, ')')) reader.at++;
  if (name === undefined || !blockFollows(reader)) return undefined;
  return inLoop(reader, (loop) => {
    const all = held instanceof Choice ? held.among.map((each) => each ?? anyValue(name)) : [value];
    blockFor(reader, plainName(name.slice(1)), all, loop);
  });
}

/** Reads a block once for each item of the name, if there are few items. */
function blockFor(reader: Reader, name: string, lists: readonly Value[], loop: Loop): void {
  const start = reader.at;
  const items = lists.flatMap((value) => value.items);
  const areTexts = items.every((item) => staticText(item) !== undefined);
  const isKnown =
    lists.length === 1 &&
    items.length > 0 &&
    items.length <= 20 &&
    ((lists[0]?.isList === true && items.length > 1) || areTexts) &&
    reader.commands.length + items.length * 10 < mostWindowsCommands &&
    reader.turns.scripts < 100;
  if (isKnown) {
    if (items.length > 1) reader.turns.scripts += items.length;
    for (const item of items) {
      reader.at = start;
      reader.state.set(name, oneValue(item));
      round(reader, loop, () => void body(reader));
    }
    // A partly known item may be many items.
    if (areTexts) return;
  }
  // Each round has any of the items, and the number of rounds is unknown.
  const each =
    lists.length === 1 && items.length === 1 && items[0] !== undefined
      ? oneValue(items[0])
      : madeOf(`$${name}`, lists);
  repeated(reader, () => {
    reader.at = start;
    reader.state.set(name, each);
    round(reader, loop, () => void body(reader));
  });
}

/** Reads pipelines with `&&` and `||` between them, or an assignment. A pipeline behind an operator may not run. */
function chain(reader: Reader): Value | undefined {
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
    words: value.items,
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

/** `{ … }` as a value. Its body is read where it is called, or where it is passed to something that may call it. */
export function blockValue(reader: Reader): Value {
  const block = definitionAt(reader, undefined, '');
  skipBlock(reader);
  return { ...anyValue('{…}'), type: 'block', block };
}

/** Reads a block that is passed to something that may call it. */
export function mayCall(reader: Reader, { block: called }: Value): void {
  if (called !== undefined)
    perhaps<Value, Definition, unknown>(reader, () => call(reader, called, [], undefined));
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
  const value = isName ? invokedAt(reader, start, input) : command(reader, textShape('.'), input, start);
  reader.state.setAnything();
  return value;
}

const assignment =
  /(?:\[[\w.[\]]{1,80}\]\s*)*\$(?:\{([^}\n]{1,100})\}|([\w:]+))\s*(\+|-|\*|\/|%|\?\?)?=(?!=)/y;

/** `$x = …`: gives the assigned value. The right side may be another assignment. */
export function assigned(reader: Reader): Value {
  const start = reader.at;
  const target = match(reader, assignment);
  if (target === undefined)
    return settled(reader, statement(reader), sourceAt(reader, start)) ?? anyValue(sourceAt(reader, start));
  reader.at += target[0].length;
  spaces(reader, true);
  const value = deeper(
    reader,
    () => anyValue(''),
    () => assigned(reader),
  );
  bind(reader, target[1] ?? target[2] ?? '', target[3], value, sourceAt(reader, start));
  return value;
}

function bind(
  reader: Reader,
  written: string,
  operator: string | undefined,
  value: Value,
  source: string,
): void {
  const name = plainName(written);
  if (name === 'psdefaultparametervalues') defaults(reader);
  if (name.startsWith('alias:')) unknown(reader, reader.at, 'a command gets another name', reader.at + 1);
  const before = settled(reader, reader.state.names.get(name), source);
  const made = ((): Held<Value> => {
    switch (operator) {
      case undefined:
        return value;
      case '??':
        return choiceOf([before ?? anyValue(source), value], keyOfValue) ?? value;
      case '+': {
        const isCount = /^\d+$/.test(staticOf(before) ?? '') && /^\d+$/.test(staticOf(value) ?? '');
        return isCount ? someNumber(source) : joined(before ?? anyValue(''), value, source);
      }
      default:
        return someNumber(source);
    }
  })();
  assign(reader, written, made);
}

/** `$PSDefaultParameterValues['Remove-Item:Path'] = …` gives commands words that are not written with them. */
const defaults = (reader: Reader): void =>
  unknown(reader, reader.at, 'commands get words that are not written with them', reader.at + 1);

/** Sets a name in its scope: `$script:x` and `$env:x` outside of the function. */
function assign(reader: Reader, written: string, value: Held<Value>): void {
  const name = plainName(written);
  if (isOutside(written)) reader.state.setOutside(name, value);
  else reader.state.set(name, value);
}

/** `$x.y = …`, `$x[0] = …`, `$x, $y = …`: each variable of the target gets the value, or becomes unknown. */
function assignInside(reader: Reader, target: string, value: Value): void {
  if (/^\$(?:\w+:)?psdefaultparametervalues/i.test(target)) defaults(reader);
  const [, written, member, key] = /^\$([\w:]+)(?:\.(\w+)|\[\s*["']?([\w.-]+)["']?\s*\])$/.exec(target) ?? [];
  const inside = member ?? key;
  const held =
    written === undefined ? undefined : settled(reader, reader.state.names.get(plainName(written)), target);
  if (written !== undefined && inside !== undefined && held?.entries !== undefined) {
    assign(reader, written, { ...held, entries: new Map([...held.entries, [inside.toLowerCase(), value]]) });
    return;
  }
  const item = value.items[0];
  if (
    written !== undefined &&
    held !== undefined &&
    item !== undefined &&
    /^\d+$/.test(inside ?? '') &&
    Number(inside) < held.items.length
  ) {
    assign(reader, written, listValue(held.items.with(Number(inside), item)));
    return;
  }
  const names = [...target.matchAll(/\$([\w:]+)/g)].map(([, name = '']) => name);
  const isList = /^\$[\w:]+(?:\s*,\s*\$[\w:]+)+$/.test(target) && value.items.length >= names.length;
  for (const [at, name] of names.entries()) {
    const part = value.items[at];
    const isLast = at === names.length - 1;
    if (!isList || part === undefined) assign(reader, name, anyValue(`$${name}`));
    else
      assign(
        reader,
        name,
        isLast && value.items.length > names.length ? listValue(value.items.slice(at)) : oneValue(part),
      );
  }
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

const someNumber = (source: string): Value => oneValue({ pieces: [{ kind: 'name' }], source });

/** `{ … }` as an argument of a command: it may run once, or for each item of the pipe. */
export function block(reader: Reader, input: Value | undefined): undefined {
  const before = reader.state.names.get('_');
  const { returning } = reader;
  const own: Returning = { states: [], values: [] };
  reader.returning = own;
  perhaps<Value, Definition, unknown>(reader, () => {
    const loop: Loop = { breaks: [], continues: [] };
    if (input !== undefined && input.items.length > 0)
      blockFor(reader, '_', [{ ...input, isList: true }], loop);
    else body(reader);
    reader.state = joinStates([reader.state, ...own.states]) ?? reader.state;
  });
  reader.returning = returning;
  if (before === undefined) reader.state.names.delete('_');
  else reader.state.names.set('_', before);
}
