/**
 * The commands that `parallel` builds of its input: the values of several sources, in the marks of its words. A mark whose
 * value is not computed is an unknown text.
 */
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
  emptyStream,
  mergeOrigins,
  readingsOf,
  type Stream,
  unknownStream,
  type Word,
  wordOfShape,
} from '../../word.ts';
import { argumentFiles, contentOf, inputItems, separatorOf } from '../files/items.ts';
import type { Running } from '../running/running.ts';
import { fillMarks, type Marks, marksOf, type ValueRow } from './parallel-marks.ts';

/** A command that `parallel` runs: by its words, or by a text for a shell with `$1` and so on. */
export interface BuiltCommand {
  readonly words?: readonly Word[];
  readonly text?: Word;
  readonly positional?: readonly Word[];
  readonly stdin: Stream | undefined;
  /** Where its results go, if an option names a place with marks. */
  readonly results?: Shape | undefined;
}

/** One source of values. `joins`: it goes along with the source in front of it. */
interface Source {
  readonly items: Word[];
  readonly joins: boolean;
}

type Options = Running['invocation']['options'];

const optionOf = (options: Options, ...names: readonly string[]): Options[number] | undefined =>
  options.findLast((option) => option.names.some((name) => names.includes(name)));

/** The commands, from the words behind the options. */
export function builtCommands(rest: readonly Word[], running: Running): readonly BuiltCommand[] {
  const { options } = running.invocation;
  const isSeparator = separatorsOf(options);
  const end = rest.findIndex((word) => isSeparator(word) !== undefined);
  const command = end < 0 ? rest : rest.slice(0, end);
  const behind = end < 0 ? [] : rest.slice(end);
  const stdin = withText(running.io.stdin, running.shell, running.io);
  const isPiped = optionOf(options, '--pipe', '--spreadstdin', '--pipepart', '--pipe-part') !== undefined;
  const given = sourcesOf(behind, isPiped, running);
  const input = isPiped ? pipedInput(running, stdin) : undefined;
  return (isPiped ? [stdin] : (readingsOf(stdin) ?? [stdin])).flatMap((each) => {
    const sources =
      given.length > 0 || isPiped
        ? given
        : [{ items: [...inputItems(each, separatorOf(options, true, false))], joins: false }];
    const marks = marksOf(options, headerOf(sources, running));
    const rows = rowsOf(marks.isHeaded ? sources.map(withoutFirst) : sources, running);
    const place = optionOf(options, '--results')?.value;
    return rows.map((row, at) => ({
      ...build(command, row, at, marks, running),
      stdin: input,
      results: place && fillMarks(wordOfShape(place), row, at, marks).words[0]?.shape,
    }));
  });
}

/** Which words begin a source: `:::` and `::::`, or what an option says. */
function separatorsOf(options: Options): (word: Word) => { files: boolean; joins: boolean } | undefined {
  const text = (names: readonly string[], usual: string): string => {
    const value = optionOf(options, ...names)?.value;
    return (value && staticText(value)) ?? usual;
  };
  const words = text(['--arg-sep'], ':::');
  const files = text(['--arg-file-sep'], '::::');
  return ({ shape }) => {
    const said = staticText(shape);
    if (said === undefined) return undefined;
    if (said === words || said === `${words}+`) return { files: false, joins: said !== words };
    return said === files || said === `${files}+` ? { files: true, joins: said !== files } : undefined;
  };
}

/** The sources that the words name. Each file is one of its own. */
function sourcesOf(behind: readonly Word[], isPiped: boolean, running: Running): readonly Source[] {
  const { options } = running.invocation;
  const isSeparator = separatorsOf(options);
  const isLinked = optionOf(options, '--link', '--xapply') !== undefined;
  const between = separatorOf(options, true, false);
  const sources: Source[] = [];
  const read = (file: Word, joins: boolean): unknown =>
    sources.push({ items: [...inputItems(contentOf(file, running), between)], joins });
  if (!isPiped) for (const file of argumentFiles(running)) read(file, isLinked);
  let now = { files: false, joins: false };
  for (const word of behind) {
    const begun = isSeparator(word);
    if (begun !== undefined) {
      now = begun;
      if (!begun.files) sources.push({ items: [], joins: isLinked || begun.joins });
    } else if (now.files) read(word, isLinked || now.joins);
    else sources[sources.length - 1]?.items.push(word);
  }
  return sources;
}

const withoutFirst = ({ items, joins }: Source): Source => ({ items: items.slice(1), joins });

