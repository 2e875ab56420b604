/**
 * Variables that make a program run, load, read or write something: `GIT_SSH_COMMAND='…' git fetch`,
 * `BASH_ENV=x bash`. The table `knowledge/default.variables` lists them. It is unknown whether a program comes
 * to use them.
 */
import { readPathShape } from '../../../../pattern/path/path-shape.ts';
import { joinPieces, staticText } from '../../../../pattern/text/shape.ts';
import type { InputSpan, PathEffect } from '../../../effect/effect.ts';
import { partsOf } from '../../../knowledge/notation/notation.ts';
import { usesOfVariable } from '../../../knowledge/variables.ts';
import { allManners } from '../../../knowledge/words/manners.ts';
import type { PathRecord } from '../../../record/path-record.ts';
import { evaluateAgain, expandPrompt } from '../../expand/evaluate-again.ts';
import type { Io, Shell } from '../../shell.ts';
import { pendingWithout } from '../../state/exports.ts';
import type { ShellState } from '../../state/state.ts';
import { unknownInput, type Word, wordOf, wordOfShape } from '../../word.ts';
import { onAnyFile } from '../running/on-files.ts';
import { runProgramsBelow } from '../running/programs-below.ts';
import { runRepeatedly } from '../running/repeated.ts';
import { directoriesOf } from '../running/search-path.ts';
import { loadableBelow, runWritten } from './written-module.ts';

/** The effects of a variable. */
interface Given {
  readonly name: string;
  readonly word: Word;
  readonly state: ShellState;
  readonly shell: Shell;
  readonly io: Io;
  readonly span: InputSpan;
}

/** Variables of the shell itself, which need not be exported. */
const ofShell: ReadonlySet<string> = new Set(['PS0', 'PS1', 'PS2', 'PS4', 'PROMPT_COMMAND', 'HISTFILE']);

/**
 * Does what variables make a command do that runs now: those that were set or exported before it, in whichever way, and are
 * exported. A shell uses some of its own: `set -x` expands `PS4` in front of each command.
 */
export function runPending(state: ShellState, shell: Shell, io: Io, span: InputSpan): void {
  const { pending } = state;
  if (pending.size === 0) return;
  for (const name of pending) {
    const exported = state.exported.get(name);
    const certain = io.certain && (exported === 'always' || name === 'PS4');
    if (exported !== undefined) runVariable(name, state, shell, { ...io, certain }, span);
    else if (ofShell.has(name) || usesOfVariable(name).includes('arithmetic'))
      state.perhapsDuring(() => runVariable(name, state, shell, { ...io, certain }, span));
    else state.pending = pendingWithout(state.pending, name);
  }
}

/** Computes what a command has set variables to that hold numbers: `read OPTIND`. */
export function computePending(state: ShellState, shell: Shell, io: Io, span: InputSpan): void {
  for (const name of state.pending)
    if (usesOfVariable(name).includes('arithmetic')) runVariable(name, state, shell, io, span);
}

/** Does what a variable makes a program do. */
export function runVariable(name: string, state: ShellState, shell: Shell, io: Io, span: InputSpan): void {
  const uses = usesOfVariable(name);
  if (uses.length === 0) return;
  state.pending = pendingWithout(state.pending, name);
  const value = state.get(name);
  const word = Array.isArray(value) ? value[0] : (value as Word | undefined);
  if (word === undefined || staticText(word.shape) === '') return;
  const inner = { ...io, stdin: unknownInput, via: [...io.via, name], source: { ...io.source, whole: span } };
  for (const use of uses) applyUse(use, { name, word, state, shell, io: inner, span });
}

/** Whether a value is only a shell of the system, which gets its script from the program that starts it: `SHELL=/bin/bash`. */
function isPlainShell(value: string, { knowledge }: Shell): boolean {
  const [, name] = /^(?:(?:\/usr)?(?:\/local)?\/bin\/|\/opt\/homebrew\/bin\/)?([a-z]+)$/.exec(value) ?? [];
  const entry = name === undefined ? undefined : knowledge.programs.get(name);
  return entry?.forms.some(({ traits }) => traits.language === 'shell') === true;
}

