/**
 * Expands globs by what is on the disk: `~/Documen*` becomes the names that match there, together with the
 * names that the call has put there, and perhaps without those that it has deleted. A glob stays a glob in two
 * cases: it is unknown what the call did there before, or it matches everything in a folder with many names, which
 * is the same as the folder.
 */
import { below, DEEP, type PathShape, readPathShape, type Step } from '../../../pattern/path/path-shape.ts';
import type { Piece } from '../../../pattern/text/shape.ts';
import { mostFound } from '../../disk/disk.ts';
import { spend } from '../budget.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import type { GlobWays, Word } from '../word.ts';
import { compileAffix } from './glob-text.ts';
import { textOfGlob, wordShape, writtenGlob } from './written-glob.ts';

/** The words that a glob becomes: the names that it finds, and the glob itself if there may be others. */
export function findNames(word: Word, shell: Shell, state: ShellState, io: Io): readonly Word[] {
  const { disk } = shell.recorder;
  if (!disk.isReal || word.splits || word.stream !== undefined || io.elsewhere) return [word];
  const written = writtenGlob(word.shape);
  if (written === undefined) return [word];
  const { front, segments, isAll, end } = written;
  const path = readPathShape(front, state.cwd);
  if (path.anchor === 'floating') return [word];
  const folder = disk.opened(front, state.cwd, path);
  const search: Search = { shell, isOpen: state.modes.globs.size > 0 };
  const all = namesBelow(folder, segments, search);
  if (all === 'unseen') return [word];
  if (all === undefined) {
    const span = io.source.whole;
    shell.unknown('file', word.shape.source, 'which files this names is not known', span);
    return [word];
  }
  const found =
    end === '/' ? all.filter(({ names }) => mayBeFolder(below(folder, ...names), all, shell)) : all;
  const wordFor = ({ names }: Found): Word => ({ ...word, shape: wordShape(written, names) });
  if (
    isAll &&
    found.length > 0 &&
    found.length <= mostOfAll &&
    !search.isOpen &&
    found.every(({ isSure }) => isSure)
  ) {
    const words = found.map(wordFor);
    return words.map((each, at) => (at > 0 ? each : { ...each, shape: { ...each.shape, everyOf: front } }));
  }
  if (isAll && found.length === 0 && !search.isOpen)
    return [wordFor({ names: segments.map(textOfGlob), isSure: true })];
  // All names in a folder mean the folder. Its links may lead to other places, so their targets are listed.
  if (isAll) {
    const leads = found.filter(({ names }) => disk.realOf(below(folder, ...names)) !== undefined);
    const words = [word, ...leads.map(wordFor)];
    const areSeveral = found.filter(({ isSure }) => isSure).length > 1;
    return leads.length === 0 || areSeveral ? words : onWays([words, [word]]);
  }
  const names = segments.map(textOfGlob);
  const unsure = found.filter(({ isSure }) => !isSure);
  if (search.isOpen || unsure.length > mostUnsure) {
    const others = found.filter((each) => each.names.some((name, at) => name !== names[at]));
    return others.length === 0 ? [word] : onWays([others.map(wordFor), [word]]);
  }
  // A glob without matches stays as it is written.
  const asWritten = wordFor({ names, isSure: true });
  const words = new Map(found.map((each) => [each, wordFor(each)]));
  const ways = subsetsOf(unsure).map((some) => {
    const all = found.filter((each) => each.isSure || some.includes(each));
    return all.length === 0 ? [asWritten] : all.flatMap((each) => words.get(each) ?? []);
  });
  const [only] = ways;
  return ways.length === 1 && only !== undefined ? only : onWays(ways);
}

/** Up to this number, all names in a folder are followed one by one. */
const mostOfAll = 64;

/** Whether a name may be that of a folder. Of very many names that is not asked. */
function mayBeFolder(path: PathShape, all: readonly Found[], { recorder: { disk } }: Shell): boolean {
  const is = all.length > mostOfAll ? 'unknown' : disk.entry(path);
  return is === 'folder' || is === 'unknown' || is === 'unseen';
}

/** Up to this number of names that may or may not exist, each combination of them is a separate way. */
const mostUnsure = 3;

function subsetsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  let subsets: readonly (readonly Item[])[] = [[]];
  for (const item of items) subsets = subsets.flatMap((some) => [[...some, item], some]);
  return subsets;
}

/** The words of all ways without duplicates. Each word lists the ways that have it. */
export function onWays(ways: readonly (readonly Word[])[]): readonly Word[] {
  const glob: GlobWays = { count: ways.length };
  const on = new Map<Word, number[]>();
  for (const [at, words] of ways.entries())
    for (const word of words) on.set(word, [...(on.get(word) ?? []), at]);
  return [...on].map(([word, on]) => ({ ...word, found: { glob, on } }));
}

/**
 * All names in a folder, with those that the call has put there before; undefined if there may be others. `isWhole`: all of
 * them are there.
 */
export function namesInFolder(
  folder: PathShape,
  shell: Shell,
): { readonly names: Names; readonly isWhole: boolean } | undefined {
  const search: Search = { shell, isOpen: false };
  const found = allNames(folder, search);
  if (found === undefined || found === 'unseen' || search.isOpen) return undefined;
  return { names: found, isWhole: [...found.values()].every((isSure) => isSure) };
}

interface Search {
  readonly shell: Shell;
  /** Whether the glob may match other names, which are unknown. */
  isOpen: boolean;
}

/** A path below the folder of a glob. `isSure`: the call has not touched it before. */
interface Found {
  readonly names: readonly string[];
  readonly isSure: boolean;
}

/** The paths below a folder that match the segments, sorted by name; undefined if that is unknown. */
function namesBelow(
  base: PathShape,
  segments: readonly (readonly Piece[])[],
  search: Search,
): readonly Found[] | 'unseen' | undefined {
  let found: readonly Found[] = [{ names: [], isSure: true }];
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1;
    const next: Found[] = [];
    for (const { names: path, isSure } of found) {
      const names = namesFor(segment, below(base, ...path), isLast, search);
      if (names === undefined || names === 'unseen') return names;
      for (const [name, isKept] of names) next.push({ names: [...path, name], isSure: isSure && isKept });
      if (next.length > mostFound) return undefined;
    }
    found = next;
  }
  return found;
}

/** Names, each with whether it certainly exists. */
type Names = ReadonlyMap<string, boolean>;

/** The names in a folder that match a segment, with those that the call has put there before. */
function namesFor(
  segment: readonly Piece[],
  folder: PathShape,
  isLast: boolean,
  search: Search,
): Names | 'unseen' | undefined {
  const isGlob = segment.some(({ kind }) => kind === 'glob');
  if (search.shell.recorder.disk.isCircle(folder)) return new Map();
  if (!isGlob && !isLast) return new Map([[textOfGlob(segment), true]]);
  const mayFind = isGlob ? mayFindName(segment) : isName(textOfGlob(segment));
  const found = isGlob ? namesFound(mayFind, folder, search) : nameFound(textOfGlob(segment), folder, search);
  return withChanges(found, mayFind, folder, search);
}

/** All names in a folder, hidden ones too. */
const allNames = (folder: PathShape, search: Search): Names | 'unseen' | undefined =>
  withChanges(namesFound(always, folder, search), always, folder, search);

const always: MayFind = () => true;

/** The names that the disk has, with those that the call has put there before. */
function withChanges(
  found: readonly string[] | 'unseen' | undefined,
  mayFind: MayFind,
  folder: PathShape,
  search: Search,
): Names | 'unseen' | undefined {
  if (found === undefined || found === 'unseen') return found;
  const { made, perhaps, lost } = changesIn(folder, mayFind, search);
  const names = new Map<string, boolean>();
  for (const name of found) names.set(name, lost !== 'all' && !lost.has(name));
  for (const name of made) if (!names.has(name)) names.set(name, false);
  for (const name of perhaps) if (!names.has(name)) search.isOpen = true;
  return names;
}

function nameFound(
  name: string,
  folder: PathShape,
  { shell }: Search,
): readonly string[] | 'unseen' | undefined {
  const is = shell.recorder.disk.entry(below(folder, name));
  if (is === 'unseen') return is;
  return is === 'unknown' ? undefined : is === 'absent' ? [] : [name];
}

