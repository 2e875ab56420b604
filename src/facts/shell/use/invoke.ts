/**
 * Runs one command with expanded words: finds it in the tables, and applies what they say about each of its
 * words. Wrappers (`sudo`, `xargs`, `bash -c`) are transparent: what they run is a separate command.
 */
import { addressesIn } from '../../../pattern/address.ts';
import { anyShape, type Shape, showShape, staticText } from '../../../pattern/shape.ts';
import type { CommandOperand, InputSpan } from '../../effect.ts';
import { readArguments } from '../../knowledge/arguments.ts';
import { isPowerShell } from '../../knowledge/find-program.ts';
import type { Invocation, UsedValue } from '../../knowledge/invocation.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import type { ShellDialect } from '../dialect.ts';
import { withText } from '../expand/file-text.ts';
import type { Io, Shell } from '../shell.ts';
import { isPerhaps, withoutOrder } from '../state/listed-words.ts';
import type { ShellState } from '../state/state.ts';
import { emptyStream, mergeOrigins, type Stream, unknownStream, type Word, wordOfShape } from '../word.ts';
import { recordAddresses } from './addresses.ts';
import { applyPossible, applyTraits, applyValues } from './apply.ts';
import { obeyBrought, runAddress, startBrought } from './brought-files.ts';
import { runFind } from './find.ts';
import { optionsBySettings, repositoryOf, runRepository, withRefspecs } from './git-repository.ts';
import { rewriteWorkTree } from './git-work-tree.ts';
import { applyGivenOptions, applyLinesOfFiles, applyWordsOfFiles } from './given-options.ts';
import { runGivenScripts } from './given-scripts.ts';
import { assignmentsGiven } from './given-variables.ts';
import { keepHistory } from './history-file.ts';
import { isIdle } from './idle.ts';
import { readIncludedSources } from './included-files.ts';
import { isOrdered } from './listed-order.ts';
import { useListedInput } from './listed-paths.ts';
import { filesFound } from './listing.ts';
import { executeByVariables, executeOperands, runNamedModules } from './loaded-files.ts';
import { makeFiles } from './made-files.ts';
import { seeingWorkTree, useSeenFolders } from './mount.ts';
import { recordSends, sendReadsOfStatements } from './network.ts';
import { runOffered } from './offered-commands.ts';
import { commandsAmong } from './own-sequence.ts';
import { readParsed } from './parsed-script.ts';
import { runPatch } from './patch-input.ts';
import { keepOfCode, keepWritten, noteReadsOfCode } from './paths.ts';
import { withPlainDash } from './powershell-start.ts';
import { printed } from './printing.ts';
import { isOfShell, runBatchFile, runPlugin, runScriptFile } from './program-file.ts';
import { runTasks, runTasksFirst, tasksComeFirst } from './project-tasks.ts';
import { finishQueries } from './queries.ts';
import { pushedRefs } from './refspec.ts';
import type { RepositoryThen } from './repository-then.ts';
import {
  anySplits,
  baseAt,
  comesFirst,
  directoryOf,
  isConsole,
  isFor,
  type Running,
  recordPipes,
} from './running.ts';
import { runStdin } from './script-input.ts';
import { started } from './script-stream.ts';
import { noteSentSignal } from './sent-signal.ts';
import { filesOfVariables } from './set-from-files.ts';
import { connectByContext } from './set-hosts.ts';
import { useStartedSsh } from './ssh-hosts.ts';
import { runStartUpFiles } from './start-up-files.ts';
import { runStartedPrograms } from './started-programs.ts';
import { withUnnamedBranch } from './unnamed-branch.ts';

/** The name of a program, without its directory and without an ending such as `.exe`. */
export function programOf(shape: Shape): string | undefined {
  const last = shape.pieces[shape.pieces.length - 1];
  const text =
    staticText(shape) ?? (last?.kind === 'text' && /[\\/]/.test(last.text) ? last.text : undefined);
  if (text === undefined) return undefined;
  const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  return name.includes('.') ? name.replace(/\.(?:exe|cmd|bat|com)$/i, '') : name;
}

/** The most characters of a command that a record keeps. */
const longestCommand = 1000;

