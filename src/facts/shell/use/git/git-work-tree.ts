/**
 * Commands of git that put other texts into the files of a work tree: those of a commit, or of a stash. Only git knows
 * which files, so what any file below the work tree holds is unknown from there on.
 */
import { type PathShape, readPathShape } from '../../../../pattern/path/path-shape.ts';
import { showShape, staticText } from '../../../../pattern/text/shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { RepositoryThen } from '../running/repository-then.ts';
import { isFor, type Running } from '../running/running.ts';

/** Whether the command may change files, by its options and its operands. */
type Changes = (options: ReadonlySet<string>, operands: readonly (string | undefined)[]) => boolean;

const always: Changes = () => true;
/** A new branch at the present commit changes no file. */
const switches: Changes = (options, operands) =>
  operands.length > 0 || !['-b', '-B', '-c', '-C'].some((name) => options.has(name));

const changing: ReadonlyMap<string, Changes> = new Map<string, Changes>([
  ['checkout', switches],
  ['switch', switches],
  ['restore', (options) => !options.has('-S') || options.has('-W')],
  ['reset', (options) => ['--hard', '--merge', '--keep'].some((name) => options.has(name))],
  ['stash', (_, [word]) => !/^(?:list|show|drop|clear|create|store)$/.test(word ?? '')],
  ...['pull', 'merge', 'rebase', 'cherry-pick', 'revert', 'am', 'bisect', 'read-tree', 'checkout-index'].map(
    (word) => [word, always] as const,
  ),
  ...['sparse-checkout', 'submodule', 'lfs'].map((word) => [word, always] as const),
]);

/** Notes the files that a command of git may change. Options have all their names. */
export function rewriteWorkTree(then: RepositoryThen | undefined, running: Running): void {
  const { invocation, shell, state, io } = running;
  if (io.elsewhere || mannersOf(invocation.program).repository !== 'git') return;
  const [word = '', ...more] = invocation.words;
  keepObjects(then, running);
  if (hasBrought(running) !== undefined) shell.recorder.bring(running.command);
  if (word === 'worktree' && more[0] === 'add') takeObjects(running);
  const changes = changing.get(word);
  const options = new Set(invocation.options.flatMap(({ names }) => names));
  const values = invocation.values.flatMap(({ option, value }) =>
    option === undefined ? [value.source] : [],
  );
  if (changes?.(options, [...more, ...values]) !== true) return;
  takeObjects(running);
  shell.recorder.filesLeft.rewrite(then?.isPart === false ? then.repository.folder : undefined);
  state.files.replace();
}

/**
 * Notes that a repository has got commits from an address: `git fetch URL`. What a remote of the repository gives belongs to the
 * project, unless the session has set it, or it is what anyone may propose to the project: `git fetch origin pull/5/head`.
 */
function keepObjects(then: RepositoryThen | undefined, running: Running): void {
  const { invocation, shell, base, command } = running;
  const [word = ''] = invocation.words;
  if (!/^(?:fetch|pull|fetch-pack)$/.test(word) || base === undefined) return;
  const remote = invocation.values.find(({ role, option }) => role === 'remote' && option === undefined);
  const text = remote === undefined ? '' : staticText(remote.value);
  const isAddress = text === undefined || /[:/]/.test(text);
  const isOfOthers = invocation.values.some(
    ({ role, value }) => role === 'ref' && ofOthers.test(showShape(value)),
  );
  const isSet = then === undefined || then.isPart;
  const isBrought =
    remote !== undefined && shell.recorder.filesLeft.mayBeBrought(readPathShape(remote.value, base));
  const connects = shell.recorder.notKnown([command]) !== null;
  if (!isBrought && !isOfOthers && !(connects && (isAddress || isSet))) return;
  for (const folder of [base, ...(shell.roots ?? []).filter((root) => isIn(base, root))])
    shell.recorder.filesLeft.make(objectsOf(folder), 'any');
}

/** References of requests and changes: neither branches nor tags. */
const ofOthers = /^\+?(?:refs\/(?!heads\/|tags\/)|[\w-]+\/(?:\d+|[^/\w]+|\$\w+)\/(?:\d+|head|merge)(?::|$))/;

/** Notes that the files of a work tree may be those of commits from an address. */
function takeObjects(running: Running): void {
  const { shell, base, invocation } = running;
  const folder = hasBrought(running);
  if (folder === undefined) return;
  const named = invocation.values.filter(({ uses }) => isFor(uses, 'into'));
  for (const { value } of named) shell.recorder.filesLeft.make(readPathShape(value, base), 'any');
  if (named.length === 0) shell.recorder.filesLeft.make(folder, 'any');
}

/** The folder, here or above, whose repository has commits from an address; undefined if there is none. */
function hasBrought({ base, shell: { recorder } }: Running): PathShape | undefined {
  if (base === undefined || !recorder.filesLeft.hasMade) return undefined;
  for (let depth = base.segments.length; depth >= 0; depth--) {
    const folder = { ...base, segments: base.segments.slice(0, depth) };
    if (recorder.filesLeft.mayBeBrought(objectsOf(folder))) return folder;
  }
  return undefined;
}

const objectsOf = ({ anchor, segments }: PathShape): PathShape => ({
  anchor,
  segments: [...segments, '.git', 'objects'],
});

const isIn = (path: PathShape, { anchor, segments }: PathShape): boolean =>
  path.anchor === anchor && segments.every((segment, at) => path.segments[at] === segment);
