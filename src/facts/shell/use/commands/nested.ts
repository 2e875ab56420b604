/**
 * Runs commands inside a command: `sudo cmd …`, `xargs cmd …`. It sets the shell state and the context that the
 * inner command has.
 */
import { readPathShape } from '../../../../pattern/path/path-shape.ts';
import { staticText } from '../../../../pattern/text/shape.ts';
import type { Invocation, UsedValue } from '../../../knowledge/words/invocation.ts';
import type { Directory } from '../../../record/directory.ts';
import type { Io } from '../../shell.ts';
import type { ShellState } from '../../state/state.ts';
import type { Word } from '../../word.ts';
import { onListedFiles, withArguments } from '../files/items.ts';
import { usePath } from '../files/paths.ts';
import { seeingMounts } from '../running/mount.ts';
import { runRepeatedly } from '../running/repeated.ts';
import { baseOfRun, type Running } from '../running/running.ts';
import { builtCommands } from './parallel.ts';

/** The context of a command that this one runs. */
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

/** The state of the shell that an inner command starts in. */
export function nestedState(running: Running): ShellState {
  const { state, invocation, started } = running;
  if (started !== undefined) return started.fork();
  const inner = state.child();
  // Its input comes with the command.
  inner.open(0, undefined);
  inner.cwd = invocation.traits.elsewhere ? insideDirectory(running) : baseOfRun(running);
  // A started shell runs the files in these variables first.
  const isShell = invocation.traits.language === 'shell';
  if (isShell && (state.variables.has('BASH_ENV') || state.variables.has('ENV'))) inner.setAnything();
  // `bash -ec`, `sh -n`: a failing command ends the shell, or nothing runs at all.
  if (isShell && running.words.some(({ shape }) => /^-\w*[enu]/.test(staticText(shape) ?? '-e')))
    inner.mayEnd();
  // `bash -O dotglob`, `zsh -o globdots`
  for (const { shape } of running.words) {
    const text = staticText(shape) ?? '';
    inner.turn(isShell && /^-[A-Za-z]*P/.test(text) ? 'physical' : text, true);
    // An interactive shell expands its history in the lines that it reads from standard input.
    if (isShell && /^-[A-Za-z]*i/.test(text) && invocation.traits.stdin === 'shell')
      inner.turn('histexpand', true);
  }
  return inner;
}

/**
 * The state of a shell that runs a text. If it may not get the name of its directory, it finds it out without links, which
 * matters for a later `cd ..`.
 */
export function shellState(running: Running): ShellState {
  const inner = nestedState(running);
  const { disk } = running.shell.recorder;
  const real = inner.modes.hidesPlace && inner.cwd !== undefined ? disk.realOf(inner.cwd) : undefined;
  if (real !== undefined)
    inner.join([inner.fork(), Object.assign(inner.fork(), { cwd: { ...inner.cwd, ...real } })]);
  return inner;
}

/** The directory in a container that an option names. */
function insideDirectory({ invocation: { values } }: Running): Directory {
  const place = values.findLast(({ role }) => role === 'workdir')?.value;
  const floating: Directory = { anchor: 'floating', segments: [] };
  return place === undefined ? floating : readPathShape(place, floating);
}

/** Runs the rest of the words as a command: `sudo cmd …`, `xargs cmd …`. */
export function runNested(value: UsedValue, certain: boolean, running: Running): void {
  const { words, shell, io, span, invocation } = running;
  const rest = invocation.traits.undashes ? withoutDashes(words, value.at) : words.slice(value.at);
  const state = nestedState(running);
  const inner = { ...nestedIo(running), certain: io.certain && certain };
  if (invocation.traits.stdin !== 'arguments') {
    const commands = value.role === 'with-files' ? onListedFiles(rest, running) : [rest];
    const run = (): void => {
      for (const each of commands) running.outputs.push(shell.runWords(each, state, inner, span));
    };
    // A program that first changes the user or the place, or works on words in front of the command, may fail
    // before it runs the command.
    const mayFail =
      invocation.traits.elevates ||
      invocation.traits.elsewhere ||
      invocation.options.length > 0 ||
      commands.length > 1 ||
      invocation.values.some(
        ({ at, uses }) => at < value.at && uses.some(({ name }) => name !== 'text' && name !== 'run'),
      ) ||
      state.mayMissPrograms;
    seeingMounts(running, mayFail ? () => state.unsurely(run) : run);
    return;
  }
  // Without arguments it may not run.
  state.unsurely(() => runRepeatedly(shell, state, () => runWithArguments(rest, inner, state, running)));
}

/** Runs `xargs cmd`: the command, with the input as its last words. */
function runWithArguments(rest: readonly Word[], inner: Io, state: ShellState, running: Running): void {
  const { shell, span, invocation } = running;
  if (invocation.traits.each) {
    if (isOnlyShown(invocation)) return;
    for (const each of builtCommands(rest, running)) {
      const io = { ...inner, stdin: each.stdin };
      const own = state.fork();
      if (each.results !== undefined) usePath({ name: 'write', certain: true }, each.results, running);
      if (each.positional !== undefined) own.positional = each.positional;
      if (each.words !== undefined) running.outputs.push(shell.runWords(each.words, own, io, span));
      else if (each.text !== undefined) running.outputs.push(shell.runText(each.text, own, io));
    }
    return;
  }
  for (const each of withArguments(rest, running))
    running.outputs.push(shell.runWords(each, state, { ...inner, stdin: undefined }, span));
}

/** Whether an option that it surely has makes it print the commands, and no other may make it run them all the same. */
const isOnlyShown = ({ traits: { shows }, options, open }: Invocation): boolean =>
  !open &&
  !options.some(({ names }) => names.some((name) => shows.includes(`!${name}`))) &&
  options.some(
    ({ names, certain, mayBeValue }) =>
      certain && mayBeValue !== true && names.some((name) => shows.includes(name)),
  );

/** The words of the command from `start` on, without the first `--`. */
function withoutDashes(words: readonly Word[], start: number): readonly Word[] {
  const dashes = words.findIndex(({ shape }) => staticText(shape) === '--');
  return words.filter((_, at) => at >= start && at !== dashes);
}