/** Runs a program by the tables. It does not look for functions and built-ins. */
export function invoke(
  all: readonly Word[],
  shell: Shell,
  state: ShellState,
  given: Io,
  span: InputSpan,
  dialect: ShellDialect,
): Stream {
  const [first] = all;
  const io = given.certain && all.some(isPerhaps) ? { ...given, certain: false } : given;
  if (first === undefined) return emptyStream;
  const words = all.slice(1);
  const program = programOf(first.shape);
  const several = program === undefined ? undefined : commandsAmong(program, words);
  if (several !== undefined) {
    const outputs = several.map((each) => invoke([first, ...each], shell, state, given, span, dialect));
    return outputs.at(-1) ?? emptyStream;
  }
  const text = commandText(all, io, span);
  if (program === undefined || program === '') return runUnknown(first, words, text, shell, state, io, span);
  const args = words.map(({ shape }) => shape);
  const shapes = isPowerShell(program) ? args.map(withPlainDash) : args;
  const isPath = isPathLike(first.shape, shell);
  const table = dialect === 'powershell' && isOfWindows(first.shape) ? 'cmd' : dialect;
  // A folder of its own may hold the program of POSIX with that name: `C:\Git\usr\bin\find.exe`. So may the search path.
  const mayBePosix =
    (table !== dialect && isOutsideOfWindows(first.shape)) ||
    (table === 'powershell' && !isPath && mayBeNative(program, args));
  if (mayBePosix && readArguments(shell.knowledge, program, shapes, 'posix').known)
    state.unsurely(() => void invoke(all, shell, state, { ...io, certain: false }, span, 'posix'));
  const exact = readArguments(shell.knowledge, program, shapes, table);
  // Some file systems ignore case, so that `RM` is `rm`.
  const lower = exact.known ? program : program.toLowerCase();
  const folded = lower === program ? exact : readArguments(shell.knowledge, lower, shapes, table);
  const matched = folded.known ? folded : exact;
  const invocation =
    !matched.known && isPath && isReadScript(first, shell, state, io) ? asScript(matched) : matched;
  if (isOrdered(all, invocation)) return invoke(withoutOrder(all), shell, state, io, span, dialect);
  // It can open its input by a name as well.
  state.input = io.stdin;
  const repository = repositoryOf(invocation, state, words.length, shell, io);
  const operands = [...operandsOf(invocation, io, shell, repository)];
  const base = baseAt(words.length, invocation, state, shell);
  const idle = !isPath && !state.mayFindOthers && !anySplits(words) && isIdle(invocation, words);
  const command = shell.recorder.command(
    {
      program: invocation.program,
      programWord: first.shape,
      words: invocation.words,
      options:
        repository !== undefined && invocation.traits.pushes
          ? [
              ...invocation.options,
              ...optionsBySettings(operandsOf(invocation, io, shell, undefined), repository),
            ]
          : invocation.options,
      operands,
      assignments: assignmentsGiven(state),
      args,
      ...inputOf(io),
      known: invocation.known,
      open: invocation.open || anySplits(words),
      via: io.via,
      ...directoryOf(base, state, io, shell),
      ...(invocation.traits.elsewhere === false ? undefined : { elsewhere: true }),
      ...(state.mayFindOthers ? { sought: true } : undefined),
      ...(idle ? { idle } : undefined),
      certain: io.certain,
      span,
      text,
    },
    base,
  );
  const asked: Running = {
    invocation,
    operands,
    words,
    command,
    shell,
    state: stateFor(invocation, state),
    io,
    span,
    base,
    recursive: isRecursive(invocation),
    reads: [],
    writes: [],
    held: [],
    uploads: [],
    carried: [],
    hosts: [],
    mayGet: [],
    sshNames: [],
    outputs: [],
  };
  if (idle) {
    readParsed(asked);
    return unknownStream({ sources: [], from: [command] });
  }
  if (anySplits(words) && words.some(({ many }) => many))
    shell.unknown('budget', invocation.program, 'it has more words than are looked at', span);
  if (io.stdin !== undefined) {
    recordPipes(io.stdin.from, command, shell, io, span);
    if (invocation.traits.stdin !== 'none') shell.partlyRead.add(io.stdin);
  }
  recordPipes(first.from, command, shell, io, span);
  // Windows opens the address in a browser: `start https://host`.
  for (const address of addressesIn(first.shape))
    shell.recorder.connect(address, { certain: false, span, command, from: 'the address that is opened' });
  if (isPath) {
    shell.recorder.execute(first.shape, state.cwd, { certain: io.certain, span, command });
  }
  obeyBrought(asked);
  startBrought(isPath, asked);
  const isTasked = tasksComeFirst(invocation);
  const tasked = isTasked ? runTasksFirst(asked) : asked;
  const running = started([...executeByVariables(first, isPath, tasked), ...runStartUpFiles(tasked)], tasked);
  const before = invocation.traits.language === undefined ? undefined : shell.recorder.effects.paths.length;
  let handled = false;
  seeingWorkTree(repository, running, () => {
    applyTraits(running);
    handled = applyValues(running);
  });
  useSeenFolders(running);
  applyGivenOptions(running);
  applyWordsOfFiles(running);
  applyLinesOfFiles(running);
  runGivenScripts(running);
  readIncludedSources(running);
  if (before !== undefined) keepOfCode(before, running);
  keepWritten(running);
  if (before !== undefined) noteReadsOfCode(before, running);
  if (before !== undefined) sendReadsOfStatements(before, running);
  noteSentSignal(running);
  applyPossible(running);
  recordAddresses(running);
  connectByContext(running);
  if (invocation.traits.expression)
    runFind(words, command, shell, state, io, span, (search) => filesFound(search, running));
  if (!handled || isConsole(running)) {
    keepHistory(running);
    runStdin(running);
  }
  useListedInput(running);
  runPatch(running);
  if (!isTasked) runTasks(running);
  if (repository !== undefined) runRepository(repository, running);
  executeOperands(running);
  runNamedModules(running);
  runOffered(running);
  runAddress(running);
  makeFiles(running);
  rewriteWorkTree(repository, running);
  useStartedSsh(running);
  recordSends(running);
  if (dialect === 'cmd' || io.via.some((by) => mannersOf(by).bins === '.')) runBatchFile(first, running);
  runScriptFile(first, running);
  runPlugin(running);
  runStartedPrograms(running);
  finishQueries(running);
  return printed(program, isPath, running);
}

