/** Reads the statements of PowerShell, each by its keyword. */
import type { Shape } from '../../../pattern/text/shape.ts';
import { alternativesOf, Choice, type Held } from '../state/choice.ts';
import { goingOn, mayFail, onEachWay, readScriptBody } from './powershell-block.ts';
import { condition, handler, switchOf, tryOf } from './powershell-branch.ts';
import { definition, parameters } from './powershell-function.ts';
import { doLoop, forEach, forLoop, leaveLoop, whileLoop } from './powershell-loop.ts';
import { chain } from './powershell-pipeline.ts';
import {
  deeper,
  type PowerShellReader,
  sees,
  settled,
  skipSpaces,
  sourceAt,
  withoutSystem,
} from './powershell-reader.ts';
import { anyValue, listOfItems, madeOfValues, type PowerShellValue } from './powershell-value.ts';
import { character, hasSpentSteps, matchHere, takeHere, unknown } from './text-reader.ts';

/** Reads statements up to the character that closes them, and that character. Gives the value of the last one. */
export function readStatements(
  reader: PowerShellReader,
  close: string | undefined,
): Held<PowerShellValue> | undefined {
  const values: (Held<PowerShellValue> | undefined)[] = [];
  while (reader.at < reader.end && !hasSpentSteps(reader)) {
    const before = reader.at;
    skipSpaces(reader, true);
    if (close !== undefined && sees(reader, close)) {
      reader.at++;
      break;
    }
    if (takeHere(reader, /[;,|]|&&/y) === undefined && reader.at < reader.end) {
      const value = deeper(
        reader,
        () => undefined,
        () => readStatement(reader),
      );
      if (value !== undefined) values.push(value);
      // A statement that fails leaves the state that it has reached.
      if (reader.trying !== undefined) mayFail(reader.trying, reader.state);
    }
    if (reader.at === before) {
      if (!/[)}\]]/.test(character(reader)))
        unknown(reader, reader.at, 'this is not understood', Math.min(reader.at + 1, reader.text.length));
      reader.at++;
    }
  }
  return listed(values);
}

/** The value of several statements: the items of all of them. */
function listed(values: readonly (Held<PowerShellValue> | undefined)[]): Held<PowerShellValue> {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const all = values.flatMap((value) => alternativesOf(value)).filter((value) => value !== undefined);
  if (values.some((value) => value instanceof Choice)) return madeOfValues('…', all);
  return { ...listOfItems(all.flatMap(({ items }) => items)), command: all.at(-1)?.command };
}

/** `using namespace X` shortens names of classes; `using module x` runs a file. */
function uses(reader: PowerShellReader): void {
  const start = reader.at;
  const [kind = '', name = ''] = (takeHere(reader, /[^\n;]*/y) ?? '').trim().split(/\s+/);
  if (/^namespace$/i.test(kind)) reader.namespaces.push(withoutSystem(name));
  else if (/^module$/i.test(kind)) reader.state.setAnything();
  else unknown(reader, start, 'what the classes of a library do is not known');
}

/** Reads statements in brackets on the current way. */
export function inBrackets(reader: PowerShellReader, close: string): PowerShellValue {
  const start = reader.at;
  reader.around.brackets++;
  const held = readStatements(reader, close);
  reader.around.brackets--;
  return settled(reader, held, sourceAt(reader, start)) ?? anyValue(sourceAt(reader, start));
}

const keyword =
  /(?:if|elseif|else|foreach|for|while|do|until|switch|try|catch|finally|function|filter|workflow|param|begin|process|end|dynamicparam|class|enum|return|throw|trap|exit|data|using|configuration|in|break|continue|default)(?![\w-])/iy;

/**
 * Reads a statement. The parts of a keyword are separate ways; any other statement is read once on each of its
 * ways.
 */
export function readStatement(reader: PowerShellReader): Held<PowerShellValue> | undefined {
  // Attributes describe parameters, and do nothing: `[Parameter(Mandatory)]`. One with a block is read as a value.
  takeHere(reader, /(?:\[[A-Za-z.]+\((?!\s*\{)[^[\]\n]{0,300}\)\]\s*)+/y);
  const word = matchHere(reader, keyword)?.[0].toLowerCase();
  if (word !== undefined) return keywordStatement(reader, word);
  if (takeHere(reader, /:[A-Za-z]\w*(?=\s)/y) !== undefined) return undefined;
  return onEachWay(reader, () => printedChain(reader));
}

/** Reads pipelines as a statement: PowerShell prints a value that nothing gets. That counts where it is a variable of the environment. */
function printedChain(reader: PowerShellReader): PowerShellValue | undefined {
  const start = reader.at;
  const value = chain(reader);
  const { assignments, brackets } = reader.around;
  const isPrinted = value?.command === undefined && assignments === 0 && brackets === 0;
  return value !== undefined && isPrinted && value.items.some(isOfEnvironment)
    ? reader.grammar.written(reader, value, start)
    : value;
}

const isOfEnvironment = ({ pieces }: Shape): boolean =>
  pieces.some((piece) => piece.kind === 'any' && piece.variable !== undefined);

function keywordStatement(reader: PowerShellReader, word: string): Held<PowerShellValue> | undefined {
  reader.at += word.length;
  skipSpaces(reader, true);
  switch (word) {
    case 'function':
    case 'filter':
    case 'workflow':
      return definition(reader);
    case 'class':
    case 'enum': {
      const name = takeHere(reader, /[^\s({:]+/y)?.toLowerCase();
      skipSpaces(reader, true);
      const base = takeHere(reader, /:[^{]{0,200}(?=\{)/y);
      if (name !== undefined && base === undefined) reader.classes.add(name);
      break;
    }
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
      return sees(reader, '{') ? readScriptBody(reader) : undefined;
    case 'using':
      uses(reader);
      return undefined;
    case 'configuration':
      unknown(reader, reader.at, 'a configuration of the system may change anything', reader.at + 1);
      takeHere(reader, /[^\s({]+/y);
      skipSpaces(reader, true);
      break;
    case 'data': {
      const name = takeHere(reader, /\w+/y)?.toLowerCase();
      skipSpaces(reader, true);
      const value = sees(reader, '{') ? readScriptBody(reader) : undefined;
      if (name !== undefined) reader.state.set(name, value ?? anyValue(name));
      return value;
    }
    case 'break':
    case 'continue':
      leaveLoop(reader, word, takeHere(reader, /\w+/y));
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

/** `return`, `throw` and `exit` end the way, with or without a value. */
function leave(reader: PowerShellReader, word: 'return' | 'throw' | 'exit'): void {
  const isBare = /[;}\n)]/.test(character(reader)) || reader.at >= reader.end;
  // What a function returns goes to who calls it.
  const read = word === 'return' && reader.returning === undefined ? printedChain : chain;
  const value = isBare ? undefined : onEachWay(reader, () => read(reader));
  if (word === 'return') {
    reader.returning?.values.push(value);
    reader.returning?.states.push(goingOn(reader.state));
  }
  if (word === 'throw' && reader.trying !== undefined) mayFail(reader.trying, reader.state);
  reader.state.ended = true;
}
