/**
 * Globs by what the disk has: `~/Documen*` is the names that it finds there. A glob stays a glob as well where the call may
 * have changed the folder before, and where it takes all that is in a folder, which is as much as the folder itself.
 */
import { below, type PathShape, readPathShape, type Step } from '../../../pattern/path-shape.ts';
import { joinPieces, type Piece, type Shape } from '../../../pattern/shape.ts';
import { mostFound } from '../../disk/disk.ts';
import { spend } from '../budget.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import type { Word } from '../word.ts';
import { compileAffix } from './glob-text.ts';

/** The words that a glob becomes; itself, and what it finds now, where the call may have changed what it finds. */
export function findNames(word: Word, shell: Shell, state: ShellState, io: Io): readonly Word[] {
  const { disk } = shell.recorder;
  if (!disk.isReal || word.splits || word.stream !== undefined || io.elsewhere) return [word];
  const written = writtenGlob(word.shape);
  if (written === undefined) return [word];
  const { front, segments, isAll } = written;
  const path = readPathShape(front, state.cwd);
  if (path.anchor === 'floating') return [word];
  const folder = disk.opened(front, state.cwd, path);
  const search: Search = { shell, isOpen: state.globs.size > 0 };
  const found = namesBelow(folder, segments, search);
  if (found === 'unseen') return [word];
  if (found === undefined) {
    const span = io.source.whole;
    shell.unknown('file', word.shape.source, 'which files this names cannot be told', span);
    return [word];
  }
  const wordFor = (names: readonly string[]): Word => ({ ...word, shape: wordShape(written, names) });
  // All that is in a folder is the folder; what links in it lead to is elsewhere.
  if (isAll) {
    const leads = (names: readonly string[]): boolean => disk.realOf(below(folder, ...names)) !== undefined;
    return [word, ...found.filter(leads).map(wordFor)];
  }
  if (search.isOpen) return [word, ...found.map(wordFor)];
  // What finds nothing stays as it is written.
  return found.length === 0 ? [wordFor(segments.map(textOf))] : found.map(wordFor);
}

interface Search {
  readonly shell: Shell;
  /** Whether other names may be found than are there now. */
  isOpen: boolean;
}

interface WrittenGlob {
  /** What stands in front of the first segment with a glob: `../a/`, or nothing. */
  readonly front: Shape;
  /** The names from there on. */
  readonly segments: readonly (readonly Piece[])[];
  /** It takes all that is in a folder. */
  readonly isAll: boolean;
  /** A slash behind the last name, which takes folders alone. */
  readonly end: '' | '/';
}

/** A glob by its parts; undefined for a word that has none, has parts that are not known, or what only some shells take for globs. */
function writtenGlob({ pieces, source }: Shape): WrittenGlob | undefined {
  const first = pieces.findIndex(({ kind }) => kind === 'glob');
  // `**` goes through folders in some shells, and `@(…)` needs an option.
  const isPlain = pieces.every(
    (piece, at) =>
      piece.kind === 'text' ||
      (piece.kind === 'home' && at === 0) ||
      (piece.kind === 'glob' && !/\*\*|\(|\\/.test(piece.glob)),
  );
  if (first < 0 || !isPlain) return undefined;
  const before = pieces[first - 1];
  const cut = before?.kind === 'text' ? before.text.lastIndexOf('/') + 1 : 0;
  if (before?.kind === 'home') return undefined;
  const [head, rest] =
    before?.kind === 'text' ? [before.text.slice(0, cut), before.text.slice(cut)] : ['', ''];
  const front = joinPieces(
    [...pieces.slice(0, Math.max(0, first - 1)), { kind: 'text', text: head }],
    source,
  );
  const all = segmentsOf([{ kind: 'text', text: rest }, ...pieces.slice(first)]);
  const isFolder = all.length > 1 && all.at(-1)?.length === 0;
  const segments = all.filter((segment) => segment.length > 0 && textOf(segment) !== '.');
  // Behind a glob a step back leads out of each name that it finds.
  if (segments.some((segment) => textOf(segment) === '..')) return undefined;
  return {
    front,
    segments,
    isAll: segments.at(-1)?.every((piece) => piece.kind === 'glob' && /^\*+$/.test(piece.glob)) ?? true,
    end: isFolder ? '/' : '',
  };
}

function segmentsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const segments: Piece[][] = [[]];
  for (const piece of pieces) {
    const [head = '', ...rest] = piece.kind === 'text' ? piece.text.split('/') : [];
    if (piece.kind !== 'text') segments.at(-1)?.push(piece);
    else if (head !== '') segments.at(-1)?.push({ kind: 'text', text: head });
    for (const name of rest) segments.push(name === '' ? [] : [{ kind: 'text', text: name }]);
  }
  return segments;
}

