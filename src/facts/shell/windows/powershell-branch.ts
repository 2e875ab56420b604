/** Reads conditions and handlers of PowerShell: `if`, `switch`, `try` and `trap`. */
import { choiceOf, type Held } from '../state/choice.ts';
import { blockFollows, body, follows, goingOn, head, onEachWay, round } from './powershell-block.ts';
import { inLoop } from './powershell-loop.ts';
import { type Reader, type State, sees, spaces } from './powershell-reader.ts';
import { type Definition, keyOfValue, type Value } from './powershell-value.ts';
import { word } from './powershell-word.ts';
import { take } from './text-reader.ts';
import { branches, joinStates, perhaps } from './windows-state.ts';

/** `if (…) { … } elseif (…) { … } else { … }`: one of the blocks runs, or none. */
export function condition(reader: Reader): Held<Value> | undefined {
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

/** `switch (…) { 'a' { … } default { … } }`: any of the blocks may run, one after another. */
export function switchOf(reader: Reader): Held<Value> | undefined {
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
export function tryOf(reader: Reader): Held<Value> | undefined {
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
export function handler(reader: Reader): undefined {
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
