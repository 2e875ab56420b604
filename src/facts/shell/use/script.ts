/**
 * Runs the scripts of a command: a text, a file, a module, or standard input. A file that the call itself wrote
 * is known.
 */
import {
  DEEP,
  isKnown,
  type PathShape,
  pathShapeOfText,
  readPathShape,
  showPathShape,
} from '../../../pattern/path-shape.ts';
import { isUnder } from '../../../pattern/path-shape-test.ts';
import {
  anyShape,
  joinPieces,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/shape.ts';
import { NO } from '../../../pattern/truth.ts';
import { isSecretName } from '../../disk/open-text.ts';
import type { PathEffect } from '../../effect.ts';
import { readArguments } from '../../knowledge/arguments.ts';
import type { UsedValue } from '../../knowledge/invocation.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import { withText } from '../expand/file-text.ts';
import type { Shell } from '../shell.ts';
import { alternativesOf, unknownVariable } from '../state/choice.ts';
import type { ShellState } from '../state/state.ts';
import { type Origins, type Stream, type Word, wordOf, wordOfShape } from '../word.ts';
import { isAbsent, scriptIfThere, scriptOnDisk, withFileRead } from './disk-script.ts';
import { isInstalled, programsFound } from './found-programs.ts';
import { argumentFiles, contentOf } from './items.ts';
import { executeModule, executeWithEnding, type StartUpScript } from './loaded-files.ts';
import { seeingMounts } from './mount.ts';
import { nestedIo, nestedState, shellState } from './nested.ts';
import { noteScript } from './note-script.ts';
import { mayFindBeside, ownPrograms } from './own-programs.ts';
import { mainFiles } from './package-main.ts';
import { usePath, withContent } from './paths.ts';
import { runRepeatedly } from './repeated.ts';
import { anySplits, checkScript, directoryOf, type Running, readsInput, recordPipes } from './running.ts';
import { runStartUpFiles } from './start-up-files.ts';
import { hasWritten, writtenText } from './written-module.ts';
import { readsOtherwise } from './zsh-text.ts';

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

/** Makes a script unknown that is followed as one of bash, where zsh runs it and reads it in another way. */
function noteOtherShell({ pieces, source }: Shape, { invocation, words, shell, span }: Running): void {
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '…')).join('');
  if (mannersOf(invocation.program).echo !== 'zsh' && !/^#!.*\bzsh\b/.test(text)) return;
  const options = words.map((word) => staticText(word.shape) ?? '').join(' ');
  const why = readsOtherwise(text, options);
  if (why !== undefined) shell.unknown('code', source, why, span);
}

/** A shell certainly runs its script. Other programs may or may not run one: `su -c`, `at`, `git rebase --exec`. */
function asSurely({ invocation, shell }: Running, state: ShellState, run: () => void): void {
  if (invocation.traits.language === 'shell') run();
  else shell.recorder.succeeding(false, () => state.unsurely(() => runRepeatedly(shell, state, run)));
}

/** The words behind the script: in `bash -c text name a b`, `name` is `$0` and `a` is `$1`. */
export function operandsAfter(value: UsedValue, { words, invocation }: Running): readonly Word[] {
  const rest = invocation.values.filter(({ option, at }) => option === undefined && at > value.at);
  return rest.flatMap(({ at }) => words[at] ?? []);
}

/** Whether the text of a running script has changed. Another file in its place does not count: the shell goes on with the old one. */
function changesItself(path: PathShape, before: readonly unknown[] | undefined, state: ShellState): boolean {
  if (!state.isOpen(path)) return false;
  const now = state.contentsAt(path) ?? [];
  return now.some((content) => content?.isOfAnotherFile !== true && before?.includes(content) !== true);
}

/** Whether a script may have written to its own file by another name, a hard link. `since`: its first effect. */
function changesOtherName(path: PathShape, since: number, { recorder: { disk, effects } }: Shell): boolean {
  if (!disk.hasOtherNames(path)) return false;
  return effects.paths
    .slice(since)
    .some((effect) => effect.kind === 'write' && disk.hasOtherNames(effect.leads ?? effect.path));
}

