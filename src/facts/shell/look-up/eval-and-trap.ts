/** Builtins that run a text as a script: at once (`eval`), or when the shell ends (`trap`). */
import { joinPieces, type Shape } from '../../../pattern/text/shape.ts';
import type { InputSpan } from '../../effect/effect.ts';
import { textsChanged, textsNow } from '../expand/file-text.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import { mergeOrigins, type Stream, type Word, wordOfShape } from '../word.ts';
import { tooMany } from './declare.ts';
import { operands, text } from './operands.ts';

/** `eval a b`: the joined words are a script, which runs in this very shell. */
export function evalWords(
  words: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
): Stream {
  const rest = text(words[0]) === '--' ? words.slice(1) : words;
  const list = rest.find(({ shape }) => quotedList.test(shape.source));
  if (list !== undefined)
    shell.unknown(
      'code',
      list.shape.source,
      '`eval` reads the words of this list without their quotes',
      span,
    );
  const pieces = rest.flatMap(({ shape }, index): Shape['pieces'] =>
    index === 0 ? shape.pieces : [{ kind: 'text', text: ' ' }, ...shape.pieces],
  );
  const script = wordOfShape(
    joinPieces(pieces, rest.map(({ shape }) => shape.source).join(' ')),
    mergeOrigins(...rest),
  );
  return shell.runText(script, state, inner(io, 'eval', span));
}

/** A list among the words of `eval`, with quotes in it: `eval k=(a '$(b)')` runs `b`. */
const quotedList = /^[A-Za-z_]\w*\+?=\([^)]*['"\\]/;

export const inner = (io: Io, program: string, span: InputSpan): Io => ({
  ...io,
  via: [...io.via, program],
  depth: io.depth + 1,
  source: { ...io.source, whole: span },
});

/**
 * `trap 'command' EXIT` runs the command when the shell ends, or when a signal comes. That may be at once, so
 * what the command sets may be set from here on. It may also be after any later command, with the variables and the
 * files of that moment.
 */
export function trap(
  words: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
): undefined {
  const [action, ...signals] = operands(words);
  if (action === undefined || words.length < 2 || text(action) === '-' || text(action) === '')
    return undefined;
  const its = inner(io, 'trap', span);
  const way = state.branch();
  const before = state.fork();
  const texts = textsNow(shell, state);
  shell.shown.push(shell.runText(action, way, its));
  // At the end of the shell it runs once. For other signals it may run again and again.
  if (signals.some((signal) => !/^(?:EXIT|0)$/i.test(text(signal) ?? '')))
    runAgain(way, before, (again) => shell.runText(action, again, its));
  if (way.end !== undefined || !way.isLike(before)) {
    state.join([before, way]);
    // It may run before any command.
    for (const [changed, held] of way.variables)
      if (before.variables.get(changed) !== held) state.keep(changed, held);
  }
  let seen = { state: before, texts };
  const later = (then: ShellState): void => {
    if (then.isLike(seen.state) && !textsChanged(seen.texts, shell, then)) return;
    const way = then.branch();
    // What the trap itself changes is no later state of the script, and it runs no other trap.
    way.traps = [];
    const shown = then.fork();
    shell.recorder.succeeding(false, () => shell.runText(action, way, its));
    seen = { state: shown, texts: textsNow(shell, then) };
  };
  if (state.traps.length < mostTraps) state.traps = [...state.traps, later];
  else tooMany(shell, span);
  return undefined;
}

/**
 * Runs a command again on a way that has run it once, until it changes nothing more. What still changes at the
 * end becomes unknown.
 */
export function runAgain(way: ShellState, before: ShellState, run: (again: ShellState) => unknown): void {
  const runOnce = (): boolean => {
    const again = way.branch();
    run(again);
    const isSame = again.isLike(way);
    if (!isSame) way.join([way.fork(), again]);
    return isSame;
  };
  for (let rounds = 0; rounds < mostRounds && way.end === undefined; rounds++) if (runOnce()) return;
  if (way.end !== undefined) return;
  // Further runs meet what is unknown now.
  way.widen(before);
  if (!runOnce()) way.widen(before);
}

/** The most traps; no honest call sets more. `mostShellNames` is the same for names. */
const mostTraps = 20;

/** The most repeated runs of a trap. What still changes after them becomes unknown. */
const mostRounds = 2;