/** The names in the header of each source; undefined if there is no header, `unknown` if it is not known. */
function headerOf(sources: readonly Source[], running: Running): readonly string[] | 'unknown' | undefined {
  const option = optionOf(running.invocation.options, '--header');
  if (option === undefined) return undefined;
  if (option.value === undefined || staticText(option.value) !== ':') return 'unknown';
  const names: string[] = [];
  for (const { items } of sources) {
    const columns = items[0] === undefined ? [] : columnsOf(items[0], running);
    if (columns === undefined) return 'unknown';
    for (const { shape } of columns) {
      const name = staticText(shape);
      if (name === undefined) return 'unknown';
      names.push(name);
    }
  }
  return names;
}

/** The most commands that are followed one by one. */
const mostRows = 64;

/** The values of each command. */
function rowsOf(sources: readonly Source[], running: Running): readonly ValueRow[] {
  if (sources.length === 0) return [{ values: [], isOpen: false }];
  const [only] = sources;
  const limit = optionOf(running.invocation.options, '-N', '-n', '--max-args', '--max-replace-args');
  if (sources.length === 1 && only !== undefined && limit !== undefined)
    return groupsOf(only.items, Number(limit.value && staticText(limit.value)), running);
  let groups: (readonly Word[])[][] = [];
  for (const { items, joins } of sources) {
    const last = groups[groups.length - 1];
    const tuples = items.map((item) => [item]);
    const isAligned = !items.some(({ splits }) => splits) && !last?.some(isSplit);
    if (joins && last !== undefined && isAligned) groups[groups.length - 1] = zipped(last, tuples);
    else groups.push(tuples);
  }
  groups = groups.map((tuples) => tuples.slice(0, mostRows + 1));
  let rows: (readonly Word[])[] = [[]];
  for (const tuples of groups)
    rows = rows.flatMap((row) => tuples.map((tuple) => [...row, ...tuple])).slice(0, mostRows + 1);
  return rows.map((row, at) => (at < mostRows ? rowOf(row, running) : unknownRow(row)));
}

const isSplit = (words: readonly Word[]): boolean => words.some(({ splits }) => splits);

/** Two lists side by side. The shorter one begins again. */
function zipped(a: (readonly Word[])[], b: (readonly Word[])[]): (readonly Word[])[] {
  if (a.length === 0 || b.length === 0) return [];
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => [
    ...(a[at % a.length] ?? []),
    ...(b[at % b.length] ?? []),
  ]);
}

/** The values for `-N 2`. Without a number that is known, each command has one, or all. */
function groupsOf(items: readonly Word[], size: number, running: Running): readonly ValueRow[] {
  if (isSplit(items)) return [unknownRow(items)];
  if (size === 0) return items.map(() => ({ values: [], isOpen: false }));
  if (!(size >= 1)) return [items, ...items.map((item) => [item])].map((row) => rowOf(row, running));
  const rows: ValueRow[] = [];
  for (let at = 0; at < items.length && rows.length < mostRows; at += size)
    rows.push(rowOf(items.slice(at, at + size), running));
  return rows;
}

const unknownRow = (words: readonly Word[]): ValueRow => ({
  values: [wordOfShape(anyShape('…'), mergeOrigins(...words))],
  isOpen: true,
});

/** The values of a row, each split into its columns. */
function rowOf(words: readonly Word[], running: Running): ValueRow {
  const values: Word[] = [];
  for (const word of words) {
    const columns = columnsOf(word, running);
    if (columns === undefined) return unknownRow(words);
    values.push(...columns);
  }
  return { values, isOpen: false };
}

/** The parts of a text between separators; undefined for a pattern that is not read. */
function partsBetween(text: string, pattern: string): readonly string[] | undefined {
  if (pattern === '\\s') return text.split(/\s/);
  if (pattern === '\\s+') return text.split(/\s+/);
  const [, sign = '', repeated] = /^(\\[tn|.]|[^\\^$.*+?()[\]{}|]+?)(\+?)$/s.exec(pattern) ?? [];
  if (sign === '' || (repeated !== '' && sign.length > 1 && !sign.startsWith('\\'))) return undefined;
  const between = sign === '\\t' ? '\t' : sign === '\\n' ? '\n' : sign.replace('\\', '');
  const parts = text.split(between);
  return repeated === ''
    ? parts
    : parts.filter((part, at) => part !== '' || at === 0 || at === parts.length - 1);
}