/**
 * Runs a file, whose content is known if the call wrote it. `same`: it runs in this very shell. Gives whether
 * the word was a script.
 */
export function runFile(value: UsedValue, running: Running, same: boolean): boolean {
  const { shell, io, state, span, command, words, invocation } = running;
  const text = staticText(value.value);
  const given = words[value.at];
  if (given !== undefined && invocation.traits.language === 'shell' && endsOptions(given, words)) {
    const next = invocation.values.find(({ option, at }) => option === undefined && at > value.at);
    if (next !== undefined) return runFile(next, running, same);
  }
  if (readsInput(text)) {
    const { language: own, stdin } = invocation.traits;
    if (!same && stdin === 'data' && own !== undefined && io.stdin?.isFile === false) {
      runStream(io.stdin, own, withoutInput(running), false);
      return true;
    }
    if (!same || running.io.stdin === undefined) return false;
    runStream(running.io.stdin, 'shell', withoutInput(running), true);
    return true;
  }
  const word = words[value.at];
  // `. ./x.ps1` is a line of PowerShell.
  const ofWindows = windowsInterpreters.get((text ?? '').slice(-4).toLowerCase());
  const own = invocation.traits.language ?? 'shell';
  // An editor reads a script by its ending: `nvim -S x.lua`.
  const byEnding = own === 'vim' && text?.endsWith('.lua') === true ? 'lua' : own;
  const language = same ? (ofWindows ?? 'shell') : byEnding;
  if (word?.stream !== undefined) {
    executeSources(word.stream, running);
    recordPipes(word.stream.from, command, shell, io, span);
    runStream(withFileRead(word.stream, running), language, running, same);
    return true;
  }
  const effects = usePath({ name: 'read', certain: true }, value.value, running);
  shell.recorder.executeAll(withContent(effects, state), { certain: io.certain, span, command });
  if (language === 'node' || (language === 'ruby' && value.option !== undefined))
    executeWithEnding(value.value, running);
  const [effect] = effects;
  const known =
    effect === undefined
      ? undefined
      : (withFileRead(state.file(effect.path), running) ??
        scriptIfThere(effect.leads ?? effect.path, running) ??
        loaded(value.value, language, running) ??
        scriptOnDisk(effect.leads ?? effect.path, running));
  const before = effect === undefined ? undefined : state.contentsAt(effect.path);
  const wasOpen = effect !== undefined && state.isOpen(effect.path);
  const since = shell.recorder.effects.paths.length;
  if (known !== undefined) {
    recordPipes(known.from, command, shell, io, span);
    // The file may not exist, or may have changed since.
    const set = new Map(state.variables);
    if (staticText(known.shape) !== undefined)
      state.unsurely(() =>
        runStream(known, language, running, same, { name: word, words: operandsAfter(value, running) }),
      );
    if (same && effect !== undefined && state.file(effect.path) === undefined)
      hideValues(effect, set, running);
  }
  // A shell reads its script while it runs: what the script writes into its own file is run as well.
  const isOpen =
    wasOpen ||
    (effect !== undefined &&
      (changesItself(effect.path, before, state) || changesOtherName(effect.path, since, shell)));
  if (effect !== undefined) checkScript(effect.path, value.value, known, running, isOpen);
  if (effect !== undefined && known === undefined && !hasAny(value.value))
    for (const each of ownFilesAt(effect.path, running))
      state.unsurely(() => runStream(each, language, running, same, { name: word, words: [] }));
  for (const each of scriptsBehind(value.value, running.base, running))
    state.unsurely(() =>
      runStream(each, language, running, same, { name: word, words: operandsAfter(value, running) }),
    );
  const isRead = known !== undefined && staticText(known.shape) !== undefined;
  const isSeen = isRead && effect !== undefined && !isOpen;
  if (!isSeen) noteScript(anyShape(value.value.source), running);
  // An unknown script runs in this shell, so it may set any variable, unless the file does not exist. A name
  // without a slash is looked for among the programs as well.
  const isNowhere =
    effect !== undefined &&
    known === undefined &&
    /\//.test(showShape(value.value)) &&
    isAbsent(effect.leads ?? effect.path, running);
  if (same && !isNowhere && (known === undefined || staticText(known.shape) === undefined)) {
    state.setAnything();
    state.setMode('mayBeElsewhere', true);
    state.mayFail();
    if (effect !== undefined) mayFindBeside(effect.path, shell);
  }
  return true;
}

