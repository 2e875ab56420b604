/**
 * Commands of git that put other texts into the files of a work tree: those of a commit, or of a stash. Only git knows
 * which files, so what any file below the work tree holds is unknown from there on.
 */
import { mannersOf } from '../../knowledge/manners.ts';
import type { RepositoryThen } from './repository-then.ts';
import type { Running } from './running.ts';

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
  const changes = changing.get(word);
  const options = new Set(invocation.options.flatMap(({ names }) => names));
  const values = invocation.values.flatMap(({ option, value }) =>
    option === undefined ? [value.source] : [],
  );
  if (changes?.(options, [...more, ...values]) !== true) return;
  shell.recorder.filesLeft.rewrite(then?.isPart === false ? then.repository.folder : undefined);
  state.files.replace();
}
