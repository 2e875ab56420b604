/**
 * Runs one command with expanded words: finds it in the tables, and applies what they say about each of its
 * words. Wrappers (`sudo`, `xargs`, `bash -c`) are transparent: what they run is a separate command.
 */
import { addressesIn } from '../../../pattern/address.ts';
import { anyShape, showShape } from '../../../pattern/text/shape.ts';
import type { InputSpan } from '../../effect/effect.ts';
import type { Invocation } from '../../knowledge/words/invocation.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import type { ShellDialect } from '../dialect.ts';
import type { Io, Shell } from '../shell.ts';
import { isPerhaps, withoutOrder } from '../state/listed-words.ts';
import type { ShellState } from '../state/state.ts';
import { emptyStream, mergeOrigins, type Stream, unknownStream, type Word, wordOfShape } from '../word.ts';
import { applyPossible, applyTraits, applyValues } from './apply.ts';
import { runOffered } from './commands/offered-commands.ts';
import { runFind } from './files/find.ts';
import { readIncludedSources } from './files/included-files.ts';
import { isOrdered } from './files/listed-order.ts';
import { filesFound } from './files/listing.ts';
import { makeFiles } from './files/made-files.ts';
import { readParsed } from './files/parsed-script.ts';
import { runPatch } from './files/patch-input.ts';
import { keepOfCode, keepWritten, noteReadsOfCode } from './files/paths.ts';
import { filesOfVariables } from './files/set-from-files.ts';
import { optionsBySettings, repositoryOf, runRepository } from './git/git-repository.ts';
import { rewriteWorkTree } from './git/git-work-tree.ts';
import { applyGivenOptions, applyLinesOfFiles, applyWordsOfFiles } from './given-options.ts';
import { useListedInput, useListsInWords } from './listed-paths.ts';
import { programOf } from './named-program.ts';
import { recordAddresses } from './network/addresses.ts';
import { recordSends, sendReadsOfStatements } from './network/network.ts';
import { connectByContext } from './network/set-hosts.ts';
import { useStartedSsh } from './network/ssh-hosts.ts';
import { givenInput, operandsOf } from './operands.ts';
import { commandsAmong } from './own-sequence.ts';
import { printed } from './printing.ts';
import { readCommand } from './read-command.ts';
import { assignmentsGiven, givenVariables } from './running/given-variables.ts';
import { isIdle } from './running/idle.ts';
import { seeingWorkTree, useSeenFolders } from './running/mount.ts';
import type { RepositoryThen } from './running/repository-then.ts';
import {
  anySplits,
  baseAt,
  directoryOf,
  isConsole,
  isFor,
  type Running,
  recordPipes,
} from './running/running.ts';
import { runGivenScripts } from './scripts/given-scripts.ts';
import { keepHistory } from './scripts/history-file.ts';
import { executeByVariables, executeOperands, runNamedModules } from './scripts/loaded-files.ts';
import { runBatchFile, runPlugin, runScriptFile } from './scripts/program-file.ts';
import { runTasks, runTasksFirst, tasksComeFirst } from './scripts/project-tasks.ts';
import { finishQueries } from './scripts/queries.ts';
import { runStdin } from './scripts/script-input.ts';
import { started } from './scripts/script-stream.ts';
import { runStartUpFiles } from './scripts/start-up-files.ts';
import { runStartedPrograms } from './scripts/started-programs.ts';
import { noteSentSignal } from './sent-signal.ts';
import { obeyBrought, runAddress, startBrought } from './written/brought-files.ts';

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
  const [first, ...words] = all;
  if (first === undefined) return emptyStream;
  const io = given.certain && all.some(isPerhaps) ? { ...given, certain: false } : given;
  const program = programOf(first.shape);
  if (program === undefined) return runUnknown(first, words, shell, state, io, span);
  const several = commandsAmong(program, words);
  if (several !== undefined) {
    const outputs = several.map((each) => invoke([first, ...each], shell, state, given, span, dialect));
    return outputs.at(-1) ?? emptyStream;
  }
  if (program === '') return runUnknown(first, words, shell, state, io, span);
  const { invocation, isPath, mayBePosix } = readCommand(program, first, words, shell, state, io, dialect);
  if (mayBePosix)
    state.unsurely(() => void invoke(all, shell, state, { ...io, certain: false }, span, 'posix'));
  if (isOrdered(all, invocation)) return invoke(withoutOrder(all), shell, state, io, span, dialect);
  // It can open its input by a name as well.
  state.input = io.stdin;
  const repository = repositoryOf(invocation, state, words.length, shell, io);
  const idle =
    !isPath &&
    !state.mayFindOthers &&
    !state.modes.exportsAnyName &&
    !anySplits(words) &&
    isIdle(invocation, words, () => givenVariables(state));
  const asked = record(first, words, { invocation, repository, idle }, shell, state, io, span);
  if (idle) {
    readParsed(asked);
    return unknownStream({ sources: [], from: [asked.command] });
  }
  const running = start(first, isPath, asked);
  const handled = useWords(repository, running);
  useRest(running, handled);
  if (!tasksComeFirst(invocation)) runTasks(running);
  useAround(repository, running);
  runAsScript(first, dialect, running);
  finishQueries(running);
  return printed(program, isPath, running);
}