/** Makes the values unknown that a file with secrets has set (`. ./.env`). Otherwise an answer could show what is in it. */
function hideValues(
  { path, leads }: PathEffect,
  before: ReadonlyMap<string, unknown>,
  { state }: Running,
): void {
  if (![path, leads].some((each) => isSecretName(String(each?.segments.at(-1))))) return;
  for (const [name, held] of [...state.variables])
    if (before.get(name) !== held) state.set(name, unknownVariable(name, alternativesOf(held)));
}

/** The scripts of this machine that a path in a container leads to. */
function scriptsBehind(path: Shape, base: PathShape | undefined, running: Running): readonly Stream[] {
  const { io, state, shell } = running;
  if (!io.elsewhere) return [];
  const here = { ...running, io: { ...io, elsewhere: false } };
  return shell.recorder.mounts
    .seenAt(path, base)
    .filter(isKnown)
    .flatMap((each) => withFileRead(state.file(each), here) ?? scriptIfThere(each, here) ?? []);
}

/** The most scripts that one word may name. */
const mostScripts = 16;

/** Whether a part of a word may be any text. A glob does not count. */
const hasAny = ({ pieces }: Shape): boolean => pieces.some(({ kind }) => kind === 'any');

/**
 * The scripts that match a glob, or that `find` passes on: those of the call and the session, and the one in
 * the folder itself.
 */
function ownFilesAt(path: PathShape, running: Running): readonly Stream[] {
  const { state, shell, io } = running;
  const isFound = io.via.at(-1) === 'find';
  if ((isKnown(path) && !isFound) || io.elsewhere || path.anchor === 'floating') return [];
  const all = [...new Set([...state.files.paths, ...shell.recorder.disk.session.paths])];
  // `find . -name x.sh` starts with the files in the folder itself.
  const here = { ...path, segments: path.segments.filter((step) => step !== DEEP) };
  const first = isFound && isKnown(here) ? [here] : [];
  return [...first, ...all.map((each) => pathShapeOfText(each, undefined))]
    .filter((each) => isUnder(each, path, { exact: true, below: isFound }) !== NO)
    .slice(0, mostScripts)
    .flatMap((each) => withFileRead(state.file(each), running) ?? scriptIfThere(each, running) ?? [])
    .filter(({ shape }) => staticText(shape) !== undefined);
}

const nodeEndings: readonly string[] = ['.js', '.mjs', '.cjs', '.ts', '/index.js'];

/** The endings that an interpreter tries if there is no file with the given name. */
const loadedEndings: Readonly<Record<string, readonly string[]>> = {
  node: nodeEndings,
  python: ['/__main__.py'],
};

/** `node ./x` runs `x.js` where there is no `x`. */
function loaded(path: Shape, language: string, running: Running): Stream | undefined {
  const endings = loadedEndings[language];
  if (endings === undefined) return undefined;
  const { state, base, shell } = running;
  if (state.files.size === 0 && !shell.recorder.disk.isThere) return undefined;
  const text = staticText(path);
  const isWhole = text !== undefined && /\.(?:[cm]?[jt]sx?|py)$/.test(text);
  const main = language === 'node' && !isWhole ? packageMain(path, running) : undefined;
  if (main !== undefined) return main;
  for (const ending of endings) {
    const file = readPathShape(
      joinPieces([...path.pieces, { kind: 'text', text: ending }], path.source),
      base,
    );
    const known = state.file(file) ?? (isWhole ? undefined : scriptIfThere(file, running));
    if (known !== undefined) return known;
  }
  return undefined;
}

