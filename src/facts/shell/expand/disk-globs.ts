/**
 * Globs by what the disk has: `~/Documen*` is the names that it finds there. A glob stays a glob where the disk does not
 * tell, where the call may have changed the folder before, and where it takes all that is in a folder, which is as much as
 * the folder itself.
 */
import type { PathShape, Step } from '../../../pattern/path-shape.ts';
import { type Piece, type Shape, textShape } from '../../../pattern/shape.ts';
import { mostNames } from '../../disk/disk.ts';
import { spend } from '../budget.ts';
import type { Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import type { Word } from '../word.ts';
import { compileAffix } from './glob-text.ts';

/** The words that a glob becomes; itself where that is not known. */
export function findNames(word: Word, shell: Shell, state: ShellState): readonly Word[] {
  const { disk } = shell.recorder;
  if (!disk.isThere || word.splits || word.stream !== undefined || state.globs.size > 0) return [word];
  const written = segmentsOf(word.shape);
  if (written === undefined) return [word];
  const base = written.start === '' || written.start === './' ? state.cwd : rootOf(written.start);
  if (base === undefined || base.anchor === 'floating') return [word];
  const found = namesBelow(base, written.segments, shell);
  if (found === undefined) return [word];
  // What finds nothing stays as it is written.
  const names = found.length === 0 ? [written.segments.map(textOf).join('/')] : found;
  return names.map((name) => ({ ...word, shape: wordShape(written, name, word.shape.source) }));
}

interface Written {
  /** What stands in front of the first name. */
  readonly start: '' | './' | '/' | '~/';
  readonly segments: readonly (readonly Piece[])[];
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
  const isAbsolute = segments[0]?.length === 0 && segments.length > 1;
  if (isHome && !isAbsolute) return undefined;
  const isHere =
    !isAbsolute && segments.length > 1 && segments[0]?.length === 1 && textOf(segments[0]) === '.';
  const named = isAbsolute || isHere ? segments.slice(1) : segments;
  const isPlain = named.every((each) => each.length > 0 && !['.', '..'].includes(textOf(each)));
  const isAll = named.at(-1)?.every((piece) => piece.kind === 'glob' && /^\*+$/.test(piece.glob)) ?? true;
  if (!isPlain || isAll) return undefined;
  return { start: isHome ? '~/' : isAbsolute ? '/' : isHere ? './' : '', segments: named };
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
  shell: Shell,
): readonly string[] | undefined {
  let found: readonly (readonly string[])[] = [[]];
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1;
    const next: (readonly string[])[] = [];
    for (const path of found) {
      const names = namesFor(segment, { ...base, segments: [...base.segments, ...path] }, isLast, shell);
      if (names === undefined) return undefined;
      for (const name of names) next.push([...path, name]);
      if (next.length > mostNames) return undefined;
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
  shell: Shell,
): readonly string[] | undefined {
  const { disk, effects } = shell.recorder;
  const isGlob = segment.some(({ kind }) => kind === 'glob');
  if (!isGlob && !isLast) return [textOf(segment)];
  if (effects.paths.some(({ kind, path }) => kind !== 'read' && mayBeIn(path, folder))) return undefined;
  if (!isGlob) {
    const is = disk.entry({ ...folder, segments: [...folder.segments, textOf(segment)] });
    return is === 'unknown' ? undefined : is === 'absent' ? [] : [textOf(segment)];
  }
  const pattern = segment
    .map((piece) => (piece.kind === 'text' ? piece.text.replace(/[\\*?[\]]/g, '\\$&') : textOf([piece])))
    .join('');
  const names = disk.names(folder);
  const affix = compileAffix(pattern);
  if (names === undefined || affix === undefined) return undefined;
  spend(shell.budget, names.length >> 3);
  const found: string[] = [];
  for (const name of names) {
    if (name.startsWith('.') && !pattern.startsWith('.')) continue;
    const length = affix(name, 'start', true);
    if (length === 'unknown') return undefined;
    if (length === name.length) found.push(name);
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

function wordShape({ start }: Written, name: string, source: string): Shape {
  if (start !== '~/') return textShape(`${start}${name}`, source);
  return { pieces: [{ kind: 'home' }, { kind: 'text', text: `/${name}` }], source };
}
