/** Runs a file as a program: by the interpreter that its first line names, or as the program that it is a copy of. */
import { type PathShape, readPathShape, showPathShape } from '../../../../pattern/path/path-shape.ts';
import { staticText, textShape } from '../../../../pattern/text/shape.ts';
import { readArguments } from '../../../knowledge/words/arguments.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { Shell } from '../../shell.ts';
import { type Stream, type Word, wordOf } from '../../word.ts';
import { nestedIo, nestedState } from '../commands/nested.ts';
import { isInstalled, programsFound } from '../running/found-programs.ts';
import { anySplits, checkScript, directoryOf, type Running, recordPipes } from '../running/running.ts';
import { scriptOnDisk, withFileRead } from '../written/disk-script.ts';
import { ownPrograms } from '../written/own-programs.ts';
import { hasWritten, writtenText } from '../written/written-module.ts';
import { scriptsBehind, windowsInterpreters } from './script.ts';
import { executeSources, runStream, started } from './script-stream.ts';
import { runStartUpFiles } from './start-up-files.ts';

/** The program that `#!/usr/bin/env python3` names; a shell if the script names none. */
function interpreterOf(content: string): string {
  if (!content.startsWith('#!')) return 'sh';
  const words = content.slice(2, 300).split('\n')[0]?.trim().split(/\s+/) ?? [];
  const names = words.map((word) => word.slice(word.lastIndexOf('/') + 1));
  const name = names[0] === 'env' ? names.slice(1).find((each) => !/^-|=/.test(each)) : names[0];
  return name ?? 'sh';
}

/** Runs `./build.sh`, if the call wrote that file or the disk has it. */
export function runScriptFile(first: Word, running: Running, found = false): void {
  const { state, invocation, shell, io, command, span } = running;
  const text = staticText(first.shape);
  const { disk, filesLeft } = shell.recorder;
  if (state.files.size === 0 && !disk.isThere && !filesLeft.hasMade) return;
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
