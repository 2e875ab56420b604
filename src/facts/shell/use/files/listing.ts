/**
 * What `find` and `ls` list of the disk, and what filters leave of it: the names of files that `xargs`, loops and variables
 * take as values. It is worked out only where a reader asks. Without a disk, nothing of it is known.
 */
import { below, type PathShape, parentShape, readPathShape } from '../../../../pattern/path/path-shape.ts';
import { type Shape, staticText } from '../../../../pattern/text/shape.ts';
import type { Print } from '../../../knowledge/table/entry.ts';
import { spend } from '../../budget.ts';
import { namesInFolder } from '../../expand/disk-globs.ts';
import type { Shell } from '../../shell.ts';
import type { Listed, Listing, Word } from '../../word.ts';
import type { Running } from '../running/running.ts';
import { type FindMatch, readSearch } from './find-tests.ts';

/** The most entries of folders that one listing looks at: the questions of a call are few. */
const mostLooked = 150;

/** The listing that a command prints; undefined if it prints none. */
export function listingOf(print: Print | undefined, running: Running): Listing | undefined {
  const { io, shell, state, words, invocation } = running;
  if (!shell.recorder.disk.isReal || io.elsewhere || state.joined) return undefined;
  if (invocation.traits.expression) return once(() => filesFound(running.words, running));
  if (print === 'names') return once(() => namedBy(running));
  const input = io.stdin?.listing;
  if (input === undefined) return undefined;
  const texts = words.map(({ shape }) => staticText(shape) ?? '/');
  const change = print === undefined ? undefined : linesLeft(print, texts);
  return change === undefined ? undefined : once(() => changed(input(), change));
}

const once = <Result>(run: () => Result): (() => Result) => {
  let known: { readonly result: Result } | undefined;
  return () => {
    known ??= { result: run() };
    return known.result;
  };
};

/** What a filter leaves: all lines, some of them, or at most so many. */
type Change = 'all' | 'some' | number;

const changed = (listed: Listed | undefined, change: Change): Listed | undefined =>
  listed === undefined || change === 'all'
    ? listed
    : change === 'some'
      ? { ...listed, isWhole: false }
      : { ...listed, most: Math.min(listed.most, change) };

/** What a filter leaves of its input, if it passes whole lines; undefined for any other. */
export function linesLeft(print: Print, texts: readonly string[]): Change | undefined {
  switch (print) {
    case 'files':
    case 'input':
      return texts.length === 0 ? 'all' : undefined;
    case 'one-line':
      return texts.every((text) => /^-[bdfghinRruV]+$/.test(text)) ? 'some' : undefined;
    case 'ten-lines':
      return firstLines(texts);
    case 'matching-lines':
      return texts.every((text) => /^(?:-[viEFPwxae]+|[^-].*)$/.test(text)) &&
        texts.filter((text) => !text.startsWith('-')).length === 1
        ? 'some'
        : undefined;
    default:
      return undefined;
  }
}

/** `head`, `head -3`, `tail -n 1`. `tail -n +2` and `head -n -1` leave some lines. */
function firstLines(texts: readonly string[]): Change | undefined {
  const text = texts.join(' ');
  if (text === '') return 10;
  const [, count] = /^-(?:n ?|-lines[= ])?(\d+)$/.exec(text) ?? [];
  if (count !== undefined) return Number(count);
  return /^-(?:n ?|-lines[= ])[-+]\d+$/.test(text) ? 'some' : undefined;
}

/** The names that `ls` prints. */
function namedBy({ words, state, shell }: Running): Listed | undefined {
  const { disk, effects } = shell.recorder;
  const options = words.filter(({ shape }) => staticText(shape)?.startsWith('-'));
  const operands = words.filter((word) => !options.includes(word));
  if (!options.every(({ shape }) => /^-[1dtSrcuXUv]+$/.test(staticText(shape) ?? ''))) return undefined;
  if (operands.some(({ splits, stream }) => splits || stream !== undefined)) return undefined;
  const isPlain = options.some(({ shape }) => staticText(shape)?.includes('d'));
  if (operands.length === 0) return state.cwd && !isPlain ? namesIn(state.cwd, shell) : undefined;
  const isTouched = effects.paths.some(({ kind }) => kind === 'write' || kind === 'delete');
  const lines: string[] = [];
  for (const { shape } of operands) {
    const path = disk.opened(shape, state.cwd, state.resolve(shape));
    const is = disk.entry(path);
    const text = printedPath(shape, shell);
    if (text === undefined || is === 'unknown' || is === 'unseen') return undefined;
    if (is === 'folder' && !isPlain) {
      const inside = namesIn(path, shell);
      if (inside === undefined || operands.length === 1) return inside;
      // Between several folders there are their names and empty lines.
      if (!inside.isWhole) return undefined;
      lines.push(`${text}:`, '', ...inside.lines);
    } else if (is !== 'absent' || isTouched || isLink(state.resolve(shape), shell)) lines.push(text);
  }
  return listed(lines, !isTouched);
}