/** Whether a program is a shell script on the disk. Its text then says what it does with its words. */
function isReadScript({ shape }: Word, shell: Shell, state: ShellState, { elsewhere }: Io): boolean {
  const { disk } = shell.recorder;
  if (!disk.isThere || elsewhere) return false;
  const content = disk.text(disk.opened(shape, state.cwd, state.resolve(shape)));
  return content.is === 'text' && isOfShell(content.text, shell);
}

/** The same command without the possible reads and writes of an unknown program. */
const asScript = (invocation: Invocation): Invocation => ({
  ...invocation,
  values: invocation.values.map((value) => ({
    ...value,
    uses: value.uses.filter(({ name, certain }) => certain || (name !== 'read' && name !== 'write')),
  })),
});

/** The state in which the program runs: `env` sets and removes variables for it alone. */
function stateFor(invocation: Invocation, state: ShellState): ShellState {
  const { values, traits, options } = invocation;
  const clears = options.some(({ names }) => names.some((name) => traits.clears.includes(name)));
  const withholds = clears || traits.elevates || traits.elsewhere !== false;
  if (
    !withholds &&
    !values.some(({ uses }) => isFor(uses, 'env')) &&
    filesOfVariables(invocation).length === 0
  )
    return state;
  const own = state.fork();
  if (withholds) own.mayWithholdAll();
  if (clears) own.set('HOME', wordOfShape(anyShape('$HOME')));
  return own;
}

/** Whether a program works on everything below folders: always, or with an option. */
function isRecursive({ traits: { recursive }, options }: Invocation): boolean {
  if (typeof recursive !== 'object') return recursive === true;
  return options.some(({ names }) => names.some((name) => recursive.includes(name)));
}

/** Whether a name is that of a program of Windows, and so of no cmdlet: `curl.exe` is not the alias `curl`. */
const isOfWindows = (shape: Shape): boolean =>
  /^(?:[a-z]:|\.{0,2}\\)|\.(?:exe|com|cmd|bat)$/i.test(staticText(shape) ?? '');

/** Whether a path of Windows is in no folder of the system itself. */
const isOutsideOfWindows = (shape: Shape): boolean => {
  const text = staticText(shape) ?? '';
  return text.includes('\\') && !/^[a-z]:\\windows\\/i.test(text);
};

/**
 * Whether a name may be that of a program, which is an alias of PowerShell on other machines. A parameter such as `-Recurse`
 * is for a command of PowerShell.
 */
