/** Reads conditions and handlers of PowerShell: `if`, `switch`, `try` and `trap`. */
import { choiceOf, type Held } from '../state/choice.ts';
import {
  blockFollows,
  follows,
  goingOn,
  onEachWay,
  readHead,
  readScriptBody,
  round,
} from './powershell-block.ts';
import { inLoop } from './powershell-loop.ts';
import {
  type PowerShellReader,
  type PowerShellState,
  sees,
  skipSpaces,
  useFile,
} from './powershell-reader.ts';
import { keyOfPowerShell, type PowerShellFunction, type PowerShellValue } from './powershell-value.ts';
import { word } from './powershell-word.ts';
import { takeHere } from './text-reader.ts';
import { branches, joinStates, perhapsRun } from './windows-state.ts';

/** `if (…) { … } elseif (…) { … } else { … }`: one of the blocks runs, or none. */
export function condition(reader: PowerShellReader): Held<PowerShellValue> | undefined {
  readHead(reader);
  if (!blockFollows(reader)) return undefined;
  const otherwise = (): Held<PowerShellValue> | undefined => {
    if (follows(reader, /elseif(?![\w-])/iy)) return condition(reader);
    return follows(reader, /else(?![\w-])/iy) && sees(reader, '{') ? readScriptBody(reader) : undefined;
  };
  const values = branches<PowerShellValue, PowerShellFunction, Held<PowerShellValue> | undefined>(reader, [
    () => readScriptBody(reader),
    otherwise,
  ]);
  return choiceOf(values, keyOfPowerShell);
}

/** `switch (…) { 'a' { … } default { … } }`: any of the blocks may run, one after another. */
export function switchOf(reader: PowerShellReader): Held<PowerShellValue> | undefined {
  const isFile = /-f/i.test(takeHere(reader, /(?:-\w+\s+)+/y) ?? '');
  if (sees(reader, '(') && !isFile) readHead(reader);
  else
    onEachWay(reader, () => {
      const value = word(reader);
      if (isFile) for (const path of value?.items ?? []) useFile(reader, 'read', path, reader.at);
      return value;
    });
  if (!blockFollows(reader)) return undefined;
  reader.at++;
  const values: (Held<PowerShellValue> | undefined)[] = [];
  inLoop(reader, (loop) => {
    while (reader.at < reader.end) {
      const before = reader.at;
      takeHere(reader, /[\s;]+/y);
      skipSpaces(reader, true);
      if (sees(reader, '}')) break;
      if (sees(reader, '{'))
        perhapsRun<PowerShellValue, PowerShellFunction, unknown>(reader, () => readScriptBody(reader));
      else onEachWay(reader, () => word(reader));
      if (blockFollows(reader))
        perhapsRun<PowerShellValue, PowerShellFunction, unknown>(reader, () =>
          round(reader, loop, () => void values.push(readScriptBody(reader))),
        );
      if (reader.at === before) reader.at++;
    }
  });
  if (sees(reader, '}')) reader.at++;
  return choiceOf([undefined, ...values], keyOfPowerShell);
}

/** `try { … } catch { … } finally { … }`: the `try` block may fail after each of its statements. */
export function tryOf(reader: PowerShellReader): Held<PowerShellValue> | undefined {
  if (!sees(reader, '{')) return undefined;
  const { trying, state: before } = reader;
  const failed: PowerShellState[] = [before.fork()];
  reader.trying = failed;
  const values = [readScriptBody(reader)];
  reader.trying = trying;
  const tried = reader.state;
  const ends = [tried];
  const failing = (): PowerShellState => {
    const state = joinStates(failed.map(goingOn)) ?? before.fork();
    state.ended = before.ended;
    return state;
  };
  while (follows(reader, /catch(?![\w-])/iy)) {
    takeHere(reader, /(?:\[[^\]\n]{0,200}\][\s,]*)+/y);
    if (!sees(reader, '{')) break;
    reader.state = failing();
    values.push(readScriptBody(reader));
    ends.push(reader.state);
  }
  if (follows(reader, /finally(?![\w-])/iy) && sees(reader, '{')) {
    reader.state = joinStates([...ends.map(goingOn), failing()]) ?? before;
    readScriptBody(reader);
  } else reader.state = joinStates(ends) ?? tried;
  reader.state.ended = before.ended || ends.every(({ ended }) => ended);
  return choiceOf(values, keyOfPowerShell);
}

/** `trap { … }` may run whenever something fails, so the values that it sets are possible from here on. */
export function handler(reader: PowerShellReader): undefined {
  takeHere(reader, /(?:\[[^\]\n]{0,200}\][\s,]*)+/y);
  if (!sees(reader, '{')) return undefined;
  const before = reader.state.fork();
  let after = before;
  perhapsRun<PowerShellValue, PowerShellFunction, unknown>(reader, () => {
    readScriptBody(reader);
    after = reader.state;
  });
  for (const [name, held] of after.names)
    if (held !== before.names.get(name)) reader.state.handled.set(name, held);
  return undefined;
}
