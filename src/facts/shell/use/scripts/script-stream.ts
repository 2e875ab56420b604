/** Runs a text as a script: in a shell of its own, in this very shell, or in the interpreter of a language. */

import { type Shape, staticText } from '../../../../pattern/text/shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { ShellState } from '../../state/state.ts';
import { type Origins, type Stream, type Word, wordOfShape } from '../../word.ts';
import { nestedIo, nestedState, shellState } from '../commands/nested.ts';
import { seeingMounts } from '../running/mount.ts';
import { noteScript } from '../running/note-script.ts';
import { runRepeatedly } from '../running/repeated.ts';
import { anySplits, type Running, recordPipes } from '../running/running.ts';
import { passShown } from '../shown-variables.ts';
import { cshReadsOtherwise } from '../text/csh-text.ts';
import { kshReadsOtherwise } from '../text/ksh-text.ts';
import { zshReadsOtherwise } from '../text/zsh-text.ts';
import type { StartUpScript } from './loaded-files.ts';

/** Runs a text in a shell that the program starts. `positional`: `$0`, and then `$1` and so on. */
export function runInner(
  text: Stream | (Origins & { shape: Shape }),
  running: Running,
  positional: readonly Word[] | undefined,
): void {
  const { shell, io, span, command, invocation, words } = running;
  const state = shellState(running);
  if (positional !== undefined) {
    // Without a name behind the script, the shell has its own.
    const isShell = invocation.traits.language === 'shell' && !invocation.open && !anySplits(words);
    const own = isShell ? shell.recorder.effects.commands[command]?.programWord : undefined;
    const [name = own && wordOfShape(own), ...rest] = positional;
    state.positional = rest;
    if (name !== undefined) state.set('0', name);
  }
  recordPipes(text.from, command, shell, io, span);
  executeSources(text, running);
  noteOtherShell(text.shape, running);
  const run = (): void => void running.outputs.push(shell.runText(text, state, nestedIo(running)));
  seeingMounts(running, () => asSurely(running, state, run));
}

/** Makes a script unknown that is followed as one of bash, where another shell runs it and reads it in another way. */
function noteOtherShell({ pieces, source }: Shape, { invocation, words, shell, state, span }: Running): void {
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '…')).join('');
  const options = words.map((word) => staticText(word.shape) ?? '').join(' ');
  const named = /^#!.*?([\w.-]+)(?:[ \t]+-.*)?(?:\n|$)/.exec(text)?.[1];
  for (const { echo } of [mannersOf(invocation.program), mannersOf(named ?? '')]) {
    const why =
      echo === 'zsh'
        ? zshReadsOtherwise(text, options)
        : echo === 'ksh'
          ? kshReadsOtherwise(text, state.get('FPATH') !== undefined)
          : echo === 'csh'
            ? cshReadsOtherwise(text)
            : undefined;
    if (why !== undefined) shell.unknown('code', source, why, span);
  }
}

/** A shell certainly runs its script. Other programs may or may not run one: `su -c`, `at`, `git rebase --exec`. */
function asSurely({ invocation, shell }: Running, state: ShellState, run: () => void): void {
  if (invocation.traits.language === 'shell') run();
  else shell.recorder.succeeding(false, () => state.unsurely(() => runRepeatedly(shell, state, run)));
}

/** How a script is called: its `$0`, and its `$1` and so on. */
export interface Called {
  readonly name: Word | undefined;
  readonly words: readonly Word[];
}

/** Runs a stream as a script in a language. `same`: in this very shell. `called`: how the script is called. */
export function runStream(
  stream: Stream,
  language: string,
  running: Running,
  same: boolean,
  called?: Called,
): void {
  const { shell, state } = running;
  const { readings } = stream;
  const file = stream.file ?? shell.recorder.hidden.fileAmong(stream.sources);
  if (readings !== undefined) {
    const { readings: _, ...either } = stream;
    for (const shape of readings)
      state.unsurely(() => runStream({ ...either, shape }, language, running, same, called));
    return;
  }
  noteScript(stream.shape, running);
  shell.recorder.inFile(file, () => runCode(stream, language, running, same, called));
}

/** The same command, whose input is its script: what the script starts finds nothing left there. */
export const withoutInput = (running: Running): Running => ({
  ...running,
  io: { ...running.io, stdin: undefined },
});

/**
 * The command with the shell that it starts, after the scripts which that shell runs first: they may set variables,
 * functions and aliases for all that it runs.
 */
export function started(scripts: readonly StartUpScript[], running: Running): Running {
  if (scripts.length === 0) return running;
  const own = nestedState(running);
  for (const { script, perhaps, several } of scripts) {
    const io = perhaps ? { ...running.io, certain: false } : running.io;
    const run = (): void => runStream(script, 'shell', { ...running, state: own, io }, true);
    if (perhaps || several) own.unsurely(run);
    else run();
  }
  return { ...running, started: own };
}

function runCode(stream: Stream, language: string, running: Running, same: boolean, called?: Called): void {
  const { shell, state, command } = running;
  const inner = nestedIo(running);
  if (language === 'shell') {
    const own = same ? state : shellState(running);
    if (!same) noteOtherShell(stream.shape, running);
    // A script has the words behind it as parameters. They are known if it is a file.
    if (!same) {
      own.positional = called?.words;
      if (called?.name !== undefined) {
        own.set('0', called.name);
        own.set('BASH_SOURCE', called.name);
      }
      // `#!/bin/sh -e`
      if (/^#!.*\s-\w*[enu]/.test(staticText(stream.shape) ?? '')) own.mayEnd();
    }
    if (same && called !== undefined && called.words.length > 0) runSourced(stream, called.words, running);
    else asSurely(running, own, () => void running.outputs.push(shell.runText(stream, own, inner)));
  } else passShown(shell.runCode(language, stream, state, inner, command), running);
}

/**
 * Runs `. FILE a b`. The script has its own parameters; this shell gets its own back afterwards, unless the
 * script sets them. dash leaves the words alone: there the script has the parameters of this shell.
 */
function runSourced(stream: Stream, parameters: readonly Word[], running: Running): void {
  const { shell, state } = running;
  const inner = nestedIo(running);
  const text = staticText(stream.shape) ?? '$* set';
  const left = mayBeDash(running) && /\$[{\d*@#]|\b(?:shift|set)\b/.test(text) ? state.branch() : undefined;
  const { positionals } = state;
  state.positional = parameters;
  running.outputs.push(shell.runText(stream, state, inner));
  if (/\bset\b/.test(text)) state.positional = undefined;
  else state.positionals = positionals;
  if (left === undefined) return;
  running.outputs.push(shell.runText(stream, left, { ...inner, certain: false }));
  state.join([state.branch(), left]);
}

/** Whether a shell that may be dash runs this command. The shell of the call is read as bash. */
const mayBeDash = ({ io }: Running): boolean =>
  /^(?:sh|dash)$/.test(io.via.findLast((name) => /^(?:[bdkz]?a?sh|mksh|busybox)$/.test(name)) ?? '');

/** Records that the files which a script was read from are executed: `bash < a.sh`, `sh -c "$(cat a.sh)"`. */
export function executeSources({ sources }: Origins, { shell, io, span, command }: Running): void {
  shell.recorder.executeAll(sources, { certain: io.certain, span, command });
}