/** What Node runs for a folder: the main file of its package. */
function packageMain(path: Shape, running: Running): Stream | undefined {
  const { state, base } = running;
  const at = (name: string): PathShape =>
    readPathShape(joinPieces([...path.pieces, { kind: 'text', text: `/${name}` }], path.source), base);
  const streamAt = (name: string): Stream | undefined =>
    state.file(at(name)) ?? scriptIfThere(at(name), running);
  const text = staticText(streamAt('package.json')?.shape ?? anyShape('package.json'));
  if (text === undefined) return undefined;
  for (const name of mainFiles(text))
    for (const ending of ['', ...nodeEndings]) {
      const found = streamAt(`${name}${ending}`);
      if (found !== undefined && staticText(found.shape) !== undefined) return found;
    }
  return undefined;
}

/** Runs `a/b.py` for `python -m a.b`, if the call wrote that file itself. */
export function runModule(value: UsedValue, running: Running): void {
  const { state, base, shell, command, io, span, invocation } = running;
  const name = staticText(value.value);
  if (name === undefined) shell.unknown('value', value.value.source, 'the module is not known', span);
  if (name === undefined || !/^[\w.]+$/.test(name)) return;
  executeModule(name, running);
  if (state.files.size === 0 && !shell.recorder.disk.isThere) return;
  const path = name.replaceAll('.', '/');
  // A module inside a package also loads the package.
  const packages = name.split('.').map((_, at, parts) => `${parts.slice(0, at + 1).join('/')}/__init__.py`);
  for (const file of [...packages.slice(0, mostPackages), `${path}.py`, `${path}/__main__.py`]) {
    const place = readPathShape(textShape(file), base);
    const known = state.file(place) ?? scriptIfThere(place, running);
    if (known === undefined) continue;
    recordPipes(known.from, command, shell, io, span);
    if (staticText(known.shape) !== undefined)
      runStream(known, invocation.traits.language ?? 'python', running, false);
  }
}

const mostPackages = 8;

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
const withoutInput = (running: Running): Running => ({
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
  } else shell.runCode(language, stream, state, inner, command);
}

/**
 * Runs `. FILE a b`. The script has its own parameters; this shell gets its own back afterwards, unless the
 * script sets them.
 */
function runSourced(stream: Stream, parameters: readonly Word[], running: Running): void {
  const { shell, state } = running;
  const { positionals } = state;
  state.positional = parameters;
  running.outputs.push(shell.runText(stream, state, nestedIo(running)));
  if (/\bset\b/.test(staticText(stream.shape) ?? 'set')) state.positional = undefined;
  else state.positionals = positionals;
}

/** Runs standard input in a shell or an interpreter that has no other script. */
export function runStdin(running: Running): void {
  const { invocation, io } = running;
  const { stdin, language, each: isParallel } = invocation.traits;
  const files = isParallel ? argumentFiles(running) : [];
  if (isParallel && (files.length > 0 || io.stdin?.isFile === true)) {
    // Without a command, each line is one.
    const streams =
      files.length > 0
        ? files.map((file) => contentOf(file, running))
        : [withText(io.stdin, running.shell, io)];
    for (const each of streams) {
      if (each !== undefined && !each.isFile) runStream(each, 'shell', running, false);
      else
        running.shell.unknown(
          'file',
          invocation.program,
          'the commands in the file are not known',
          running.span,
        );
    }
    return;
  }
  if ((stdin !== 'shell' && stdin !== 'code' && !isConsole(running)) || io.stdin === undefined) return;
  executeSources(io.stdin, running);
  const input = withFileRead(io.stdin, running);
  if (input.isFile) {
    noteScript(anyShape(input.shape.source), running);
    return;
  }
  // `python -m json.tool` runs a module, for which standard input is data.
  if (invocation.options.some(({ names }) => names.includes('-m')) && stdin === 'code') return;
  const called = stdin === 'shell' && language === 'shell' ? calledOnInput(running) : undefined;
  const of = stdin === 'shell' ? 'shell' : (language ?? invocation.program);
  runStream(input, of, withoutInput(running), false, called);
}