function mayBeNative(program: string, args: readonly Shape[]): boolean {
  if (mannersOf(program.toLowerCase()).unaliased === undefined) return false;
  return !args.some((arg) => /^-[A-Z][a-z]/.test(staticText(arg) ?? ''));
}

/** Whether a program is named by a path, so that the search path is not used. `\ls` and `r\m` are no paths. */
function isPathLike(shape: Shape, { knowledge }: Shell): boolean {
  const { pieces, source } = shape;
  for (const piece of pieces) {
    if (piece.kind === 'home') return true;
    if (piece.kind === 'text' && (piece.text.includes('/') || piece.text.includes('\\'))) return true;
  }
  if (!source.includes('\\') || knowledge.programs.has(staticText(shape) ?? '')) return false;
  return /^(?:[\w.:-]|\\\\)[\w.:\\-]*\\[\w.\\-]+$/.test(source.slice(0, 1000));
}

/**
 * The operands of a command for rules: the positional ones in their order, then the values of options, then the
 * script on standard input. Only the first kind has positions.
 */
function operandsOf(
  invocation: Invocation,
  io: Io,
  shell: Shell,
  repository: RepositoryThen | undefined,
): readonly CommandOperand[] {
  const given: CommandOperand[] = [];
  let named = 0;
  for (const { value, role, option } of invocation.values) {
    if (option === undefined) given.push({ value, role });
    else if (role !== undefined) named++;
  }
  if (named > 0) {
    for (const { value, role, option } of invocation.values)
      if (option !== undefined && role !== undefined) given.push({ value, role });
  }
  const { traits, options } = invocation;
  const meant = traits.pushes
    ? pushedRefs(withRefspecs(given, options, repository), options)
    : withUnnamedBranch(given, invocation);
  const script = scriptOnInput(invocation, io, shell);
  return script === undefined ? meant : [...meant, script];
}

/** What the call itself writes to the input of a command. What is of a file is no text of the call. */
const inputOf = ({ stdin }: Io): { readonly input: Shape } | undefined =>
  stdin === undefined || stdin.isFile || stdin.sources.length > 0 || stdin.file !== undefined
    ? undefined
    : { input: stdin.shape };

/** A script on standard input is an argument like the one behind `-c`: `psql <<< 'drop table a'`. */
function scriptOnInput(
  { program, traits, values, options }: Invocation,
  io: Io,
  shell: Shell,
): CommandOperand | undefined {
  const takes = traits.stdin === 'statements' || traits.stdin === 'code';
  const stdin = takes ? withText(io.stdin, shell, io) : undefined;
  if (stdin === undefined || stdin.isFile) return undefined;
  if (traits.stdin === 'statements' && values.some(({ option }) => option === undefined)) return undefined;
  if (traits.stdin === 'statements') return { value: stdin.shape, role: 'script' };
  if (options.some(({ names }) => names.includes('-m'))) return undefined;
  const isScript = (value: UsedValue): boolean =>
    (isFor(value.uses, 'code') || isFor(value.uses, 'script')) && !comesFirst(program, value);
  if (values.some(isScript)) return undefined;
  return { value: stdin.shape, role: 'script' };
}

function commandText(all: readonly Word[], io: Io, span: InputSpan): string {
  const { source } = io;
  const text =
    source.offset === undefined
      ? ''
      : source.text.slice(span.start - source.offset, span.end - source.offset);
  if (text !== '') return text.slice(0, longestCommand);
  return all
    .slice(0, 100)
    .map(({ shape }) => showShape(shape).slice(0, longestCommand))
    .join(' ')
    .slice(0, longestCommand);
}

/** Records an unknown program, which may do anything. */
function runUnknown(
  first: Word,
  words: readonly Word[],
  text: string,
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
): Stream {
  const command = shell.recorder.command(
    {
      program: undefined,
      programWord: first.shape,
      words: [],
      options: [],
      operands: words.map(({ shape }) => ({ value: shape, role: undefined })),
      args: words.map(({ shape }) => shape),
      known: false,
      open: true,
      via: io.via,
      ...directoryOf(state.cwd, state, io, shell),
      certain: io.certain,
      span,
      text,
    },
    state.cwd,
  );
  recordPipes([...(io.stdin?.from ?? []), ...first.from], command, shell, io, span);
  shell.unknown('program', first.shape.source, 'the program is not known', span);
  return unknownStream(mergeOrigins({ sources: [], from: [command] }, io.stdin, ...words));
}
