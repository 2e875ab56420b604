/** What files hold that the call itself writes. */
import { joinPieces, showShape } from '../../../pattern/shape.ts';
import type { PathEffect } from '../../effect.ts';
import { costOfText, spend } from '../budget.ts';
import { lengthOf, mergeOrigins, originsOf, type Stream, streamOf } from '../word.ts';
import type { ShellState } from './state.ts';

/**
 * What was written is there for whoever reads or runs it later in the same call. `there`: what the file holds where the
 * call has not written it, if that is known.
 */
export function keep(
  effect: PathEffect,
  output: Stream,
  appends: boolean,
  state: ShellState,
  there?: Stream,
): void {
  const before = appends ? (state.file(effect.path) ?? there) : undefined;
  spend(
    state.budget,
    originsOf([before, output]) + costOfText(lengthOf(output.shape) + (before ? lengthOf(before.shape) : 0)),
  );
  if (before === undefined) {
    state.write(
      effect.path,
      appends
        ? { ...output, shape: joinPieces([{ kind: 'any' }, ...output.shape.pieces], output.shape.source) }
        : output,
    );
    return;
  }
  const pieces = [...before.shape.pieces, ...output.shape.pieces];
  const shape = joinPieces(pieces, showShape(before.shape));
  const { file } = before;
  state.write(effect.path, {
    ...streamOf(shape, mergeOrigins(before, output)),
    isFile: false,
    ...(file === undefined ? {} : { file }),
  });
}
