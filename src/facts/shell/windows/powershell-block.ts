/** Reads the bodies of PowerShell blocks, and skips over them. */
import { staticText } from '../../../pattern/text/shape.ts';
import { choiceOf, type Held } from '../state/choice.ts';
import {
  deeper,
  type PowerShellLoop,
  type PowerShellReader,
  type PowerShellState,
  repeated,
  sees,
  skipSpaces,
} from './powershell-reader.ts';
import {
  keyOfPowerShell,
  madeOfValues,
  oneValue,
  type PowerShellValue,
  typeOfItems,
} from './powershell-value.ts';
import { takeHere } from './text-reader.ts';
import { mostWindowsCommands } from './windows-script.ts';
import { eachCombination, joinStates } from './windows-state.ts';

/** Reads the brackets behind a keyword: `( … )`. */
export function readHead(reader: PowerShellReader): void {
  if (!sees(reader, '(')) return;
  reader.at++;
  reader.grammar.inBrackets(reader, ')');
  skipSpaces(reader, true);
}

/** Reads a body in braces, in the current state. */
export function readScriptBody(reader: PowerShellReader): Held<PowerShellValue> | undefined {
  const { way } = reader;
  reader.way = undefined;
  const value = deeper(
    reader,
    () => undefined,
    () => {
      reader.at++;
      return reader.grammar.statements(reader, '}');
    },
  );
  reader.way = way;
  return value;
}

/** Whether a block follows, perhaps on the next line; takes the text in front of it. */
export function blockFollows(reader: PowerShellReader): boolean {
  const { at } = reader;
  skipSpaces(reader, true);
  if (sees(reader, '{')) return true;
  reader.at = at;
  return false;
}

/** Takes a keyword that continues the statement before it: `else`, `catch`. */
export function follows(reader: PowerShellReader, word: RegExp): boolean {
  const { at } = reader;
  skipSpaces(reader, true);
  if (takeHere(reader, word) !== undefined) {
    skipSpaces(reader, true);
    return true;
  }
  reader.at = at;
  return false;
}

/** The offset at which the current brackets close. */
export function endOfBrackets(reader: PowerShellReader): number {
  const passing = passingBy(reader);
  reader.grammar.statements(passing, ')');
  return Math.max(reader.at, passing.text[passing.at - 1] === ')' ? passing.at - 1 : passing.at);
}

/** Skips to the end of a block, without effects. */
export function skipBlock(reader: PowerShellReader): void {
  const passing = passingBy(reader);
  readScriptBody(passing);
  reader.at = passing.at;
}

/** The same reader with lists of its own, so that its findings do not count. */
const passingBy = (reader: PowerShellReader): PowerShellReader => ({
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

/** A state in which a loop or function was left, ready to go on. */
export function goingOn(left: PowerShellState): PowerShellState {
  const state = left.fork();
  state.ended = false;
  return state;
}

/** Adds a state in which a statement may fail; many such states are joined. */
export function mayFail(trying: PowerShellState[], state: PowerShellState): void {
  trying.push(state.fork());
  if (trying.length < mostFailures) return;
  const joined = joinStates(trying.map(goingOn));
  if (joined !== undefined) trying.splice(0, trying.length, joined);
}

const mostFailures = 100;

export function onEachWay(
  reader: PowerShellReader,
  read: () => PowerShellValue | undefined,
): Held<PowerShellValue> | undefined {
  if (reader.way !== undefined || reader.skips) return read();
  return choiceOf(eachCombination(reader, read), keyOfPowerShell);
}

/** Reads one round of a loop, which `break` and `continue` may leave. */
export function round(reader: PowerShellReader, loop: PowerShellLoop, read: () => void): void {
  const { ended } = reader.state;
  read();
  const ways = [reader.state, ...loop.continues.splice(0)];
  const state = joinStates(ways) ?? reader.state;
  state.ended = ended || ways.every((way) => way.ended && way === reader.state);
  reader.state = state;
}

/** Reads a block once for each item of the name, if there are few items. */
export function blockFor(
  reader: PowerShellReader,
  name: string,
  lists: readonly PowerShellValue[],
  loop: PowerShellLoop,
): void {
  const start = reader.at;
  const items = lists.flatMap((value) => value.items);
  const type = typeOfItems(lists);
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
      reader.state.set(name, { ...oneValue(item), type });
      round(reader, loop, () => void readScriptBody(reader));
    }
    // A partly known item may be many items.
    if (areTexts) return;
  }
  // Each round has any of the items, and the number of rounds is unknown.
  const each =
    lists.length === 1 && items.length === 1 && items[0] !== undefined
      ? { ...oneValue(items[0]), type }
      : { ...madeOfValues(`$${name}`, lists), type };
  repeated(reader, () => {
    reader.at = start;
    reader.state.set(name, each);
    round(reader, loop, () => void readScriptBody(reader));
  });
}