/** What the tables and the repository say of a command before it runs. */
interface Form {
  readonly invocation: Invocation;
  readonly repository: RepositoryThen | undefined;
  /** It does nothing, and shows a help or a version. */
  readonly idle: boolean;
}

/** Records the command itself. Nothing of its words has been used yet. */
function record(
  first: Word,
  words: readonly Word[],
  { invocation, repository, idle }: Form,
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
): Running {
  const { program, traits, known, options } = invocation;
  const operands = [...operandsOf(invocation, io, shell, repository)];
  const base = baseAt(words.length, invocation, state, shell);
  const command = shell.recorder.command(
    {
      program,
      programWord: first.shape,
      words: invocation.words,
      options:
        repository !== undefined && traits.pushes
          ? [...options, ...optionsBySettings(operandsOf(invocation, io, shell, undefined), repository)]
          : options,
      operands,
      assignments: assignmentsGiven(state),
      args: words.map(({ shape }) => shape),
      ...givenInput(io),
      known,
      open: invocation.open || anySplits(words),
      via: io.via,
      ...directoryOf(base, state, io, shell),
      ...(traits.elsewhere === false ? undefined : { elsewhere: true }),
      ...(state.mayFindOthers ? { sought: true } : undefined),
      ...(idle ? { idle } : undefined),
      certain: io.certain,
      span,
      text: commandText([first, ...words], io, span),
    },
    base,
  );
  return {
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
}

/** What happens before the program looks at its words: its input, the program itself, and what it reads at the start. */
function start(first: Word, isPath: boolean, asked: Running): Running {
  const { invocation, words, command, shell, state, io, span } = asked;
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
  if (isPath) shell.recorder.execute(first.shape, state.cwd, { certain: io.certain, span, command });
  obeyBrought(asked);
  startBrought(isPath, asked);
  const tasked = tasksComeFirst(invocation) ? runTasksFirst(asked) : asked;
  return started([...executeByVariables(first, isPath, tasked), ...runStartUpFiles(tasked)], tasked);
}

/** Uses the words of the command as its form says. Whether they name a script, so that standard input is none. */
function useWords(repository: RepositoryThen | undefined, running: Running): boolean {
  const { recorder } = running.shell;
  const before = running.invocation.traits.language === undefined ? undefined : recorder.effects.paths.length;
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
  return handled;
}

/** Uses what is beside the words: signals, addresses anywhere, what is found, and standard input. */
function useRest(running: Running, handled: boolean): void {
  const { invocation } = running;
  noteSentSignal(running);
  applyPossible(running);
  recordAddresses(running);
  connectByContext(running);
  if (invocation.traits.expression) runFind(running, (search) => filesFound(search, running));
  if (!handled || isConsole(running)) {
    keepHistory(running);
    runStdin(running);
  }
  useListedInput(running);
  useListsInWords(running);
  runPatch(running);
}

/** Uses what is around the command: its repository, what it loads, makes and sends. */
function useAround(repository: RepositoryThen | undefined, running: Running): void {
  if (repository !== undefined) runRepository(repository, running);
  executeOperands(running);
  runNamedModules(running);
  runOffered(running);
  runAddress(running);
  makeFiles(running);
  rewriteWorkTree(repository, running);
  useStartedSsh(running);
  recordSends(running);
}

/** Follows the program itself where it is a script, and the programs that it starts. */
function runAsScript(first: Word, dialect: ShellDialect, running: Running): void {
  if (dialect === 'cmd' || running.io.via.some((by) => mannersOf(by).bins === '.'))
    runBatchFile(first, running);
  runScriptFile(first, running);
  runPlugin(running);
  runStartedPrograms(running);
}

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
      text: commandText([first, ...words], io, span),
    },
    state.cwd,
  );
  recordPipes([...(io.stdin?.from ?? []), ...first.from], command, shell, io, span);
  shell.unknown('program', first.shape.source, 'the program is not known', span);
  return unknownStream(mergeOrigins({ sources: [], from: [command] }, io.stdin, ...words));
}
