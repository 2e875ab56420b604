/** Reads the loops of PowerShell. Where they join, a variable has the values of all rounds. */
import { Choice } from '../state/choice.ts';
import {
  blockFollows,
  blockFor,
  body,
  endOfBrackets,
  follows,
  goingOn,
  head,
  onEachWay,
  round,
} from './powershell-block.ts';
import { chain } from './powershell-pipeline.ts';
import {
  aside,
  type Loop,
  plainName,
  type Reader,
  repeated,
  sees,
  settled,
  spaces,
} from './powershell-reader.ts';
import { anyValue } from './powershell-value.ts';
import { take } from './text-reader.ts';
import { joinStates } from './windows-state.ts';

/** Reads a loop. The script goes on from its end, and from each `break`. */
export function inLoop(reader: Reader, read: (loop: Loop) => void): undefined {
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

export function leaveLoop(reader: Reader, word: 'break' | 'continue', label: string | undefined): void {
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
export function forLoop(reader: Reader): undefined {
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
      round(reader, loop, () => void body(reader));
      inHead(next, undefined);
    }),
  );
}

export function whileLoop(reader: Reader): undefined {
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
export function doLoop(reader: Reader): undefined {
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

/** `foreach ($x in 'a', 'b') { … }`: reads the block once for each known item. */
export function forEach(reader: Reader): undefined {
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