/** The columns of a value; undefined if they are not known. */
function columnsOf(word: Word, { invocation: { options } }: Running): readonly Word[] | undefined {
  const option = optionOf(options, '--colsep', '-C', '--csv');
  if (option === undefined) return [word];
  const pattern = option.names.includes('--csv') ? ',' : option.value && staticText(option.value);
  const text = staticText(word.shape);
  if (pattern === undefined || text === undefined) return undefined;
  if (option.names.includes('--csv') && text.includes('"')) return undefined;
  return partsBetween(text, pattern)?.map((part) => ({ ...word, shape: textShape(part) }));
}

/** What each command gets on its standard input. With blocks of a given size, it is some part of the whole. */
function pipedInput(running: Running, stdin: Stream | undefined): Stream | undefined {
  const { options } = running.invocation;
  const [file] = argumentFiles(running);
  const whole = file === undefined ? stdin : contentOf(file, running);
  const parts = [
    '-N',
    '-n',
    '--max-args',
    '-L',
    '--max-lines',
    '--block',
    '--block-size',
    '--recstart',
    '--recend',
  ];
  const others = ['--regexp', '--header', '--tee', '--shard', '--bin', '--group-by', '--skip-first-line'];
  return optionOf(options, ...parts, ...others) === undefined
    ? whole
    : unknownStream(mergeOrigins(whole ?? emptyStream));
}

/** Text in which a shell sees nothing but words. */
const plain = /^[\w./+,:@%^=-]*$/;

/** One command. Its words are used as they are, where a shell would read the same words. */
function build(
  command: readonly Word[],
  row: ValueRow,
  at: number,
  marks: Marks,
  running: Running,
): Omit<BuiltCommand, 'stdin'> {
  const { options } = running.invocation;
  const parts = command.map((word) => fillMarks(word, row, at, marks));
  const isMarked = parts.some(({ count }) => count > 0);
  const appended = isMarked ? [] : row.values;
  const [first] = command;
  const name = first && staticText(first.shape);
  const isQuoted = optionOf(options, '-q', '--quote') !== undefined;
  const isPlain = parts.every(({ rest }) => rest !== undefined && (isQuoted || plain.test(rest)));
  const isProgram = name !== undefined && name !== marks.whole && (isQuoted || /^[^=~]+$/.test(name));
  if (isPlain && isProgram && !running.state.functions.has(name) && !keywords.test(name))
    return { words: [...parts.flatMap(({ words }) => words), ...appended.map(oneWord)] };
  const joined = joinPieces(
    command.flatMap(({ shape }, index) => (index === 0 ? shape.pieces : [blank, ...shape.pieces])),
    'parallel …',
  );
  const whole = { ...wordOfShape(joined, mergeOrigins(...command)) };
  // A command that is a value itself is read as it is.
  const isRaw = first === undefined || name === marks.whole;
  const positional: Word[] = [];
  const mayRefer = !isRaw && !row.isOpen && refersTo(joined);
  const quote = ({ shape, ...word }: Word): readonly Piece[] => {
    const text = staticText(shape);
    if (isRaw) return shape.pieces;
    if (text !== undefined) return [{ kind: 'text', text: quoted(text) }];
    if (!mayRefer || shape.pieces.every(({ kind }) => kind !== 'any' && kind !== 'name')) return shape.pieces;
    positional.push({ ...word, shape, splits: false });
    return [{ kind: 'text', text: `"\${${positional.length}}"` }];
  };
  const filled = fillMarks(whole, row, at, marks, quote);
  const pieces: Piece[] = filled.words.flatMap(({ shape }, index) =>
    index === 0 ? shape.pieces : [blank, ...shape.pieces],
  );
  for (const value of filled.count > 0 ? [] : row.values) pieces.push(blank, ...quote(value));
  const start = first === undefined ? pieces.slice(pieces[0] === blank ? 1 : 0) : pieces;
  const text = wordOfShape(joinPieces(start, 'parallel …'), mergeOrigins(whole, ...row.values));
  return { text, ...(positional.length === 0 ? {} : { positional }) };
}

const keywords =
  /^(?:if|while|until|for|case|select|function|time|coproc|export|declare|typeset|local|readonly|alias)$/;

const blank: Piece = { kind: 'text', text: ' ' };

const oneWord = (word: Word): Word => ({ ...word, splits: false });

/** Whether a text may have references to parameters of its own, where only double quotes are around them. */
const refersTo = ({ pieces }: Shape): boolean =>
  pieces.every((piece) => piece.kind === 'text' && !/['\\]|\$[@*#\d{]|<<|\b(?:set|shift)\b/.test(piece.text));

/** A value as `parallel` quotes it for the shell. */
const quoted = (text: string): string =>
  text === '' || plain.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;