const textOf = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'glob' ? piece.glob : ''))
    .join('');

function wordShape({ front, end }: WrittenGlob, names: readonly string[]): Shape {
  const text = names.join('/') + end;
  return joinPieces([...front.pieces, { kind: 'text', text }], front.source);
}

/** The names below a folder that the segments stand for, in the order of names; undefined where that cannot be told. */
function namesBelow(
  base: PathShape,
  segments: readonly (readonly Piece[])[],
  search: Search,
): readonly (readonly string[])[] | 'unseen' | undefined {
  let found: readonly (readonly string[])[] = [[]];
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1;
    const next: (readonly string[])[] = [];
    for (const path of found) {
      const names = namesFor(segment, below(base, ...path), isLast, search);
      if (names === undefined || names === 'unseen') return names;
      for (const name of names) next.push([...path, name]);
      if (next.length > mostFound) return undefined;
    }
    found = next;
  }
  return found;
}

/** The names in a folder that a segment stands for. */
function namesFor(
  segment: readonly Piece[],
  folder: PathShape,
  isLast: boolean,
  search: Search,
): readonly string[] | 'unseen' | undefined {
  const { recorder, budget } = search.shell;
  const { disk, effects } = recorder;
  const isGlob = segment.some(({ kind }) => kind === 'glob');
  if (!isGlob && !isLast) return [textOf(segment)];
  const place = disk.absolute(folder);
  if (effects.paths.some(({ kind, path }) => kind !== 'read' && mayBeIn(disk.absolute(path), place)))
    search.isOpen = true;
  if (!isGlob) {
    const is = disk.entry(below(folder, textOf(segment)));
    if (is === 'unseen') return is;
    return is === 'unknown' ? undefined : is === 'absent' ? [] : [textOf(segment)];
  }
  const pattern = segment
    .map((piece) => (piece.kind === 'text' ? piece.text.replace(/[\\*?[\]]/g, '\\$&') : textOf([piece])))
    .join('');
  const names = disk.names(folder);
  const affix = compileAffix(pattern);
  if (names === undefined || names === 'unseen') return names;
  if (affix === undefined) {
    search.isOpen = true;
    return names.filter((name) => !name.startsWith('.'));
  }
  spend(budget, names.length >> 3);
  const found: string[] = [];
  for (const name of names) {
    if (name.startsWith('.') && !pattern.startsWith('.')) continue;
    const length = affix(name, 'start', true);
    // By the locale it is found, or not.
    if (length === 'unknown') search.isOpen = true;
    if (length === 'unknown' || length === name.length) found.push(name);
  }
  return found;
}

/** Whether something may be in a folder, or be a folder around it. */
function mayBeIn({ anchor, segments }: PathShape, folder: PathShape): boolean {
  if (anchor !== folder.anchor) return true;
  return segments
    .slice(0, folder.segments.length)
    .every((step, at) => typeof step !== 'string' || mayBe(step, folder.segments[at]));
}

const mayBe = (name: string, step: Step | undefined): boolean => typeof step !== 'string' || name === step;