/** Whether a command reads code besides its script: by an option, as the module `python -m code`, or always. */
export function isConsole({ invocation: { program, options } }: Running): boolean {
  const { consoles } = mannersOf(program);
  if (consoles === undefined) return false;
  const reads = (name: string | undefined): boolean => name !== undefined && consoles.includes(name);
  return (
    reads(program) ||
    options.some(
      ({ names, value }) => names.some(reads) || (names.includes('-m') && value && reads(staticText(value))),
    )
  );
}

/**
 * `bash -s a b < file`: the script has the words behind it, and its `$0` is the shell. In `bash /dev/stdin a b` the first
 * one is the script.
 */
function calledOnInput({ invocation, words }: Running): Called | undefined {
  if (invocation.open || anySplits(words)) return undefined;
  const operands = invocation.values.filter(({ option }) => option === undefined);
  const all = operands.flatMap(({ at }) => words[at] ?? []);
  const given = all[0] !== undefined && endsOptions(all[0], words) ? all.slice(1) : all;
  if (invocation.options.some(({ names }) => names.includes('-s')))
    return { name: wordOf(invocation.program), words: given };
  return { name: given[0] ?? wordOf(invocation.program), words: given.slice(1) };
}

/** Whether a word is a dash that ends the options of a shell: `sh - x`, `sh -s - a`. */
const endsOptions = (word: Word, words: readonly Word[]): boolean =>
  staticText(word.shape) === '-' &&
  !words.slice(0, words.indexOf(word)).some(({ shape }) => staticText(shape) === '--');

/** Records that the files which a script was read from are executed: `bash < a.sh`, `sh -c "$(cat a.sh)"`. */
export function executeSources({ sources }: Origins, { shell, io, span, command }: Running): void {
  shell.recorder.executeAll(sources, { certain: io.certain, span, command });
}

/** The program that `#!/usr/bin/env python3` names; a shell if the script names none. */
function interpreterOf(content: string): string {
  if (!content.startsWith('#!')) return 'sh';
  const words = content.slice(2, 300).split('\n')[0]?.trim().split(/\s+/) ?? [];
  const names = words.map((word) => word.slice(word.lastIndexOf('/') + 1));
  const name = names[0] === 'env' ? names.slice(1).find((each) => !/^-|=/.test(each)) : names[0];
  return name ?? 'sh';
}

/** The interpreter that Windows runs a file with, by its ending. */
const windowsInterpreters: ReadonlyMap<string, string> = new Map([
  ['.ps1', 'powershell'],
  ['.bat', 'cmd'],
  ['.cmd', 'cmd'],
]);