/** The names that `ls` prints of a folder. */
function namesIn(folder: PathShape, shell: Shell): Listed | undefined {
  const inside = namesInFolder(folder, shell);
  const names = [...(inside?.names.keys() ?? [])].filter((name) => !name.startsWith('.'));
  return inside && listed(names, inside.isWhole);
}

/** Whether a path is a link by itself, perhaps one that leads nowhere. */
function isLink(path: PathShape, { recorder: { disk } }: Shell): boolean {
  const name = path.segments[path.segments.length - 1];
  if (typeof name !== 'string') return false;
  const folder = parentShape(path);
  const place = below(disk.realOf(folder) ?? folder, name);
  return disk.realOf(place) !== undefined || disk.isCircle(place);
}

/** The paths that `find` prints. */
export function filesFound(
  words: readonly Word[],
  { state, shell }: Pick<Running, 'state' | 'shell'>,
): Listed | undefined {
  const search = readSearch(words);
  if (search === undefined) return undefined;
  const lines: string[] = [];
  let isWhole = true;
  let left = mostLooked;
  const { disk, effects } = shell.recorder;
  const isTouched = effects.paths.some(({ kind }) => kind === 'write' || kind === 'delete');
  /** False where something is not known. */
  const visit = (path: PathShape, found: FindMatch): boolean => {
    if (--left < 0) return false;
    const is = disk.entry(path);
    if (is === 'unknown' || is === 'unseen') return false;
    const isOther = !found.text.endsWith('/') && isLink(path, shell);
    // What the call has made may be a folder or a file.
    const isMade = is === 'absent' && !isOther;
    if (isMade && found.depth === 0 && !isTouched) return true;
    if (isMade) isWhole = false;
    const passes = search.test({ ...found, kind: isOther ? 'link' : isMade ? 'made' : is });
    if (passes !== false) lines.push(found.text);
    if (passes === 'unknown') isWhole = false;
    if ((is !== 'folder' && !isTouched) || isOther || found.depth >= search.deepest) return true;
    const inside = namesInFolder(path, shell);
    if (inside === undefined) return false;
    if (!inside.isWhole) isWhole = false;
    spend(shell.budget, inside.names.size);
    const front = found.text.endsWith('/') ? found.text : `${found.text}/`;
    for (const [name] of inside.names)
      if (!visit(below(path, name), { text: front + name, name, depth: found.depth + 1 })) return false;
    return true;
  };
  for (const { shape, splits } of search.roots) {
    const text = splits ? undefined : printedPath(shape, shell);
    if (text === undefined) return undefined;
    const written = readPathShape(shape, state.cwd);
    const path = text.endsWith('/') ? disk.opened(shape, state.cwd, written) : written;
    const name = text.replace(/\/+$/, '').replace(/^.*\//, '');
    if (path.anchor === 'floating' || !visit(path, { text, name, depth: 0 })) return undefined;
  }
  const all = listed(lines, isWhole);
  return all && { ...all, between: search.between };
}

/** A line end in a name would make two lines of it. */
const listed = (lines: readonly string[], isWhole: boolean): Listed | undefined =>
  lines.some((line) => line.includes('\n'))
    ? undefined
    : { lines, isWhole, most: Number.POSITIVE_INFINITY, between: '\n' };

/** A path as a program prints it that was given it as a word: with the home in place of `~`. */
function printedPath(shape: Shape, { recorder }: Shell): string | undefined {
  const [first, ...rest] = shape.pieces;
  if (first?.kind !== 'home') return staticText(shape);
  const text = staticText({ pieces: rest, source: shape.source });
  const { home } = recorder.disk;
  return home === undefined || text === undefined ? undefined : home + text;
}
