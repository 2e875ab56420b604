/**
 * Reads which paths of this machine a container sees: `-v here:there:ro` and `--mount
 * type=bind,src=here,dst=there`. Volumes with a name are not paths of this machine.
 */
import { anyPath, type PathShape, pathShapeOfText, readPathShape } from '../../../pattern/path-shape.ts';
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/shape.ts';
import type { UsedValue } from '../../knowledge/arguments.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import type { MountedFolder } from '../../mounted-paths.ts';
import type { RepositoryThen } from './repository-then.ts';
import { isFor, type Running } from './running.ts';

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
  else running.shell.recorder.seeing(mounts, run);
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
  else shell.recorder.seeing(trees, run);
}

function mountedBy({ invocation: { values }, base }: Running): readonly MountedFolder[] {
  return values.flatMap(({ value, uses, role }, index): readonly MountedFolder[] => {
    if (isFor(uses, 'root'))
      return [{ path: value, base, at: pathShapeOfText('/', undefined), writes: true }];
    const isPlace = (each: UsedValue): boolean => each.role === 'place';
    const place = role === 'bound' ? values.slice(index).find(isPlace)?.value : undefined;
    if (place !== undefined)
      return [{ path: value, base, at: readPathShape(place, undefined), writes: true }];
    const mount = isFor(uses, 'mount') ? readMount(value) : undefined;
    return mount === undefined ? [] : [{ ...mount, base }];
  });
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
