/**
 * Globs by what the disk has: `~/Documen*` is the names that it finds there. A glob stays a glob as well where the call may
 * have changed the folder before, and where it takes all that is in a folder, which is as much as the folder itself.
 */
import type { PathShape, Step } from '../../../pattern/path-shape.ts';
import { type Piece, type Shape, textShape } from '../../../pattern/shape.ts';
import { mostFound } from '../../disk/disk.ts';
import { spend } from '../budget.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import type { Word } from '../word.ts';
import { compileAffix } from './glob-text.ts';

/** The words that a glob becomes; itself, and what it finds now, where the call may have changed what it finds. */
export function findNames(word: Word, shell: Shell, state: ShellState, io: Io): readonly Word[] {
  const { disk } = shell.recorder;
  if (!disk.isThere || word.splits || word.stream !== undefined || io.elsewhere) return [word];
  const written = segmentsOf(word.shape);
  if (written === undefined) {
    const isOpen = word.shape.pieces.some(
      (piece) => piece.kind === 'text' && /(?:^|\/)\.\.(?:\/|$)/.test(piece.text),
    );
    const hasGlob = word.shape.pieces.some(({ kind }) => kind === 'glob');
    if (isOpen && hasGlob)
      shell.unknown(
        'file',
        word.shape.source,
        'which files this names is not looked up behind `..`',
        io.source.whole,
      );
    return [word];
  }
  const base = written.start === '' || written.start === './' ? state.cwd : rootOf(written.start);
  if (base === undefined || base.anchor === 'floating') return [word];
  const search: Search = { shell, isOpen: state.globs.size > 0 };
  const found = namesBelow(base, written.segments, search);
  const wordFor = (name: string): Word => ({ ...word, shape: wordShape(written, name, word.shape.source) });
  if (found === undefined) {
    const span = io.source.whole;
    shell.unknown('file', word.shape.source, 'which files this names cannot be told', span);
    return [word];
  }
  // All that is in a folder is the folder; what links in it lead to is elsewhere.
  if (written.isAll) {
    const leads = (name: string): boolean => disk.realOf(below(base, name.split('/'))) !== undefined;
    return [word, ...found.filter(leads).map(wordFor)];
  }
  if (search.isOpen) return [word, ...found.map(wordFor)];
  // What finds nothing stays as it is written.
  return found.length === 0 ? [wordFor(written.segments.map(textOf).join('/'))] : found.map(wordFor);
}

interface Search {
  readonly shell: Shell;
  /** Whether other names may be found than are there now. */
  isOpen: boolean;
}

const below = ({ anchor, segments }: PathShape, names: readonly string[]): PathShape => ({
  anchor,
  segments: [...segments, ...names],
});

interface Written {
  /** What stands in front of the first name. */
  readonly start: '' | './' | '/' | '~/';
  readonly segments: readonly (readonly Piece[])[];
  /** All that is in a folder. */
  readonly isAll: boolean;
  /** A slash behind the last name, which takes folders alone. */
  readonly end: '' | '/';
}

/** The segments of a word; undefined for one that has no glob, parts that are not known, or what only some shells take for globs. */
function segmentsOf({ pieces }: Shape): Written | undefined {
  if (!pieces.some(({ kind }) => kind === 'glob')) return undefined;
  const [first, ...others] = pieces;
  const isHome = first?.kind === 'home';
  const segments: Piece[][] = [[]];
  for (const piece of isHome ? others : pieces) {
    if (piece.kind === 'glob') {
      // `**` goes through folders in some shells, and `@(…)` needs an option.
      if (/\*\*|\(|\\/.test(piece.glob)) return undefined;
      segments.at(-1)?.push(piece);
    } else if (piece.kind === 'text') {
      const [head = '', ...rest] = piece.text.split('/');
      if (head !== '') segments.at(-1)?.push({ kind: 'text', text: head });
      for (const name of rest) segments.push(name === '' ? [] : [{ kind: 'text', text: name }]);
    } else return undefined;
  }
  const isFolder = segments.length > 1 && segments.at(-1)?.length === 0;
  if (isFolder) segments.pop();
  const isAbsolute = segments[0]?.length === 0 && segments.length > 1;
  if (isHome && !isAbsolute) return undefined;
  const isHere =
    !isAbsolute && segments.length > 1 && segments[0]?.length === 1 && textOf(segments[0]) === '.';
  const isEmpty = (each: readonly Piece[]): boolean => each.length === 0 || textOf(each) === '.';
  const named = (isAbsolute || isHere ? segments.slice(1) : segments).filter((each) => !isEmpty(each));
  const isPlain = named.length > 0 && named.every((each) => textOf(each) !== '..');
  const isAll = named.at(-1)?.every((piece) => piece.kind === 'glob' && /^\*+$/.test(piece.glob)) ?? true;
  if (!isPlain) return undefined;
  return {
    start: isHome ? '~/' : isAbsolute ? '/' : isHere ? './' : '',
    segments: named,
    isAll,
    end: isFolder ? '/' : '',
  };
}

const rootOf = (start: '/' | '~/'): PathShape => ({
  anchor: start === '/' ? 'root' : 'home',
  segments: [],
});

const textOf = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'glob' ? piece.glob : ''))
    .join('');

/** The paths below a folder that the segments name, in the order of names; undefined where that cannot be told. */
function namesBelow(
  base: PathShape,
  segments: readonly (readonly Piece[])[],
  search: Search,
): readonly string[] | undefined {
  let found: readonly (readonly string[])[] = [[]];
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1;
    const next: (readonly string[])[] = [];
    for (const path of found) {
      const names = namesFor(segment, below(base, path), isLast, search);
      if (names === undefined) return undefined;
      for (const name of names) next.push([...path, name]);
      if (next.length > mostFound) return undefined;
    }
    found = next;
  }
  return found.map((path) => path.join('/'));
}

/** The names in a folder that a segment stands for. */
function namesFor(
  segment: readonly Piece[],
  folder: PathShape,
  isLast: boolean,
  search: Search,
): readonly string[] | undefined {
  const { recorder, budget } = search.shell;
  const { disk, effects } = recorder;
  const isGlob = segment.some(({ kind }) => kind === 'glob');
  if (!isGlob && !isLast) return [textOf(segment)];
  if (effects.paths.some(({ kind, path }) => kind !== 'read' && mayBeIn(path, folder))) search.isOpen = true;
  if (!isGlob) {
    const is = disk.entry({ ...folder, segments: [...folder.segments, textOf(segment)] });
    return is === 'unknown' ? undefined : is === 'absent' ? [] : [textOf(segment)];
  }
  const pattern = segment
    .map((piece) => (piece.kind === 'text' ? piece.text.replace(/[\\*?[\]]/g, '\\$&') : textOf([piece])))
    .join('');
  const names = disk.names(folder);
  const affix = compileAffix(pattern);
  if (names === undefined) return undefined;
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

function wordShape({ start, end }: Written, found: string, source: string): Shape {
  const name = found + end;
  if (start !== '~/') return textShape(`${start}${name}`, source);
  return { pieces: [{ kind: 'home' }, { kind: 'text', text: `/${name}` }], source };
}
