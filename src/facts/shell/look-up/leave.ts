/** Builtins that end this way: `exit`, `return`, `break` and `continue`. */
import type { Loop } from '../state/loop.ts';
import type { ShellState } from '../state/state.ts';
import type { Word } from '../word.ts';
import { text } from './operands.ts';

/**
 * `exit`, `return`, `break`, `continue`: this way ends here. It goes on behind the function or loop that it
 * leaves.
 */
export function leave(
  name: 'exit' | 'return' | 'break' | 'continue',
  words: readonly Word[],
  state: ShellState,
): void {
  if (name === 'exit') state.end = 'exit';
  // `return` ends a function or a sourced script. Outside of these it does nothing, as `break` and `continue`
  // outside of loops.
  else if (name === 'return') {
    if (state.returning === undefined) return;
    state.returning.push(state.fork());
    state.end = 'return';
  } else if (state.loops.length > 0) {
    for (const { broken, continued } of loopsLeft(words, state))
      (name === 'break' ? broken : continued).push(state.fork());
    state.end = 'loop';
  }
}

/**
 * The loop that `break 2` leaves. A level that does not exist means the outermost loop; an unknown level may be
 * any.
 */
function loopsLeft([levels]: readonly Word[], { loops }: ShellState): readonly Loop<ShellState>[] {
  const count = levels === undefined ? 1 : Number(text(levels) ?? Number.NaN);
  if (!Number.isInteger(count) || count < 1) return loops;
  return loops.slice(Math.max(0, loops.length - count)).slice(0, 1);
}
