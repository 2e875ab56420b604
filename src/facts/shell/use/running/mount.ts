/** Records what may happen to the folders of this machine that a container sees. */
import { anyPath, pathShapeOfText, readPathShape } from '../../../../pattern/path/path-shape.ts';
import { anyShape, joinPieces, type Shape, textShape } from '../../../../pattern/text/shape.ts';
import type { Use } from '../../../knowledge/table/entry.ts';
import type { UsedValue } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { runsNothing } from '../../../knowledge/words/uses-of-forms.ts';
import type { MountedFolder } from '../../../record/mounted-paths.ts';
import { worksInContainer } from './container-work.ts';
import { readMount } from './read-mount.ts';
import type { RepositoryThen } from './repository-then.ts';
import { given, isFor, type Running } from './running.ts';

/** Runs what a command runs, with the folders that it sees at other places. */
export function seeingMounts(running: Running, run: () => void): void {
  const mounts = mountedBy(running);
  if (mounts.length === 0) run();
  else running.shell.recorder.mounts.seeing(mounts, run);
}

/** Runs what a command of git does, with the work tree that variables or settings name in place of its directory. */
export function seeingWorkTree(
  repository: RepositoryThen | undefined,
  { invocation, state, base, shell }: Running,
  run: () => void,
): void {
  const at = base ?? anyPath;
  const isGit = mannersOf(invocation.program).repository === 'git';
  const given = isGit ? state.get('GIT_WORK_TREE') : undefined;
  const set = repository?.repository.settings.get('core.worktree');
  const trees: MountedFolder[] = [];
  // A work tree that is a link is the folder behind it.
  const slash = { kind: 'text', text: '/' } as const;
  if (given !== undefined) {
    const { pieces, source } = 'shape' in given ? given.shape : anyShape('$GIT_WORK_TREE');
    trees.push({ path: joinPieces([...pieces, slash], source), base, at, writes: true });
  }
  // Without a disk it is not known where the repository is.
  if (set !== undefined) {
    const from = repository?.isPart === true ? undefined : repository?.repository.directory;
    trees.push({ path: textShape(`${set}/`), base: from, at, writes: true });
  }
  if (trees.length === 0) run();
  else shell.recorder.mounts.seeing(trees, run);
}

/** Any folder of this machine, at any place. */
const anyFolder: MountedFolder = { path: anyShape('…'), base: undefined, at: undefined, writes: true };

/**
 * Records what may happen to the folders of this machine that a container sees, besides what the command says that
 * runs in it: it may read them, and write them unless they are read-only. If the command says nothing, the image runs
 * its own program, or the container goes on with one, which may delete in them too. Also records copies out of and into
 * a container, where the path may be one of this machine.
 */
export function useSeenFolders(running: Running): void {
  const { invocation, shell, span, command, base } = running;
  const { traits, values } = invocation;
  const about = { certain: false, span, command, recursive: true };
  const runsOwn = traits.elsewhere !== false && runsNothing(values);
  const keeps = worksInContainer(running) ? 'project' : undefined;
  const use = (folder: Pick<MountedFolder, 'path' | 'base' | 'writes'>, runs: boolean): void => {
    const { path, base } = folder;
    shell.recorder.path({ ...about, path, base, use: 'read' });
    if (folder.writes) shell.recorder.path({ ...about, path, base, use: 'write', keeps });
    if (folder.writes && runs) shell.recorder.path({ ...about, path, base, use: 'delete' });
  };
  for (const { value, uses, role } of values) {
    const mount = isFor(uses, 'mount') ? readMount(value) : undefined;
    if (mount !== undefined) use({ ...mount, base }, runsOwn);
    if (role === 'bound' && runsOwn) use({ path: value, base, writes: true }, true);
  }
  if (given(traits.sees, running) === undefined) return;
  const copied = values.filter(({ value, uses }) => isPlace(uses) && isInside(value));
  for (const { uses } of copied)
    shell.recorder.path({ ...anyFolder, ...about, use: isFor(uses, 'target') ? 'write' : 'read' });
  if (copied.length === 0 && runsNothing(values)) use(anyFolder, true);
}

const isPlace = (uses: readonly Use[]): boolean =>
  uses.some(({ name }) => name === 'copy' || name === 'target');

/** Whether a word names a path in a container: `web:/app`. */
function isInside({ pieces }: Shape): boolean {
  for (const piece of pieces) {
    if (piece.kind !== 'text') continue;
    const [sign] = /[/\\:]/.exec(piece.text) ?? [];
    if (sign !== undefined) return sign === ':';
  }
  return pieces.some(({ kind }) => kind === 'any');
}

function mountedBy(running: Running): readonly MountedFolder[] {
  const { invocation, base } = running;
  const { values, traits } = invocation;
  const named = values.flatMap(({ value, uses, role }, index): readonly MountedFolder[] => {
    if (isFor(uses, 'root'))
      return [{ path: value, base, at: pathShapeOfText('/', undefined), writes: true }];
    const isPlace = (each: UsedValue): boolean => each.role === 'place';
    const place = role === 'bound' ? values.slice(index).find(isPlace)?.value : undefined;
    if (place !== undefined)
      return [{ path: value, base, at: readPathShape(place, undefined), writes: true }];
    const mount = isFor(uses, 'mount') ? readMount(value) : undefined;
    return mount === undefined ? [] : [{ ...mount, base }];
  });
  return given(traits.sees, running) === undefined ? named : [...named, anyFolder];
}