function namesFound(
  mayFind: MayFind,
  folder: PathShape,
  search: Search,
): readonly string[] | 'unseen' | undefined {
  const { recorder, budget } = search.shell;
  const names = recorder.disk.names(folder);
  if (names === undefined || names === 'unseen') return names;
  spend(budget, names.length >> 3);
  return names.filter((name) => {
    const finds = mayFind(name);
    if (finds === 'unknown') search.isOpen = true;
    return finds !== false;
  });
}

/**
 * Whether a segment matches a name; `unknown` if that depends on the locale, or on a pattern that is not
 * supported.
 */
type MayFind = (name: string) => boolean | 'unknown';

const isName =
  (text: string): MayFind =>
  (name) =>
    name === text;

export function mayFindName(segment: readonly Piece[]): MayFind {
  const pattern = segment
    .map((piece) => (piece.kind === 'text' ? piece.text.replace(/[\\*?[\]]/g, '\\$&') : textOfGlob([piece])))
    .join('');
  const affix = compileAffix(pattern);
  return (name) => {
    if (name.startsWith('.') && !pattern.startsWith('.')) return false;
    const length = affix === undefined ? 'unknown' : affix(name, 'start', true);
    return length === 'unknown' ? length : length === name.length;
  };
}

/** What the call has done before to the names in a folder that the glob may find. */
interface Changes {
  readonly made: ReadonlySet<string>;
  /** Names that it has only possibly made. */
  readonly perhaps: ReadonlySet<string>;
  readonly lost: ReadonlySet<string> | 'all';
}

const noChanges: Changes = { made: new Set(), perhaps: new Set(), lost: new Set() };

function changesIn(folder: PathShape, mayFind: MayFind, search: Search): Changes {
  const { disk, effects, mounts } = search.shell.recorder;
  if (
    mounts.places.some(
      (place) => place === undefined || nameIn(disk.absolute(place), disk.absolute(folder)) === around,
    )
  )
    search.isOpen = true;
  const changes = effects.paths.filter(({ kind }) => kind === 'write' || kind === 'delete');
  if (changes.length === 0) return noChanges;
  const real = disk.realOf(folder);
  const isFile = disk.entry(folder) === 'file';
  const folders = [folder, ...(real === undefined ? [] : [real])].map((each) => disk.absolute(each));
  const made = new Set<string>();
  const perhaps = new Set<string>();
  let lost: Set<string> | 'all' = new Set();
  for (const { kind, path, leads, certain, keeps, recursive, content } of changes) {
    // A write that does not include everything below its path adds no names there: a file, a new folder, or a
    // link, which is followed.
    const addsNothing = !recursive && (isFile || content !== undefined || keeps !== undefined);
    for (const place of leads === undefined ? [path] : [path, leads])
      for (const within of folders) {
        const name = nameIn(disk.absolute(place), within);
        if (name === undefined || (name === around && kind === 'write' && addsNothing)) continue;
        const finds = typeof name === 'string' ? mayFind(name) : 'unknown';
        if (finds === false) continue;
        if (kind === 'delete') {
          if (typeof name !== 'string') lost = 'all';
          else if (lost !== 'all') lost.add(name);
        } else if (typeof name === 'string' && finds === true) (certain ? made : perhaps).add(name);
        else search.isOpen = true;
      }
  }
  return { made, perhaps, lost };
}

/** The folder itself, or a folder around it. */
const around = Symbol('around');

/**
 * The name in a folder at which a path passes through it; `around` if the path is the folder itself or contains
 * it; undefined if it is elsewhere.
 */
export function nameIn({ anchor, segments }: PathShape, folder: PathShape): Step | typeof around | undefined {
  const shared = segments.slice(0, folder.segments.length);
  if (anchor !== folder.anchor || shared.includes(DEEP)) return DEEP;
  if (!shared.every((step, at) => typeof step !== 'string' || mayBe(step, folder.segments[at])))
    return undefined;
  return segments[folder.segments.length] ?? around;
}

const mayBe = (name: string, step: Step | undefined): boolean => typeof step !== 'string' || name === step;