function applyUse(use: string, given: Given): void {
  const { name, word, state, shell, io, span } = given;
  switch (use) {
    case 'shell':
      runRepeatedly(shell, state, () => shell.runText(word, state.branch(), io));
      return;
    case 'shell?':
      if (isPlainShell(staticText(word.shape) ?? '', shell)) return;
      runRepeatedly(shell, state, () => shell.runText(word, state.branch(), { ...io, certain: false }));
      return;
    case 'shell-end':
      // Plain options do nothing by themselves.
      if (/[;&|<>`\n()]/.test(staticText(word.shape) ?? ''))
        runRepeatedly(shell, state, () =>
          shell.runText(
            { ...word, shape: joinPieces([{ kind: 'text', text: ': ' }, ...word.shape.pieces], name) },
            state.branch(),
            { ...io, certain: false },
          ),
        );
      return;
    case 'on-files':
      runRepeatedly(shell, state, () =>
        shell.runText({ ...word, shape: onAnyFile(word.shape) }, state.branch(), io),
      );
      return;
    case 'prompt':
      // `\044(`: a prompt may write its substitution with escapes.
      if (name === 'PS4' || /\$\(|`|\\(?:0?44|140)/.test(staticText(word.shape) ?? '`'))
        runRepeatedly(shell, state, () => expandPrompt(word, shell, state.branch(), io));
      return;
    case 'arithmetic':
      evaluateAgain(word, shell, state, io);
      return;
    case 'read':
      recordPath({ use, path: word.shape, certain: io.certain }, given);
      return;
    case 'read?':
    case 'write?':
      recordPath({ use: use === 'read?' ? 'read' : 'write', path: word.shape, certain: false }, given);
      return;
    case 'into?':
      recordPath({ use: 'write', path: word.shape, certain: false, recursive: true }, given);
      return;
    case 'trace':
      for (const { value } of partsOf('trace', word.shape))
        recordPath({ use: 'write', path: value, certain: false }, given);
      return;
    case 'unix-exec':
      for (const { value, uses } of partsOf('unix-exec', word.shape))
        for (const { name: does } of uses)
          if (does === 'code')
            shell.runCode(use, wordOfShape(value), state.branch(), { ...io, certain: false }, undefined);
      return;
    case 'load':
      for (const pieces of directoriesOf(word.shape))
        shell.recorder.execute({ pieces, source: word.shape.source }, state.cwd, {
          ...{ certain: false, span, command: undefined },
          sought: true,
        });
      for (const { path } of recordPath({ use: 'read', path: word.shape, certain: false }, given))
        for (const file of isFollowed(name) ? [] : [path, ...loadableBelow(path, shell, state)])
          runWritten(file, '', shell, state.branch(), { ...io, certain: false }, undefined);
      runProgramsBelow(readPathShape(word.shape, state.cwd), shell, state, io, span);
      return;
    case 'url':
      shell.recorder.connect(word.shape, { certain: false, span, command: undefined });
      return;
    default:
      // `LUA_INIT=@file`
      if (staticText(word.shape)?.startsWith('@') === true) {
        applyUse('load', { ...given, word: wordOf(staticText(word.shape)?.slice(1) ?? '') });
        return;
      }
      shell.runCode(use, word, state.branch(), io, undefined);
  }
}

/** Whether what programs load by it is followed where they do: modules that scripts import, and files to start with. */
const isFollowed = (name: string): boolean =>
  allManners.some(
    ({ folders, loads, starts = [] }) =>
      folders?.includes(name) === true ||
      loads?.includes(name) === true ||
      starts.some(
        (each) => each.startsWith(`$${name}/`) || each.startsWith(`$${name}@`) || each === `$${name}`,
      ),
  );

function recordPath(
  record: Pick<PathRecord, 'use' | 'path' | 'certain' | 'recursive'>,
  { state, shell, span }: Given,
): readonly PathEffect[] {
  return shell.recorder.path({ ...record, base: state.cwd, span, command: undefined });
}
