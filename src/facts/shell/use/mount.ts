/**
 * Reads which paths of this machine a container sees: `-v here:there:ro` and `--mount
 * type=bind,src=here,dst=there`. Volumes with a name are not paths of this machine. Also reads what `mount` itself binds.
 */
import { anyPath, type PathShape, pathShapeOfText, readPathShape } from '../../../pattern/path-shape.ts';
import {
  anyShape,
  isOpen,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/shape.ts';
import type { Invocation } from '../../knowledge/invocation.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import type { MountedFolder } from '../../mounted-paths.ts';
import type { RepositoryThen } from './repository-then.ts';
import { anySplits, isFor, type Running } from './running.ts';

/** A path of this machine that a container sees, where it sees it, and whether it may write there. */
export interface Mount {
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
  if (given !== undefined)
    trees.push({ path: 'shape' in given ? given.shape : anyShape('$GIT_WORK_TREE'), base, at, writes: true });
  // Without a disk it is not known where the repository is.
  if (set !== undefined) {
    const from = repository?.isPart === true ? undefined : repository?.repository.directory;
    trees.push({ path: textShape(set), base: from, at, writes: true });
  }
  if (trees.length === 0) run();
  else shell.recorder.mounts.seeing(trees, run);
}

function mountedBy({ invocation: { values }, base }: Running): readonly MountedFolder[] {
  return values.flatMap(({ value, uses, role }, index): readonly MountedFolder[] => {
    if (isFor(uses, 'root'))
      return [{ path: value, base, at: pathShapeOfText('/', undefined), writes: true }];
    const place = role === 'bound' ? values[index + 1]?.value : undefined;
    if (place !== undefined)
      return [{ path: value, base, at: readPathShape(place, undefined), writes: true }];
    const mount = isFor(uses, 'mount') ? readMount(value) : undefined;
    return mount === undefined ? [] : [{ ...mount, base }];
  });
}

/** Keeps the folders that `mount --bind` and its like put at other places, for the rest of the call. */
export function keepMounts(running: Running): void {
  const { invocation, base, shell } = running;
  const place = invocation.values.findLast(({ role }) => role === 'mountpoint')?.value;
  const all = (paths: readonly Shape[], at: Shape | undefined): readonly MountedFolder[] =>
    paths.map((path) => ({ path, base, at: at && readPathShape(at, base), writes: true }));
  const isMount = invocation.values.some(({ role }) => role === 'mounted' || role === 'device');
  const mounts = [
    ...(place === undefined ? [] : all(foldersMounted(invocation), place)),
    ...(isMount && (invocation.open || anySplits(running.words))
      ? pairsIn(running).flatMap(([path, at]) => all([path], at))
      : []),
  ];
  if (mounts.length > 0) shell.recorder.mounts.mount(mounts);
}

function foldersMounted({ values }: Invocation): readonly Shape[] {
  const options = values.filter(({ role }) => role === 'mounting').map(({ value }) => value);
  const isBound = options.some(
    (value) => isOpen(value) || /(?:^|,)(?:r?bind|move)(?:,|$)/.test(showShape(value)),
  );
  const bound = values.filter(({ role }) => role === 'mounted' || (isBound && role === 'device'));
  return [...bound.map(({ value }) => value), ...options.flatMap(layersIn)];
}

/** The words that may be a folder and its place, if some words may be options: `mount $X a b`. */
function pairsIn({ words }: Running): readonly (readonly [path: Shape, at: Shape | undefined])[] {
  const names = words.map(({ shape }) => shape).filter((shape) => !showShape(shape).startsWith('-'));
  const [first] = names;
  if (names.length === 1 && first !== undefined) return [[anyShape(first.source), undefined]];
  return names.slice(1).map((at, index) => [names[index] ?? anyShape('…'), at]);
}

/** The folders of an overlay: `upperdir=a,lowerdir=b:c`. */
function layersIn(options: Shape): readonly Shape[] {
  const layers = [...showShape(options).matchAll(/(?:^|,)(?:upper|lower)dir\+?=([^,]*)/g)];
  if (isOpen(options)) return layers.length === 0 ? [] : [anyShape(options.source)];
  return layers.flatMap(([, paths = '']) => paths.split(':').map((path) => textShape(path)));
}

/** The path on this machine that a container sees; undefined if there is none. */
export function readMount(value: Shape): Mount | undefined {
  const shown = showShape(value);
  return /^(?:[a-z-]+=|readonly,|ro,)/.test(shown) ? readPairs(value) : readColons(value);
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

function readPairs(value: Shape): Mount | undefined {
  const { pieces, source } = value;
  const at = pieces.findIndex((piece) => piece.kind === 'text' && /(?:^|,)(?:src|source)=/.test(piece.text));
  const piece = pieces[at];
  if (piece?.kind !== 'text') return undefined;
  const text = piece.text.replace(/^(?:.*?,)?(?:src|source)=/s, '');
  const rest = joinPieces([{ kind: 'text', text }, ...pieces.slice(at + 1)], source);
  const path = upTo(rest, ',', 0) ?? rest;
  if (isName(path)) return undefined;
  const [, place = ''] = /(?:^|,)(?:target|dst|destination)=([^,]*)/.exec(showShape(value)) ?? [];
  return { path, at: placeOf(value, place), writes: !isReadOnly(showShape(value).split(',')) };
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
