/** Which secrets of the environment the output of a command shows, and does not only depend on. */
import { showPathShape } from '../../../pattern/path/path-shape.ts';
import type { PathEffect } from '../../effect/effect.ts';
import { isOfEnvironment } from '../../effect/environment-source.ts';
import type { Print } from '../../knowledge/table/entry.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import type { Origins } from '../word.ts';

/** Outputs that have what is in the words, the input or the variable. */
const showing: ReadonlySet<Print | undefined> = new Set<Print | undefined>([
  ...(['words', 'format', 'files', 'input', 'variable', 'base64', 'asked-base64', 'hex'] as const),
  ...(['reversed', 'translated', 'ten-lines', 'one-line', 'matching-lines'] as const),
]);

/**
 * The origins of what a program prints, where each variable says whether its value is shown: `echo $X`, and not `test $X`.
 * `outputs`: those of commands that it runs, which show what they show.
 */
export function withShown(origins: Origins, program: string, outputs: readonly Origins[]): Origins {
  if (!origins.sources.some(isVariable)) return origins;
  const { prints, passes } = mannersOf(program);
  const printed = new Set(outputs.flatMap(({ sources }) => sources));
  const isShown = passes !== undefined || showing.has(prints);
  return {
    ...origins,
    sources: origins.sources.map((each) =>
      isVariable(each) && !printed.has(each) ? { ...each, isShown } : each,
    ),
  };
}

const isVariable = ({ path, recursive }: PathEffect): boolean =>
  !recursive && isOfEnvironment(showPathShape(path));