/** Runs `./build.sh`, if the call wrote that file or the disk has it. */
export function runScriptFile(first: Word, running: Running, found = false): void {
  const { state, invocation, shell, io, command, span } = running;
  const text = staticText(first.shape);
  if (state.files.size === 0 && !shell.recorder.disk.isThere) return;
  if (text?.includes('/') === false) {
    runFromPath(text, first, running);
    return;
  }
  for (const each of scriptsBehind(first.shape, state.cwd, running))
    runScriptAt(first, each, running, running.words);
  const path = state.resolve(first.shape);
  const place = shell.recorder.disk.opened(first.shape, state.cwd, path);
  const known =
    withFileRead(state.file(path), running) ??
    (invocation.known && !found && isInstalled(place) ? undefined : scriptOnDisk(place, running));
  // A known program name keeps its meaning, unless the call wrote the file, or it is found in another place.
  const isNamed = invocation.known && !found && known?.file === undefined && known?.isFile !== false;
  checkScript(path, first.shape, known && { ...known, isFile: known.isFile || isNamed }, running);
  if (known === undefined) {
    // Where programs are installed, a link such as `/usr/bin/awk` has the meaning of its own name.
    if (!isInstalled(readPathShape(first.shape, state.cwd))) runAsProgram(first, [path, place], running);
    return;
  }
  recordPipes(known.from, command, shell, io, span);
  executeSources(known, running);
  if (staticText(known.shape) === undefined)
    runAsProgram(
      first,
      known.sources.map((source) => source.path),
      running,
    );
  if (!isNamed) runScriptAt(first, known, running, running.words);
}

/**
 * Runs a program that the call has copied or linked, as what it is: `cp /bin/rm q; ./q x`. A file with the name of a program
 * counts as that program for certain only where programs are installed.
 */
function runAsProgram(first: Word, paths: readonly PathShape[], running: Running): void {
  const { shell, words, span } = running;
  const written = staticText(first.shape);
  const own = written?.slice(written.lastIndexOf('/') + 1);
  const named = new Map<string, PathShape>();
  for (const path of paths) {
    const name = path.segments.at(-1);
    const isProgram = typeof name === 'string' && shell.knowledge.programs.has(name);
    if (isProgram && name !== own) named.set(showPathShape(path), path);
  }
  for (const [text, path] of named) {
    const run = (): void =>
      void shell.runWords([wordOf(text), ...words], nestedState(running), nestedIo(running), span);
    if (named.size === 1 && isInstalled(path)) run();
    else running.state.perhapsDuring(run);
  }
}

/**
 * Runs `x` or `x.bat` as cmd.exe does, which also looks for programs in its directory, if the call wrote that
 * file itself.
 */
export function runBatchFile(first: Word, running: Running): void {
  const { state, shell } = running;
  const text = staticText(first.shape);
  if (!hasWritten(shell, state) || text === undefined || /[\\/]/.test(text)) return;
  for (const ending of ['', '.bat', '.cmd', '.exe']) {
    const named = { ...first, shape: textShape(`./${text}${ending}`, first.shape.source) };
    const path = state.resolve(named.shape);
    if (state.file(path) !== undefined || writtenText(path, shell, state) !== undefined)
      state.perhapsDuring(() => runScriptFile(named, running, true));
  }
}

/** Runs a script by the interpreter that its first line or its ending names. */
export function runScriptAt(
  first: Word,
  script: Stream,
  running: Running,
  parameters: readonly Word[] = [],
): void {
  const { shell, state } = running;
  const text = staticText(first.shape);
  const content = staticText(script.shape);
  const named = windowsInterpreters.get((text ?? '').slice(-4).toLowerCase()) ?? interpreterOf(content ?? '');
  const interpreter = withoutVersion(named);
  recordInterpreter(interpreter, named, first, script, running);
  if (content === undefined) return;
  const language = languageOf(interpreter, shell);
  const given = interpreterWords(content, language !== undefined);
  if (given.length > 0) {
    const words = [...given.map((text) => wordOf(text)), first, ...parameters];
    state.unsurely(() => void shell.runWords(words, nestedState(running), nestedIo(running), running.span));
    if (language === undefined && shell.knowledge.programs.has(interpreter)) return;
  }
  const inside = startedBy(interpreter, content, running);
  state.unsurely(() =>
    runStream(script, language ?? interpreter, inside, false, { name: first, words: parameters }),
  );
}

/**
 * The words in front of the path, where the first line says more than which language the script is in: the kernel gives the
 * rest of the line as one word, which `env -S` splits. Empty for `#!/bin/bash -e` and `#!/usr/bin/env python3`.
 */
