/** The arguments that `xargs` builds from its input, and the items of any input. */
import { type PathShape, readPathShape, showPathShape } from '../../../../pattern/path/path-shape.ts';
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../../pattern/text/shape.ts';
import { withText } from '../../expand/file-text.ts';
import {
  type Listed,
  mergeOrigins,
  noOrigins,
  type PrintedPaths,
  readingsOf,
  type Stream,
  unknownStream,
  type Word,
  wordOf,
  wordOfShape,
} from '../../word.ts';
import { type Running, readsInput } from '../running/running.ts';

/** The commands that `xargs` builds from its input. */
export function withArguments(command: readonly Word[], running: Running): readonly (readonly Word[])[] {
  const { options } = running.invocation;
  const replaced = options.find(
    ({ names }) => names.includes('-I') || names.includes('--replace') || names.includes('-i'),
  );
  const mark = replaced === undefined ? undefined : (staticTextOr(replaced.value) ?? '{}');
  if (replaced?.value !== undefined && staticText(replaced.value) === undefined)
    running.shell.unknown(
      'value',
      replaced.value.source,
      'the mark for the input is not known',
      running.span,
    );
  const between = separatorOf(options, replaced !== undefined, true);
  const files = argumentFiles(running);
  const items = (stdin: Stream | undefined): readonly Word[] =>
    files.length > 0
      ? files.flatMap((file) => inputItems(contentOf(file, running), between))
      : inputItems(stdin, between);
  const marked = mark !== undefined && command.some(({ shape }) => hasText(shape, mark));
  const commands = (given: readonly Word[]): readonly (readonly Word[])[] => {
    if (marked && mark !== undefined)
      return given.map((item) => command.map((word) => replaceMark(word, mark, item)));
    if (replaced !== undefined) return [command];
    return groupsOf(given, options).map((group) => [...command, ...group]);
  };
  const stdin = withText(running.io.stdin, running.shell, running.io);
  return (readingsOf(stdin) ?? [stdin]).flatMap((each) => commands(items(each)));
}

/**
 * The arguments of each command of `xargs -n 2`. With other limits one command gets all of them, or each
 * command gets one.
 */
function groupsOf(
  items: readonly Word[],
  options: Running['invocation']['options'],
): readonly (readonly Word[])[] {
  const limit = options.findLast(({ names }) => names.some((name) => /^-[nLls]$/.test(name)));
  if (limit === undefined || items.length < 2) return [items];
  const most = limit.names.includes('-n') ? Number(limit.value && staticText(limit.value)) : Number.NaN;
  if (!(most >= 1)) return [items, ...items.map((item) => [item])];
  const groups: Word[][] = [];
  for (const [index, item] of items.entries()) {
    if (index % most === 0) groups.push([item]);
    else groups[groups.length - 1]?.push(item);
  }
  return groups;
}

/** The files that the arguments come from: `xargs -a file`. */
export const argumentFiles = ({ invocation, words }: Running): readonly Word[] =>
  invocation.values
    .filter(({ option }) => /^(?:-a|--arg-?file)$/.test(option ?? ''))
    .map(({ value, at }) => ({ ...noOrigins, ...words[at], shape: value, splits: false }));

/** The content of a file that a word names: the output of a command, or what the call itself wrote. */
export function contentOf(
  file: Word,
  running: Pick<Running, 'io' | 'state' | 'base' | 'shell' | 'reads'>,
): Stream | undefined {
  const { io, state, base, shell } = running;
  if (readsInput(staticText(file.shape))) return withText(io.stdin, shell, io);
  const path = readPathShape(file.shape, base);
  const written = file.stream ?? state.file(path);
  return withText(written ?? contentBefore(path, running), shell, io);
}

/** The content of a file that the call has not written. */
function contentBefore(path: PathShape, { reads }: Pick<Running, 'reads'>): Stream | undefined {
  const read = reads.find((each) => showPathShape(each.path) === showPathShape(path));
  return read && { ...unknownStream({ sources: [read], from: [] }), isFile: true };
}

const staticTextOr = (shape: Shape | undefined): string | undefined =>
  shape === undefined ? undefined : staticText(shape) || undefined;

const hasText = ({ pieces }: Shape, text: string): boolean =>
  pieces.some((piece) => piece.kind === 'text' && piece.text.includes(text));

/**
 * How the input is split: at a text, at blanks or at line ends. `quotes`: quotes and backslashes keep words
 * together.
 */
interface Separator {
  readonly between: RegExp | string;
  readonly quotes: boolean;
}

/** The separator that `-d` and `-0` select; undefined if it is unknown. */
export function separatorOf(
  options: Running['invocation']['options'],
  byLine: boolean,
  readsQuotes: boolean,
): Separator | undefined {
  const given = options.findLast(({ names }) => names.includes('-d') || names.includes('-0'));
  if (given === undefined) return { between: byLine ? /\n/ : /[\s\0]+/, quotes: readsQuotes };
  if (given.names.includes('-0')) return { between: /\0/, quotes: false };
  const text = given.value === undefined ? undefined : staticText(given.value);
  const between = text?.length === 1 ? text : escapes.get(text ?? '');
  return between === undefined ? undefined : { between, quotes: false };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\0', '\0'],
]);

/** The lines of a text, or the parts between NULs; what is unknown of it may be several. */
export const listedLines = (text: Stream | undefined): readonly Word[] =>
  inputItems(text, { between: /[\0\n]/, quotes: false });

