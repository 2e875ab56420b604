/**
 * The paths that a search prints, where their names are not known: `find`, `grep -rl x src`, `git ls-files '*.ts'`. A name that
 * was there before the session is taken to have no blanks and no quotes; what the session has made may have them.
 */
import { joinPieces, type Shape, staticText } from '../../../../pattern/text/shape.ts';
import type { Print } from '../../../knowledge/table/entry.ts';
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { isOneWord } from '../../../record/one-word.ts';
import type { PrintedPaths } from '../../word.ts';
import type { Running } from '../running/running.ts';
import { filesBelow, printedPaths } from './find.ts';
import { readSearch } from './find-tests.ts';
import { linesLeft } from './listing.ts';

/** The patterns of the paths that a command prints; undefined if it prints anything else. */
export function pathsPrinted(print: Print | undefined, running: Running): PrintedPaths | undefined {
  const { io, state, words, invocation } = running;
  // What `2>&1` adds is no path.
  if (state.joined) return undefined;
  if (invocation.traits.expression) {
    const search = readSearch(words);
    return search && plainly({ ...printedPaths(words), between: search.between }, running);
  }
  const found = filesWithMatches(invocation) ?? filesListed(running);
  if (found !== undefined) return plainly(found, running);
  const input = io.stdin?.paths;
  if (input === undefined || print === undefined) return undefined;
  const texts = words.map(({ shape }) => staticText(shape) ?? '/');
  return linesLeft(print, texts) === undefined ? undefined : input;
}

/** Says whether the names are plain: neither the call nor an earlier one has made one that is not, or that is not known. */
function plainly(paths: PrintedPaths, { shell: { recorder }, state }: Running): PrintedPaths {
  const { disk, effects, filesLeft } = recorder;
  const arePlain =
    !filesLeft.hasMade &&
    effects.paths.every(({ kind, text }) => kind === 'read' || isOneWord(text)) &&
    state.files.paths.every(isOneWord) &&
    [...disk.session.paths].every(isOneWord);
  return { ...paths, arePlain };
}

/** The names that a search for a text prints: `grep -rl x src`. Each is an operand, or lies below one. */
function filesWithMatches({ program, options, values }: Invocation): PrintedPaths | undefined {
  const isGiven = (...names: readonly string[]): boolean =>
    options.some((option) => option.names.some((name) => names.includes(name)));
  const { finds = [], naming = [] } = mannersOf(program);
  if (!isGiven(...finds)) return undefined;
  // Another option may print something else, or change what is printed: `--path-separator`, `--stats`.
  if (!options.every((option) => option.names.some((name) => naming.includes(name)))) return undefined;
  const between = isGiven('-0', '-Z', '--null') ? '\0' : '\n';
  const roots = values.filter(
    ({ option, uses, role }) =>
      option === undefined && (role === 'path' || uses.some(({ name }) => name === 'read')),
  );
  if (roots.some(({ value }) => !/^[^-]/.test(firstText(value)))) return undefined;
  if (roots.length === 0) return { paths: [anyBelow], isWhole: true, between };
  const paths = roots.flatMap(({ value }) => {
    const below = filesBelow(value, undefined, true);
    return isFolder.test(staticText(value) ?? 'a') ? [below] : [value, below];
  });
  return { paths, isWhole: true, between };
}

/** The names that a subcommand prints which lists files of the directory: `git ls-files '*.ts'`. */
function filesListed({ words, invocation }: Running): PrintedPaths | undefined {
  const { program, options, values } = invocation;
  const { names = [], naming = [] } = mannersOf(program);
  const isGiven = (option: string): boolean => options.some((each) => each.names.includes(option));
  const isListing = names.some((entry) => {
    const [form, option] = entry.split('+');
    return form === invocation.words[0] && (option === undefined || isGiven(option));
  });
  if (!isListing || invocation.open || words.some(({ shape }) => staticText(shape) === undefined))
    return undefined;
  if (!options.every((option) => option.names.some((name) => naming.includes(name)))) return undefined;
  const operands = values.flatMap(({ option, role, value }) =>
    option === undefined && role !== 'pattern' ? [staticText(value) ?? ''] : [],
  );
  if (operands.some((text) => leadsOut.test(text))) return undefined;
  const ends = operands.map((text) => /^\*(\.\w+)$/.exec(text)?.[1]);
  const areEnds = ends.length > 0 && !ends.includes(undefined);
  const paths = areEnds ? ends.map((end = '') => belowWith(end)) : [anyBelow];
  return { paths, isWhole: true, between: isGiven('-z') ? '\0' : '\n' };
}

/** A pattern of paths that may be outside of the directory: `../a`, `:/a`, `/a`. */
const leadsOut = /(?:^|\/)\.\.(?:\/|$)|^:[/(]|^\//;

/** A path that is no file, whatever is there. */
const isFolder = /(?:^|\/)\.{0,2}$/;

const firstText = ({ pieces: [first] }: Shape): string => (first?.kind === 'text' ? first.text : '');

/** Any file below the directory whose name ends like this, without a folder in front of its name. */
const belowWith = (end: string): Shape =>
  joinPieces(
    [
      { kind: 'glob', glob: '**' },
      { kind: 'text', text: '/' },
      { kind: 'glob', glob: '*' },
      ...(end === '' ? [] : [{ kind: 'text', text: end } as const]),
    ],
    '…',
  );

const anyBelow: Shape = belowWith('');