function interpreterWords(content: string, isLanguage: boolean): readonly string[] {
  const [, program = '', rest = ''] = /^#![ \t]*(\S+)[ \t]*([^\n]*)/.exec(content.slice(0, 1000)) ?? [];
  if (program === '' || (isLanguage && isPlainRest.test(rest))) return [];
  return rest === '' ? [program] : [program, rest.trim()];
}

/** Options without a value, behind the name of the interpreter where `env` looks for it. */
const isPlainRest = /^(?:-S\s+)?(?:[\w.+/-]*\w\s*)?(?:-[A-Za-z]+\s*)*$/;

/** The command with the interpreter of its first line, which runs its own start-up files: `#!/bin/bash -l`. */
function startedBy(interpreter: string, content: string, running: Running): Running {
  const [, line = ''] = /^#!([^\n]*)/.exec(content) ?? [];
  const options = line.split(/\s+/).filter((word) => word.startsWith('-') && word !== '-S');
  const invocation = readArguments(
    running.shell.knowledge,
    interpreter,
    options.map((option) => textShape(option)),
    'posix',
  );
  return started(runStartUpFiles({ ...running, invocation }), running);
}

/** `git x`: a subcommand in no table may be a program `git-x` of the call or the project. */
export function runPlugin(running: Running): void {
  const { invocation, words } = running;
  const { plugins } = mannersOf(invocation.program);
  const command = invocation.values.find(({ option }) => option === undefined);
  if (plugins === undefined || command === undefined || invocation.words.length > 0) return;
  const name = staticText(command.value);
  const first = words[command.at];
  if (name === undefined || first === undefined || !/^[\w.-]+$/.test(name)) return;
  runFromPath(invocation.program + plugins + name, first, {
    ...running,
    words: words.slice(command.at + 1),
    invocation: { ...invocation, known: false },
  });
}

/** `PATH=.:$PATH; ls`: if the call or the disk says where programs are, a program of the project may be meant. */
function runFromPath(program: string, first: Word, running: Running): void {
  const { state, shell, io, span, command } = running;
  const written = ownPrograms(running, program);
  const run = (path: string): void => {
    const found = { ...first, shape: textShape(path, first.shape.source) };
    state.perhapsDuring(() => runScriptFile(found, running, true));
  };
  for (const path of written) run(path);
  for (const found of programsFound(program, running)) {
    const path = showPathShape(found);
    if (written.includes(path)) continue;
    shell.recorder.execute(textShape(path), undefined, { certain: io.certain, span, command, sought: true });
    run(path);
  }
}

const withoutVersion = (interpreter: string): string => interpreter.replace(/(?<=[a-z])[\d.]+$/, '');

const languageOf = (interpreter: string, { knowledge }: Shell): string | undefined =>
  knowledge.programs.get(interpreter)?.forms.find(({ words }) => words.length === 0)?.traits.language;

/** Whether a text is a shell script, which is followed with its words. */
export const isOfShell = (content: string, shell: Shell): boolean =>
  languageOf(withoutVersion(interpreterOf(content)), shell) === 'shell';

/** Records the interpreter as a command that runs the script, since rules are written about that. */
function recordInterpreter(
  interpreter: string,
  named: string,
  script: Word,
  content: Stream,
  running: Running,
): void {
  const { shell, io, span, invocation, words, base } = running;
  if (content.from.length === 0) return;
  const given = words.map(({ shape }) => shape);
  const command = shell.recorder.command({
    program: interpreter,
    programWord: textShape(named),
    words: [],
    options: [],
    operands: [
      { value: script.shape, role: 'script' },
      ...given.map((value) => ({ value, role: undefined })),
    ],
    args: [script.shape, ...given],
    known: true,
    open: anySplits(words),
    via: [...io.via, invocation.program],
    ...directoryOf(base, running.state, io, shell),
    certain: io.certain,
    span,
    text: script.shape.source,
  });
  recordPipes(content.from, command, shell, io, span);
}
