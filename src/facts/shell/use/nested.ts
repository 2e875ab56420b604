/** Commands inside a command: `sudo cmd …`, `xargs cmd …`, and the shell or the place that they run in. */
import { joinPieces, staticText } from '../../../pattern/shape.ts';
import type { UsedValue } from '../../knowledge/arguments.ts';
import type { Io } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import { mergeOrigins, type Word } from '../word.ts';
import { withArguments } from './items.ts';
import { runRepeatedly } from './repeated.ts';
import { baseOfRun, type Running } from './running.ts';

export function nestedIo(running: Running): Io {
  const { io, span, invocation } = running;
  return {
    ...io,
    via: [...io.via, invocation.program],
    depth: io.depth + 1,
    elsewhere: io.elsewhere || invocation.traits.elsewhere === true,
    source: { ...io.source, whole: span },
  };
}

export function nestedState(running: Running): ShellState {
  const { state, invocation } = running;
  const inner = state.child();
  // What it reads comes with the command.
  inner.open(0, undefined);
  inner.cwd = invocation.traits.elsewhere ? { anchor: 'floating', segments: [] } : baseOfRun(running);
  // A shell that is started runs what these name before anything else.
  const isShell = invocation.traits.language === 'shell';
  if (isShell && (state.variables.has('BASH_ENV') || state.variables.has('ENV'))) inner.setAnything();
  // `bash -ec`, `sh -n`: a command that fails ends it, or nothing runs at all.
  if (isShell && running.words.some(({ shape }) => /^-\w*[enu]/.test(staticText(shape) ?? '-e')))
    inner.mayEnd();
  // `bash -O dotglob`, `zsh -o globdots`
  for (const { shape } of running.words) inner.turn(staticText(shape) ?? '', true);
  return inner;
}

/** `sudo cmd …`, `xargs cmd …`: the rest of the words is a command. */
export function runNested(value: UsedValue, certain: boolean, running: Running): void {
  const { words, shell, io, span, invocation } = running;
  const rest = invocation.traits.undashes ? withoutDashes(words, value.at) : words.slice(value.at);
  const state = nestedState(running);
  const inner = { ...nestedIo(running), certain: io.certain && certain };
  if (invocation.traits.stdin !== 'arguments') {
    const run = (): void => void running.outputs.push(shell.runWords(rest, state, inner, span));
    // Who changes the user, the place or anything else first may fail at that, and at what it does with words before it.
    const mayFail =
      invocation.traits.elevates ||
      invocation.traits.elsewhere ||
      invocation.options.length > 0 ||
      invocation.values.some(
        ({ at, uses }) => at < value.at && uses.some(({ name }) => name !== 'text' && name !== 'run'),
      ) ||
      state.mayMissPrograms;
    if (mayFail) state.unsurely(run);
    else run();
    return;
  }
  // For no argument at all it may not run.
  state.unsurely(() => runRepeatedly(shell, state, () => runWithArguments(rest, inner, state, running)));
}

/** `xargs cmd`: the command, with what is read as its last words. */
function runWithArguments(rest: readonly Word[], inner: Io, state: ShellState, running: Running): void {
  const { shell, span, invocation } = running;
  for (const each of withArguments(rest, running)) {
    if (invocation.traits.each) {
      // What it makes of its words goes through a shell.
      const pieces = each.flatMap(({ shape }, index) =>
        index === 0 ? shape.pieces : [{ kind: 'text', text: ' ' } as const, ...shape.pieces],
      );
      const text = { shape: joinPieces(pieces, 'parallel …'), ...mergeOrigins(...each) };
      running.outputs.push(shell.runText(text, state.fork(), { ...inner, stdin: undefined }));
      continue;
    }
    running.outputs.push(shell.runWords(each, state, { ...inner, stdin: undefined }, span));
  }
}

/** The words of the command from `start` on, without the first `--` of all words. */
function withoutDashes(words: readonly Word[], start: number): readonly Word[] {
  const dashes = words.findIndex(({ shape }) => staticText(shape) === '--');
  return words.filter((_, at) => at >= start && at !== dashes);
}
