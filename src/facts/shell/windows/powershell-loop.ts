/** Reads the loops of PowerShell. Where they join, a variable has the values of all rounds. */
import { Choice } from '../state/choice.ts';
import {
  blockFollows,
  blockFor,
  endOfBrackets,
  follows,
  goingOn,
  onEachWay,
  readHead,
  readScriptBody,
  round,
} from './powershell-block.ts';
import { chain } from './powershell-pipeline.ts';
import {
  aside,
  nameWithoutScope,
  type PowerShellLoop,
  type PowerShellReader,
  repeated,
  sees,
  settled,
  skipSpaces,
} from './powershell-reader.ts';
import { anyValue } from './powershell-value.ts';
import { takeHere } from './text-reader.ts';
import { joinStates } from './windows-state.ts';

/** Reads a loop. The script goes on from its end, and from each `break`. */
export function inLoop(reader: PowerShellReader, read: (loop: PowerShellLoop) => void): undefined {
  const { ended } = reader.state;
  const loop: PowerShellLoop = { breaks: [], continues: [] };
  reader.loops.push(loop);
  read(loop);
  reader.loops.pop();
  const ways = [reader.state, ...loop.breaks.map(goingOn)];
  const state = joinStates(ways) ?? reader.state;
  state.ended = ended || (reader.state.ended && loop.breaks.length === 0);
  reader.state = state;
  return undefined;
}

export function leaveLoop(
  reader: PowerShellReader,
  word: 'break' | 'continue',
  label: string | undefined,
): void {
  const innermost = reader.loops.at(-1);
  // A label names an outer loop, and it may be any of them.
  const loops = label === undefined ? (innermost === undefined ? [] : [innermost]) : reader.loops;
  for (const { breaks, continues } of loops) {
    if (label !== undefined || word === 'break') breaks.push(reader.state.fork());
    if (label !== undefined || word === 'continue') continues.push(goingOn(reader.state));
  }
  if (loops.length > 0) reader.state.ended = true;
}

/** `for (first; condition; next) { … }`. */
export function forLoop(reader: PowerShellReader): undefined {
  if (!sees(reader, '(')) return undefined;
  reader.at++;
  const end = endOfBrackets(reader);
  const inHead = (at: number, close: string | undefined): number =>
    aside(reader, { at, end }, (inner) => {
      reader.grammar.statements(inner, close);
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
      round(reader, loop, () => void readScriptBody(reader));
      inHead(next, undefined);
    }),
  );
}

export function whileLoop(reader: PowerShellReader): undefined {
  const start = reader.at;
  return inLoop(reader, (loop) =>
    repeated(reader, () => {
      reader.at = start;
      round(reader, loop, () => {
        readHead(reader);
        if (blockFollows(reader)) readScriptBody(reader);
      });
    }),
  );
}

/** `do { … } while (…)`: the block runs at least once. */
export function doLoop(reader: PowerShellReader): undefined {
  if (!sees(reader, '{')) return undefined;
  const start = reader.at;
  return inLoop(reader, (loop) => {
    const once = (): void => {
      reader.at = start;
      round(reader, loop, () => {
        readScriptBody(reader);
        if (follows(reader, /(?:while|until)(?![\w-])/iy)) readHead(reader);
      });
    };
    once();
    repeated(reader, once);
  });
}

/** `foreach ($x in 'a', 'b') { … }`: reads the block once for each known item. */
export function forEach(reader: PowerShellReader): undefined {
  reader.at++;
  skipSpaces(reader, true);
  const name = takeHere(reader, /\$[\w:]+/y);
  skipSpaces(reader, true);
  takeHere(reader, /in(?![\w-])/iy);
  skipSpaces(reader, true);
  const held = name === undefined ? undefined : onEachWay(reader, () => chain(reader));
  const value = settled(reader, held, name ?? '') ?? anyValue('');
  skipSpaces(reader, true);
  if (sees(reader, ')')) reader.at++;
  if (name === undefined || !blockFollows(reader)) return undefined;
  return inLoop(reader, (loop) => {
    const all = held instanceof Choice ? held.among.map((each) => each ?? anyValue(name)) : [value];
    blockFor(reader, nameWithoutScope(name.slice(1)), all, loop);
  });
}
