/** The local names of a running function, and what they are after ways join. */
import type { Held, VariableValue } from './choice.ts';

/** The value that a local name of a function gets back when the function ends. */
interface Local {
  readonly before: Held<VariableValue> | undefined;
  /** Whether the name was exported before: `export` in the function exports the local name only. */
  readonly exported: 'always' | 'perhaps' | undefined;
  /** Whether it is local on every way through the function. Otherwise it may keep the value that the function set. */
  readonly always: boolean;
}

export type LocalFrame = ReadonlyMap<string, Local>;

export const noLocals: LocalFrame = new Map();

/** The local names after ways join. One that is local on some ways only is not always local. */
export function joinedFrames(frames: readonly (LocalFrame | undefined)[]): LocalFrame | undefined {
  const [first] = frames;
  if (frames.every((frame) => frame === first)) return first;
  const names = new Set(frames.flatMap((frame) => [...(frame?.keys() ?? [])]));
  return new Map(
    [...names].map((name) => {
      const all = frames.map((frame) => frame?.get(name));
      const one = all.find((local) => local !== undefined);
      const always = all.every((local) => local?.always === true);
      return [name, { before: one?.before, exported: one?.exported, always }];
    }),
  );
}
