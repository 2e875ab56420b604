/**
 * Finds which of many regular expressions match a text, in one pass for some hundred of them: RE2's sets.
 * It gives the same answers as each expression alone (`regex.ts`), or none.
 */
import { RE2Set } from 're2js';
import { flagBits } from './regex-flags.ts';
import { maximalWork } from './regex-limits.ts';

export interface RegexSet {
  /**
   * Calls `found` with the index of each expression that matches. False if the text is too long for a fast
   * answer: then any of them could match.
   */
  search(text: string, found: (expression: number) => void): boolean;
}

/** Steps of a compiled part: those that go on with a text of 64 KiB stay below `maximalWork`. */
const mostSteps = 1500;

/** A part of a set: one automaton, and its expressions. */
interface Part {
  readonly automaton: RE2Set;
  readonly steps: number;
  readonly first: number;
}

/** Makes the automata for expressions that compile, all with the same flags. Throws for others. */
export function compileRegexSet(sources: readonly string[], flags: string): RegexSet {
  const parts = split(sources, 0, flagBits(flags));
  const steps = parts.reduce((most, part) => Math.max(most, part.steps), 1);
  return {
    search(text, found) {
      if (text.length * steps > maximalWork) return false;
      for (const { automaton, first } of parts) {
        for (const at of automaton.match(text)) found(first + at);
      }
      return true;
    },
  };
}

function split(sources: readonly string[], first: number, bits: number): readonly Part[] {
  const middle = sources.length >> 1;
  const halves = (): readonly Part[] => [
    ...split(sources.slice(0, middle), first, bits),
    ...split(sources.slice(middle), first + middle, bits),
  ];
  // So many are too large together; do not try to make their automaton.
  if (sources.length > mostSteps / 4) return halves();
  const automaton = new RE2Set(RE2Set.UNANCHORED, bits);
  for (const source of sources) automaton.add(source);
  automaton.compile();
  const steps = automaton.prog.numInst();
  return steps > mostSteps && sources.length > 1 ? halves() : [{ automaton, steps, first }];
}
