/** Whether a command asks in which order it is given the lines of a listing, which is not known. */
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import { severalOf } from '../../state/listed-words.ts';
import type { Word } from '../../word.ts';

/** Whether a program does not use all of them in the same way: `cp` takes the last word for its target. `all`: the words of the command. */
export function isOrdered(all: readonly Word[], { values }: Invocation): boolean {
  return [...severalOf(all)].some((among) => {
    const uses = all.flatMap((word, at) => {
      if (word.among !== among) return [];
      const its = values.filter((value) => value.at === at - 1);
      const [only] = its;
      return [
        its.length === 1 && only?.option === undefined ? JSON.stringify([only?.role, only?.uses]) : undefined,
      ];
    });
    return new Set(uses).size > 1 || uses.includes(undefined);
  });
}