/** The items of an input. */
export function inputItems(stdin: Stream | undefined, separator: Separator | undefined): readonly Word[] {
  // The content of a file or a terminal is unknown.
  if (stdin === undefined || separator === undefined)
    return [{ ...wordOfShape(anyShape('…'), mergeOrigins(stdin)), splits: true }];
  const text = staticText(stdin.shape);
  if (stdin.listed !== undefined && text === undefined) return listedItems(stdin.listed, stdin, separator);
  if (stdin.paths !== undefined && text === undefined) return foundItems(stdin.paths, stdin, separator);
  if (text === undefined) return wordsBetween(stdin, separator.between);
  const words = separator.quotes ? quotedWords(text, separator.between) : text.split(separator.between);
  return cutOff(
    words.filter((word) => word !== ''),
    stdin,
  ).map((each) =>
    typeof each === 'string'
      ? { ...wordOf(each), sources: stdin.sources, from: stdin.from, among: stdin.listed }
      : each,
  );
}

/** The most lines of a listing that are followed one by one. */
const mostListed = 500;

/** The lines of a listing, where they are the items of the input. */
function listedItems(among: Listed, stdin: Stream, { between, quotes }: Separator): readonly Word[] {
  const splits = (text: string): boolean =>
    typeof between === 'string' ? text.includes(between) : between.test(text);
  // A quote may reach over several lines, whose order is not known.
  const areQuoted = quotes && among.lines.some((line) => /['"\\]/.test(line));
  if (!splits(among.between) || areQuoted || among.lines.length > mostListed)
    return [{ ...wordOfShape(anyShape('…'), stdin), splits: true }];
  return among.lines.flatMap((line) =>
    line
      .split(between)
      .filter((item) => item !== '')
      .map((item) => ({ ...wordOfShape(textShape(item), stdin), among })),
  );
}

/** The paths that a search prints. A name that is not plain may be any words, unless NULs are between them. */
function foundItems(
  { paths, isWhole, between, arePlain }: PrintedPaths,
  stdin: Stream,
  separator: Separator,
): readonly Word[] {
  const words = paths.map((path) => wordOfShape(path, stdin));
  const separators = String(separator.between);
  const areApart =
    between === '\0'
      ? !separator.quotes && separators === String(/\0/)
      : arePlain === true && [String(/\n/), String(/[\s\0]+/), '\n'].includes(separators);
  return isWhole && areApart ? words : [...words, { ...wordOfShape(anyShape('…'), stdin), splits: true }];
}

/**
 * The words of a text as `xargs` reads them: quotes keep blanks together, and a backslash escapes the next
 * character.
 */
function quotedWords(text: string, between: RegExp | string): readonly string[] {
  if (!/['"\\]/.test(text)) return text.split(between);
  const words = [''];
  for (const [part, single, double, escaped] of text.matchAll(
    /'([^'\n]*)'|"([^"\n]*)"|\\([\s\S])|[^'"\\]+|['"\\]/g,
  )) {
    const kept = single ?? double ?? escaped;
    const [first = '', ...rest] = kept === undefined ? part.split(between) : [kept];
    words[words.length - 1] += first;
    words.push(...rest);
  }
  return words;
}

/** The most words of the input that are followed one by one. */
const mostItems = 64;

/** The first of many words, and an unknown one in place of the others. */
const cutOff = <Item>(items: readonly Item[], stdin: Stream): readonly (Item | Word)[] =>
  items.length <= mostItems
    ? items
    : [...items.slice(0, mostItems), { ...wordOfShape(anyShape('…'), stdin), splits: true }];

/**
 * The words of a partly known text, split at the separators in its known parts. An unknown part may be several
 * words.
 */
function wordsBetween(stdin: Stream, separator: RegExp | string): readonly Word[] {
  const words: Piece[][] = [[]];
  for (const piece of stdin.shape.pieces) {
    const [first = '', ...rest] = piece.kind === 'text' ? piece.text.split(separator) : [];
    words[words.length - 1]?.push(piece.kind === 'text' ? { kind: 'text', text: first } : piece);
    for (const text of rest) words.push([{ kind: 'text', text }]);
  }
  const all = words
    .map((pieces) => joinPieces(pieces, stdin.shape.source))
    .filter(({ pieces }) => pieces.length > 0)
    .map((shape) => ({
      ...wordOfShape(shape, stdin),
      splits: shape.pieces.some(({ kind }) => kind === 'any'),
    }));
  return cutOff(all, stdin);
}

function replaceMark(word: Word, mark: string, item: Word): Word {
  const pieces = word.shape.pieces.flatMap((piece) => {
    if (piece.kind !== 'text' || !piece.text.includes(mark)) return [piece];
    return piece.text
      .split(mark)
      .flatMap((part, index) =>
        index === 0
          ? [{ kind: 'text', text: part } as const]
          : [...item.shape.pieces, { kind: 'text', text: part } as const],
      );
  });
  const among = item.among === undefined || !hasText(word.shape, mark) ? {} : { among: item.among };
  return { ...word, ...among, ...mergeOrigins(word, item), shape: joinPieces(pieces, word.shape.source) };
}

/** The name of the file that has changed, in the command of a program that waits for changes of files. */
const fileMark = '/_';

/** The command for each file that standard input lists, where a word is the mark for it: `ls a b | entr rm /_`. */
export function onListedFiles(command: readonly Word[], running: Running): readonly (readonly Word[])[] {
  const { io, shell } = running;
  if (!command.some(({ shape }) => staticText(shape) === fileMark)) return [command];
  return listedLines(withText(io.stdin, shell, io)).map((item) =>
    command.map((word) => (staticText(word.shape) === fileMark ? item : word)),
  );
}

/** The paths in a list, one a line or between NULs. `file`: the name of the list, or `-`. */
export const pathsIn = (file: Word, at: Parameters<typeof contentOf>[1]): readonly Word[] =>
  listedLines(contentOf(file, at));
