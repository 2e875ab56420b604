/**
 * Reads which paths of this machine a container sees: `-v here:there:ro` and `--mount
 * type=bind,src=here,dst=there`. Volumes with a name are not paths of this machine.
 */
import {
  anyPath,
  type PathShape,
  pathShapeOfText,
  readPathShape,
} from '../../../../pattern/path/path-shape.ts';
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../../pattern/text/shape.ts';
import { behind } from '../../../knowledge/notation/value-part.ts';
import type { Use } from '../../../knowledge/table/entry.ts';
import type { UsedValue } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { runsNothing } from '../../../knowledge/words/uses-of-forms.ts';
import type { MountedFolder } from '../../../record/mounted-paths.ts';
import { worksInContainer } from './container-work.ts';
import type { RepositoryThen } from './repository-then.ts';
import { given, isFor, type Running } from './running.ts';

/** A path of this machine that a container sees, where it sees it, and whether it may write there. */
interface Mount {
  readonly path: Shape;
  /** Undefined where it is not known. */
  readonly at: PathShape | undefined;
  readonly writes: boolean;
}

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

/** The path on this machine that a container sees; undefined if there is none. */
function readMount(value: Shape): Mount | undefined {
  return /^(?:"*[a-zA-Z-]+=|readonly,|ro,)/.test(showShape(value)) ? readPairs(value) : readColons(value);
}

function readColons(value: Shape): Mount | undefined {
  const shown = showShape(value);
  const drive = /^[A-Za-z]:[\\/]/.test(shown) ? 2 : 0;
  const path = upTo(value, ':', drive);
  // Without a colon it is only a path in the container, unless it is entirely unknown.
  if (path === undefined)
    return value.pieces[0]?.kind === 'any'
      ? { path: anyShape(shown), at: undefined, writes: true }
      : undefined;
  if (isName(path)) return undefined;
  const [place = '', options = ''] = shown.slice(showShape(path).length + 1).split(':');
  return { path, at: placeOf(value, place), writes: !isReadOnly(options.split(',')) };
}

/** `type=bind,src=here,dst=there,readonly`: a line of CSV, where the case of keys does not count. */
function readPairs(value: Shape): Mount | undefined {
  const fields = fieldsOf(value);
  const pairs = fields.map(pairOf);
  // An unknown field may be any pair.
  if (pairs.includes(undefined)) return { path: anyShape(value.source), at: undefined, writes: true };
  const all = pairs.filter((pair) => pair !== undefined);
  const of = (...keys: readonly string[]): Shape | undefined =>
    all.findLast(({ key }) => keys.includes(key))?.value;
  const device = all.findLast(({ key, value }) => key === 'volume-opt' && /^device=/.test(showShape(value)));
  const source =
    device === undefined ? of('src', 'source', 'device') : behind(device.value, 'device='.length);
  if (source === undefined) return undefined;
  const type = of('type');
  const isFolder = type !== undefined && /^(?:bind|glob)$/i.test(staticText(type) ?? 'bind');
  if (!isFolder && isName(source)) return undefined;
  const place = of('dst', 'target', 'destination');
  const isPlace = place !== undefined && showShape(place).startsWith('/') && staticText(place) !== undefined;
  return {
    path: source,
    at: isPlace ? readPathShape(place, undefined) : undefined,
    writes: !all.some(({ key, value }) => isReadOnly([key]) && /^(?:true|1)?$/i.test(showShape(value))),
  };
}

/** The fields of a line of CSV, without their quotes. */
function fieldsOf({ pieces, source }: Shape): readonly Shape[] {
  const fields: Piece[][] = [[]];
  const add = (piece: Piece): void => void fields.at(-1)?.push(piece);
  let quoted = false;
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      add(piece);
      continue;
    }
    for (const part of piece.text.split(/([",])/)) {
      if (part === '"') quoted = !quoted;
      else if (part === ',' && !quoted) fields.push([]);
      else if (part !== '') add({ kind: 'text', text: part });
    }
  }
  return fields.map((field) => joinPieces(field, source));
}

/** The key of a field and its value, which may be missing; undefined if the key is not known. */
function pairOf(field: Shape): { readonly key: string; readonly value: Shape } | undefined {
  const [first] = field.pieces;
  const text = first?.kind === 'text' ? first.text : '';
  const [all, key = '', sign] = /^\s*([^=]*)(=?)/.exec(text) ?? [''];
  if (sign === '' && field.pieces.some((piece) => piece.kind !== 'text')) return undefined;
  return { key: key.trim().toLowerCase(), value: behind(field, all.length) };
}

/** The place in the container; not known if a part of the value after the path is not. */
const placeOf = (value: Shape, place: string): PathShape | undefined =>
  place.startsWith('/') &&
  (staticText(value) !== undefined || value.pieces.some((piece) => isText(piece, place)))
    ? pathShapeOfText(place, undefined)
    : undefined;

const isText = (piece: Piece, text: string): boolean => piece.kind === 'text' && piece.text.includes(text);

const isReadOnly = (options: readonly string[]): boolean =>
  options.some((option) => /^(?:ro|readonly(?:=(?:true|1))?)$/.test(option));

/** `cache` is a volume; `./cache`, `~/cache` and `/cache` are paths. */
const isName = (path: Shape): boolean =>
  path.pieces.every((piece) => piece.kind === 'text') && !/^[./~\\]|^[A-Za-z]:|[\\/]/.test(showShape(path));

/** The text before the first such character in the known parts; undefined if there is none. */
function upTo({ pieces, source }: Shape, character: string, from: number): Shape | undefined {
  const before: Piece[] = [];
  for (const [at, piece] of pieces.entries()) {
    const end = piece.kind === 'text' ? piece.text.indexOf(character, at === 0 ? from : 0) : -1;
    if (piece.kind !== 'text' || end < 0) {
      before.push(piece);
      continue;
    }
    return joinPieces([...before, { kind: 'text', text: piece.text.slice(0, end) }], source);
  }
  return undefined;
}
