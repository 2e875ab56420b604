/** The output of several commands: one after another, or one of them. */
import { anyShape } from '../../../pattern/text/shape.ts';
import { costOfText, spend } from '../budget.ts';
import type { Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import { waysOf } from '../state/ways.ts';
import {
  concatStreams,
  lengthOf,
  longestText,
  mergeOrigins,
  originsOf,
  type Stream,
  streamOf,
  unknownStream,
} from '../word.ts';

/** Joins streams one after another, and takes the work off the budget. */
export function concatenated(streams: readonly Stream[], { budget }: Shell): Stream {
  const length = streams.reduce((sum, { shape }) => sum + Math.min(longestText, lengthOf(shape)), 0);
  if (spend(budget, costOfText(length) + originsOf(streams))) return concatStreams(streams);
  return unknownStream({ sources: [], from: [] });
}

/** The output of one of several ways; unknown if there is more than one. */
export function concatChoices(streams: readonly Stream[]): Stream {
  const [only] = streams;
  if (streams.length === 1 && only !== undefined) return only;
  return streamOf(anyShape('…'), mergeOrigins(...streams));
}

/** Runs something once for each state that a text may depend on, and joins what the runs leave. */
export function eachWay(
  shell: Shell,
  state: ShellState,
  text: string,
  run: (way: ShellState) => Stream,
): Stream {
  const ways = waysOf(state, text);
  if (ways.length === 1) return run(ways[0] ?? state);
  const streams = ways.map(run);
  state.join(ways);
  spend(shell.budget, originsOf(streams));
  return concatChoices(streams);
}
