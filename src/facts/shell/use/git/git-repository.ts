/**
 * Finds what a command of git does because of its repository: the host of a remote, the pushed branch, hooks,
 * aliases, and settings that run something. It reads the repository on the disk and never asks git, which would
 * run these. Settings that the call changed before come first.
 */
import {
  below,
  type PathShape,
  pathShapeOfText,
  readPathShape,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { anyShape, type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import type { Files } from '../../../disk/disk-view.ts';
import { sessionIndex } from '../../../disk/session-index.ts';
import type { Command, CommandOperand, CommandOption } from '../../../effect/effect.ts';
import { remoteHost } from '../../../effect/remote-host.ts';
import { helperCommand } from '../../../knowledge/notation/host-notation.ts';
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { GitSetting } from '../../../repository/git-config.ts';
import {
  findRepository,
  pushedByDefault,
  type Repository,
  readRepository,
  rewritten,
  type Settings,
  settingsIn,
  urlOf,
  usualRemote,
  withoutRepository,
} from '../../../repository/repository.ts';
import type { Io, Shell } from '../../shell.ts';
import { alternativesOf, wordsOfChoice } from '../../state/choice.ts';
import type { ShellState } from '../../state/state.ts';
import { wordOf } from '../../word.ts';
import { nestedIo } from '../commands/nested.ts';
import { connect } from '../network/network.ts';
import type { RepositoryThen } from '../running/repository-then.ts';
import { baseAt, checkScript, type Running } from '../running/running.ts';
import { runScriptAt } from '../scripts/program-file.ts';
import { runConfig, runsByName } from '../written/config.ts';
import { filesSoFar, scriptIfThere, withFileRead } from '../written/disk-script.ts';
import { writtenText } from '../written/written-module.ts';
import {
  givenSettings,
  keepSettings,
  makesSettings,
  operandText,
  readIncluded,
  settingsOf,
} from './git-settings.ts';

/**
 * The repository that a command works on. Undefined for other programs, and if neither a disk nor the session
 * has one.
 */
export function repositoryOf(
  invocation: Invocation,
  state: ShellState,
  words: number,
  shell: Shell,
  io: Io,
): RepositoryThen | undefined {
  const { disk, effects } = shell.recorder;
  if (io.elsewhere || mannersOf(invocation.program).repository !== 'git') return undefined;
  const isPart = !disk.isReal;
  const isGiven = state.files.size > 0 || state.input !== undefined || makesSettings(invocation);
  if (isPart && !disk.isThere && !isGiven) return undefined;
  const base = baseAt(words, invocation, state, shell);
  if (base === undefined) return undefined;
  const files = filesSoFar({ shell, state });
  const folder = disk.realOf(base) ?? base;
  const repository =
    repositoryAt(folder, invocation, state, files) ??
    (isPart
      ? madeBelow(folder, files, [...sessionIndex(disk.session).matching(ofRepository), ...state.files.paths])
      : undefined) ??
    // A folder that the call itself makes, as `git clone` does, has its own repository or none.
    withoutRepository(folder, files);
  if (isPart) {
    const given = settingsNamed(invocation, base, state, files);
    return {
      repository: { ...repository, settings: repository.settings.with(given.settings, given.isOpen) },
      branches: [undefined],
      isPart,
    };
  }
  const earlier = effects.commands.filter(
    ({ program }) => program !== undefined && mannersOf(program).repository === 'git',
  );
  const made = earlier.flatMap(settingsOf);
  const given = settingsNamed(invocation, base, state, files);
  const later = [...made.flatMap((setting) => setting ?? []), ...given.settings];
  const isOpen = given.isOpen || made.includes(undefined);
  return {
    repository: { ...repository, settings: repository.settings.with(later, isOpen) },
    branches: branchesAfter(repository.branch, earlier),
    isPart,
  };
}

/** Where variables of the call put the settings of the user. */
const homeFiles: readonly (readonly [variable: string, file: readonly string[]])[] = [
  ['HOME', ['.gitconfig']],
  ['HOME', ['.config', 'git', 'config']],
  ['XDG_CONFIG_HOME', ['git', 'config']],
];

/** The settings that a command is given: by options, and in files that options and variables name. */
function settingsNamed(
  invocation: Invocation,
  base: PathShape,
  state: ShellState,
  files: Files,
): { readonly settings: readonly GitSetting[]; readonly isOpen: boolean } {
  const given = givenSettings(invocation);
  const named = ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM'].flatMap((name) => shapeOf(state.get(name)) ?? []);
  const own = homeFiles.flatMap(([name, file]) =>
    alternativesOf(state.held(name))
      .flatMap(wordsOfChoice)
      .map(({ shape }) => below(readPathShape(shape, base), ...file)),
  );
  const found = [
    ...named.map((shape) => settingsIn(readPathShape(shape, base), files)),
    ...own.map((file) => settingsIn(file, files)),
    ...given.flatMap(({ name, value }) =>
      name === 'include.path' ? [settingsIn(pathShapeOfText(value, base), files)] : [],
    ),
  ];
  return {
    settings: [...found.flatMap(({ settings }) => settings), ...given],
    isOpen: found.some(({ isOpen }) => isOpen),
  };
}

/** The repository that the command names, or the one around the folder. */
function repositoryAt(
  base: PathShape,
  { options }: Invocation,
  state: ShellState,
  files: Files,
): Repository | undefined {
  const given =
    options.find(({ names }) => names.includes('--git-dir'))?.value ?? shapeOf(state.get('GIT_DIR'));
  if (given !== undefined) return readRepository(base, readPathShape(given, base), files);
  return files.entry(base) === 'absent' ? undefined : findRepository(base, files);
}

/** The files of a repository. */
const ofRepository = /\/\.git\//;

/**
 * The repository for which the session has written something, if it is unknown in which folder one begins: the
 * topmost below `base`.
 */
function madeBelow(base: PathShape, files: Files, paths: readonly string[]): Repository | undefined {
  const start = `${showPathShape(base)}/`.replace('//', '/');
  const folders = paths.flatMap((path) => {
    const end = path.startsWith(start) ? path.indexOf('/.git/', start.length - 1) : -1;
    return end < 0 ? [] : [path.slice(0, end)];
  });
  const [first] = folders.sort((one, other) => one.length - other.length);
  if (first === undefined) return undefined;
  const folder = pathShapeOfText(first, undefined);
  return readRepository(folder, below(folder, '.git'), files);
}

const shapeOf = (value: ReturnType<ShellState['get']>): Shape | undefined =>
  value === undefined || !('shape' in value) ? undefined : value.shape;

// ── earlier commands of the call ────────────────────────────────────────────────────────────

/** The branches that may be checked out after these commands. */
function branchesAfter(
  before: string | undefined,
  commands: readonly Command[],
): readonly (string | undefined)[] {
  let branches: readonly (string | undefined)[] = [before];
  for (const { words, operands, options } of commands) {
    const [word] = words;
    if (word === 'checkout' || word === 'switch') {
      const made = options.find(({ names }) =>
        ['-b', '-B', '-c', '-C', '--orphan'].some((name) => names.includes(name)),
      );
      const name = made === undefined ? operandText(operands, 0) : made.value && staticText(made.value);
      // The name may also be a file or a commit.
      branches = made === undefined && word === 'checkout' ? [...new Set([...branches, name])] : [name];
    } else if (
      word === 'branch' &&
      options.some(({ names }) => names.includes('-m') || names.includes('-M'))
    ) {
      branches = [operandText(operands, operands.length - 1)];
    } else if (word === 'symbolic-ref' || word === 'rebase' || word === 'bisect' || word === 'worktree')
      branches = [...new Set([...branches, undefined])];
  }
  return branches;
}

// ── what is pushed ──────────────────────────────────────────────────────────────────────────

/**
 * The operands of a push, completed from the repository. A push without a refspec gets the branches that the
 * settings select, and `HEAD` becomes the current branch. Only a repository knows these.
 */
export function withRefspecs(
  operands: readonly CommandOperand[],
  options: readonly CommandOption[],
  then: RepositoryThen | undefined,
): readonly CommandOperand[] {
  const refspec = (name: string | undefined, source: string): CommandOperand => ({
    value: name === undefined ? anyShape(source) : textShape(name, source),
    role: 'refspec',
  });
  const branches = then?.branches ?? [undefined];
  if (operands.some(({ role }) => role === 'refspec'))
    return operands.flatMap((operand) => {
      const [, plus] =
        operand.role === 'refspec' ? (/^(\+?)(?:HEAD|@)$/.exec(staticText(operand.value) ?? '') ?? []) : [];
      if (plus === undefined) return [operand];
      return branches.map((name) =>
        refspec(name === undefined ? undefined : plus + name, operand.value.source),
      );
    });
  if (options.some(({ names }) => names.some((name) => namesRefs.has(name)))) return operands;
  const named = operands.find(({ role }) => role === 'remote');
  const pushed = branches.flatMap((branch): readonly (string | undefined)[] => {
    if (then === undefined || then.isPart) return [undefined];
    const remote = named === undefined ? usualRemote(then.repository, 'push') : staticText(named.value);
    const byDefault =
      remote === undefined ? undefined : pushedByDefault({ ...then.repository, branch }, remote);
    return byDefault ?? [undefined];
  });
  const branchOf = (name: string | undefined): string | undefined =>
    name?.replace(/^\+?[^:]*:(?=.)/, '').replace(/^refs\/heads\//, '');
  const source = 'the branches by default';
  return [
    ...operands,
    ...pushed.map((name): CommandOperand => ({ ...refspec(branchOf(name), source), implied: true })),
  ];
}

/** Options that say themselves what is pushed. */
const namesRefs: ReadonlySet<string> = new Set(['--all', '--mirror', '--tags', '--delete']);

/**
 * The options that settings add to a push: `+` in a refspec of the settings is `--force`, and a mirror is
 * `--mirror`.
 */
export function optionsBySettings(
  operands: readonly CommandOperand[],
  { repository }: RepositoryThen,
): readonly CommandOption[] {
  const { settings } = repository;
  const named = operands.find(({ role }) => role === 'remote');
  const remote = named === undefined ? usualRemote(repository, 'push') : staticText(named.value);
  if (remote === undefined) return [];
  // If the call has refspecs itself, the settings may still decide where they go.
  const certain = !operands.some(({ role }) => role === 'refspec');
  const option = (...names: readonly string[]): CommandOption => ({ names, value: undefined, certain });
  return [
    ...(settings.all(`remote.${remote}.push`).some((each) => each.startsWith('+'))
      ? [option('-f', '--force')]
      : []),
    ...(settings.get(`remote.${remote}.mirror`) === 'true' ? [option('--mirror')] : []),
  ];
}

// ── programs and connections ────────────────────────────────────────────────────────────────

/** Runs what the repository makes a command run. Gives true if the command is an alias, which has then run. */
export function runRepository({ repository, isPart }: RepositoryThen, running: Running): boolean {
  const { invocation, shell, span } = running;
  if (repository.settings.isOpen)
    shell.unknown('file', showPathShape(repository.directory), 'not all settings of git can be read', span);
  if (runOwnAlias(repository.settings, running)) return true;
  connectToRemotes(repository, isPart, running);
  for (const { name, value } of repository.settings.own) {
    if (!runsByName(name) || name === 'core.hookspath') continue;
    const certain = running.io.certain && surelyRun.test(name);
    const perhaps = { ...running, io: { ...running.io, certain } };
    shell.recorder.inFile(showPathShape(below(repository.common, 'config')), () =>
      running.state.unsurely(() => runConfig(invocation.program, textShape(`${name}=${value}`), [], perhaps)),
    );
  }
  runHooks(repository, running);
  if (makesSettings(invocation)) readIncluded(repository, running);
  if (isPart) keepSettings(repository, running);
  return false;
}

/**
 * Settings with a program that git always runs when it looks for changes. Programs of other settings run for
 * some files or commands only.
 */
const surelyRun = /^core\.fsmonitor$/;

/** Runs `git x` if the repository has an `alias.x`. Gives whether it has. */
function runOwnAlias(settings: Settings, running: Running): boolean {
  const { invocation, words } = running;
  const command = invocation.values.find(({ option, role }) => option === undefined && role === 'command');
  const name = command && invocation.words.length === 0 ? staticText(command.value) : undefined;
  const value = name === undefined ? undefined : settings.get(`alias.${name.toLowerCase()}`);
  if (value === undefined) return false;
  running.shell.recorder.inFile(`the alias ${name}`, () =>
    runConfig(invocation.program, textShape(`alias.${name}=${value}`), words, running),
  );
  return true;
}

const useOfRemotes: Readonly<Record<string, 'fetch' | 'push'>> = {
  push: 'push',
  fetch: 'fetch',
  pull: 'fetch',
  'ls-remote': 'fetch',
  'remote update': 'fetch',
  'remote show': 'fetch',
  'remote prune': 'fetch',
};

/** Connects to the addresses of the named remote, or of the default one. */
function connectToRemotes(repository: Repository, isPart: boolean, running: Running): void {
  const { invocation } = running;
  const use = useOfRemotes[invocation.words.join(' ')];
  if (use === undefined) return;
  // `git remote show NAME` has its remote as a plain name.
  const named = invocation.values.find(
    ({ option, role }) =>
      option === undefined && (role === 'remote' || (role === 'name' && invocation.words[0] === 'remote')),
  );
  const text = named === undefined ? usualRemote(repository, use) : staticText(named.value);
  const { settings } = repository;
  const isAll = invocation.options.some(({ names }) => names.includes('--all')) && use === 'fetch';
  const remotes = isAll ? [...new Set(settings.below('remote', 'url').map(([name]) => name))] : [text];
  for (const remote of remotes) {
    if (remote === undefined) continue;
    const urls = urlOf(remote, settings, use);
    const own = rewritten(remote, settings, use);
    // A remote that the settings do not have is an address itself.
    const certain = named !== undefined || !isPart;
    for (const url of urls.length > 0 ? urls : own === remote ? [] : [own]) useAddress(url, certain, running);
  }
}

function useAddress(url: string, certain: boolean, running: Running): void {
  // `ext::sh -c x` connects by a command.
  const [, command] = /^ext::(.+)$/is.exec(url) ?? [];
  if (command !== undefined) {
    const { shell, state } = running;
    const text = { shape: textShape(helperCommand(command)), sources: [], from: [] };
    shell.recorder.inFile('the settings of git', () =>
      state.unsurely(() => shell.runText(text, state.child(), nestedIo(running))),
    );
    return;
  }
  // The part in front of the host may contain a password.
  const value = textShape(url.replace(/^([A-Za-z][A-Za-z0-9+.-]*:\/\/)[^/?#]*@/, '$1'));
  const host = /^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(url) ? value : remoteHost(value);
  if (host !== undefined && !url.startsWith('file:')) connect(host, certain, running);
}

/** The hooks that each subcommand runs, from githooks(5). */
const hooks: Readonly<Record<string, readonly string[]>> = {
  commit: [
    'pre-commit',
    'prepare-commit-msg',
    'commit-msg',
    'post-commit',
    'post-index-change',
    'reference-transaction',
  ],
  merge: ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-merge', 'reference-transaction'],
  pull: [
    'pre-merge-commit',
    'prepare-commit-msg',
    'commit-msg',
    'post-merge',
    'pre-rebase',
    'post-rewrite',
    'reference-transaction',
  ],
  rebase: ['pre-rebase', 'post-checkout', 'post-rewrite', 'reference-transaction'],
  'cherry-pick': ['prepare-commit-msg', 'commit-msg', 'post-commit', 'reference-transaction'],
  revert: ['prepare-commit-msg', 'commit-msg', 'post-commit', 'reference-transaction'],
  push: ['pre-push', 'reference-transaction'],
  fetch: ['reference-transaction'],
  branch: ['reference-transaction'],
  tag: ['reference-transaction'],
  checkout: ['post-checkout', 'post-index-change', 'reference-transaction'],
  switch: ['post-checkout', 'post-index-change', 'reference-transaction'],
  worktree: ['post-checkout'],
  am: ['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'reference-transaction'],
  add: ['post-index-change'],
  reset: ['post-index-change', 'reference-transaction'],
  gc: ['pre-auto-gc'],
  'send-email': ['sendemail-validate'],
};

/** The hooks that `--no-verify` skips. */
const verifying: ReadonlySet<string> = new Set([
  'pre-commit',
  'commit-msg',
  'pre-merge-commit',
  'pre-push',
  'pre-rebase',
  'applypatch-msg',
  'pre-applypatch',
]);

function runHooks({ folder, common, settings }: Repository, running: Running): void {
  const { invocation, state } = running;
  const path = settings.get('core.hookspath');
  const directory = path === undefined ? below(common, 'hooks') : pathShapeOfText(path, folder);
  const skips = invocation.options.some(({ names }) => names.includes('--no-verify'));
  for (const name of hooks[invocation.words[0] ?? ''] ?? []) {
    if (skips && verifying.has(name)) continue;
    for (const hook of [below(directory, name), ...hooksCalled(name, folder, running)]) {
      const script = withFileRead(state.file(hook), running) ?? scriptIfThere(hook, running);
      if (script === undefined) continue;
      const shown = showPathShape(hook);
      const about = { certain: false, span: running.span, command: running.command };
      running.shell.recorder.execute(textShape(shown), undefined, about);
      checkScript(hook, textShape(shown), script, running);
      runScriptAt(wordOf(shown), script, { ...running, base: folder });
    }
  }
}

/** A script that a manager of hooks calls from its hook, if the call or the session wrote it: `.husky/pre-push`. */
function hooksCalled(name: string, folder: PathShape, { shell, state }: Running): readonly PathShape[] {
  const isNamed = (path: string): boolean => path.endsWith(`/${name}`);
  if (!state.files.paths.some(isNamed) && !sessionIndex(shell.recorder.disk.session).byName.has(name))
    return [];
  return hookFolders
    .map((each) => pathShapeOfText(`${each}/${name}`, folder))
    .filter((hook) => writtenText(hook, shell, state) !== undefined);
}

const hookFolders: readonly string[] = ['.husky', '.githooks', '.hooks', '.git-hooks', 'githooks'];
