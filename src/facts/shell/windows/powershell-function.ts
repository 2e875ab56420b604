/** Functions and script blocks of PowerShell: where they are defined, and what a call of them does. */
import { anyShape, type Shape, staticText } from '../../../pattern/text/shape.ts';
import { choiceOf, type Held } from '../state/choice.ts';
import { blockFor, readScriptBody, skipBlock } from './powershell-block.ts';
import {
  aside,
  type PowerShellLoop,
  type PowerShellReader,
  type Returning,
  sees,
  settled,
  skipSpaces,
  sourceAt,
} from './powershell-reader.ts';
import {
  anyValue,
  keyOfPowerShell,
  listOfItems,
  madeOfValues,
  oneValue,
  type PowerShellFunction,
  type PowerShellValue,
} from './powershell-value.ts';
import { givenUp, matchHere, takeHere } from './text-reader.ts';
import { joinStates, perhapsRun } from './windows-state.ts';

/** `param ($a, $b = 'x')`: an argument of the call comes before the default that is written here. */
export function parameters(reader: PowerShellReader): undefined {
  if (!sees(reader, '(')) return undefined;
  reader.at++;
  const { given } = reader;
  reader.grammar.inBrackets(reader, ')');
  for (const [name, value] of given) reader.state.set(name, value);
  return undefined;
}

/**
 * `function name($a, $b) { … }`: the body is read for each call. A function without a call is read once at the
 * end.
 */
export function definition(reader: PowerShellReader): undefined {
  const name = takeHere(reader, /[^\s({]+/y);
  skipSpaces(reader, true);
  const list = matchHere(reader, /\(([^){}]{0,500})\)\s*/y);
  const header = list === undefined ? undefined : reader.at;
  if (list !== undefined) reader.at += list[0].length;
  if (name === undefined || !sees(reader, '{')) return undefined;
  const defined = definitionAt(reader, header, list?.[1] ?? '');
  const plain = name.toLowerCase().replace(/^(?:script|global|local|private):/, '');
  reader.state.functions.set(plain, defined);
  skipBlock(reader);
  return undefined;
}

/** The definition that starts at a block, among those of the script. */
function definitionAt(
  reader: PowerShellReader,
  header: number | undefined,
  list: string,
): PowerShellFunction {
  const { text, at: start } = reader;
  const known = [...reader.defined].find((each) => each.text === text && each.start === start);
  if (known !== undefined) return known;
  const defined = definitionOf(reader, header, list);
  reader.defined.add(defined);
  return defined;
}

function definitionOf(
  { text, at: start }: PowerShellReader,
  header: number | undefined,
  list: string,
): PowerShellFunction {
  const inner = /^\{\s*(?:\[CmdletBinding[^\]]{0,100}\]\s*)?param\s*\(([^{}]{0,1000})/i.exec(
    text.slice(start, start + 1200),
  );
  // The text behind `=` is a default, and not a parameter.
  const names = [list, inner?.[1] ?? ''].flatMap((each) => [...each.matchAll(/(?:^|[,\]])\s*\$(\w+)/g)]);
  return { text, start, header, parameters: names.map(([, each = '']) => each.toLowerCase()) };
}

/** Reads the functions that the script does not call, since other code may call them. */
export function uncalled(reader: PowerShellReader): void {
  for (const defined of reader.defined) {
    if (!reader.called.has(defined))
      perhapsRun<PowerShellValue, PowerShellFunction, unknown>(reader, () =>
        inFunction(reader, defined, new Map()),
      );
  }
}

/** The most calls of functions and texts that run as scripts, all together. */
const mostCalls = 100;

/** Reads the body of a function with these names. Gives its value. */
function inFunction(
  reader: PowerShellReader,
  called: PowerShellFunction,
  given: ReadonlyMap<string, PowerShellValue>,
): Held<PowerShellValue> | undefined {
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
    return readScriptBody(inner);
  });
  // The last statement gives a value only if the function reaches its end.
  const gives = reader.state.ended ? returning.values : [value, ...returning.values];
  const ways = [reader.state, ...returning.states];
  const left = joinStates(ways) ?? before;
  reader.state = left.leaveScope(before);
  reader.state.ended = before.ended || ways.every(({ ended }) => ended);
  return choiceOf(
    gives.filter((each) => each !== undefined),
    keyOfPowerShell,
  );
}

/** Calls a function of the script: reads its body with these arguments and the input of the pipe. */
export function call(
  reader: PowerShellReader,
  called: PowerShellFunction,
  words: readonly Shape[],
  input: PowerShellValue | undefined,
): PowerShellValue {
  const { parameters: names } = called;
  const given = new Map<string, PowerShellValue>([['args', listOfItems(words)]]);
  let position = 0;
  for (let index = 0; index < words.length; index++) {
    const name = /^-(\w+):?$/.exec(staticText(words[index] ?? anyShape('')) ?? '')?.[1]?.toLowerCase();
    const parameter = name === undefined ? names[position++] : names.find((each) => each.startsWith(name));
    const value = name === undefined ? words[index] : words[++index];
    if (parameter !== undefined && value !== undefined) given.set(parameter, oneValue(value));
  }
  if (input !== undefined) {
    given.set('_', input.items.length === 1 ? input : madeOfValues('$_', [input]));
    given.set('input', input);
  }
  reader.called.add(called);
  const source = sourceAt(reader, reader.at);
  return settled(reader, inFunction(reader, called, given), source) ?? anyValue(source);
}

/** `{ … }` as a value. Its body is read where it is called, or where it is passed to something that may call it. */
export function blockValue(reader: PowerShellReader): PowerShellValue {
  const block = definitionAt(reader, undefined, '');
  skipBlock(reader);
  return { ...anyValue('{…}'), type: 'block', block };
}

/** Reads a block that is passed to something that may call it. */
export function mayCall(reader: PowerShellReader, { block: called }: PowerShellValue): void {
  if (called !== undefined)
    perhapsRun<PowerShellValue, PowerShellFunction, unknown>(reader, () =>
      call(reader, called, [], undefined),
    );
}

/** `{ … }` as an argument of a command: it may run once, or for each item of the pipe. */
export function readBlock(reader: PowerShellReader, input: PowerShellValue | undefined): PowerShellFunction {
  const definition = definitionOf(reader, undefined, '');
  const before = reader.state.names.get('_');
  const { returning } = reader;
  const own: Returning = { states: [], values: [] };
  reader.returning = own;
  perhapsRun<PowerShellValue, PowerShellFunction, unknown>(reader, () => {
    const loop: PowerShellLoop = { breaks: [], continues: [] };
    if (input !== undefined && input.items.length > 0)
      blockFor(reader, '_', [{ ...input, isList: true }], loop);
    else readScriptBody(reader);
    reader.state = joinStates([reader.state, ...own.states]) ?? reader.state;
  });
  reader.returning = returning;
  if (before === undefined) reader.state.names.delete('_');
  else reader.state.names.set('_', before);
  return definition;
}
