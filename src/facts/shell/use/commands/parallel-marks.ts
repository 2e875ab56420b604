/** The marks in the words of `parallel`, which it replaces by values: `{}`, `{.}`, `{2/}`, `{= perl =}`. */
import {
  anyShape,
  joinPieces,
  nameShape,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../../pattern/text/shape.ts';
import { mergeOrigins, type Word } from '../../word.ts';
import type { Running } from '../running/running.ts';

/** The values of one command. `isOpen`: any position may have any value. */
export interface ValueRow {
  readonly values: readonly Word[];
  readonly isOpen: boolean;
}

export interface Marks {
  /** The mark for all values. */
  readonly whole: string;
  /** Other spellings of marks, and what they mean: a mark without its braces, or undefined if that is not known. */
  readonly others: ReadonlyMap<string, string | undefined>;
  /** The names of the columns. */
  readonly names: readonly string[];
  /** Whether the first value of each source is the name of a column. */
  readonly isHeaded: boolean;
  /** Whether any text in braces may be a mark. */
  readonly anyBraces: boolean;
}

/** Options that give another spelling for a mark. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['-I', ''],
  ['-i', ''],
  ['--replace', ''],
  ['--er', '.'],
  ['--extensionreplace', '.'],
  ['--bnr', '/'],
  ['--basenamereplace', '/'],
  ['--dnr', '//'],
  ['--dirnamereplace', '//'],
  ['--bner', '/.'],
  ['--basenameextensionreplace', '/.'],
  ['--seqreplace', '#'],
  ['--slotreplace', '%'],
]);

/** The marks that the options of `parallel` give. `header`: the names of the columns. */
export function marksOf(
  options: Running['invocation']['options'],
  header: readonly string[] | 'unknown' | undefined,
): Marks {
  const others = new Map<string, string | undefined>();
  let whole = '{}';
  let anyBraces = header === 'unknown';
  for (const { names, value } of options) {
    const text = value && staticText(value);
    const meaning = names.map((name) => spellings.get(name)).find((each) => each !== undefined);
    if (meaning !== undefined && text !== undefined && text !== '') {
      if (meaning === '') whole = text;
      others.set(text, meaning);
    }
    if (names.includes('--plus') || names.includes('--parens')) anyBraces = true;
    if (names.includes('--rpl')) {
      anyBraces = true;
      const [tag = ''] = (text ?? '').trimStart().split(/\s/);
      if (tag !== '') others.set(tag, undefined);
    }
  }
  others.delete('{}');
  const names = header === undefined || header === 'unknown' ? [] : header;
  return { whole, others, names, isHeaded: names.length > 0, anyBraces };
}

/** What a word is with the values in place of its marks. */
interface Filled {
  /** Usually one; several values for `{}` are several words. */
  readonly words: readonly Word[];
  /** How many marks there are. */
  readonly count: number;
  /** The text of the word without its marks; undefined if it is not known. */
  readonly rest: string | undefined;
}

/** A mark in braces: `{= perl =}` may have braces inside. */
const inBraces = /\{[+-]?\d*=[\s\S]*?=\}|\{[^{}]*\}/g;

/** The texts that may be marks, in their order. Those of the options come first. */
function marksIn(text: string, tags: readonly string[]): readonly { at: number; mark: string }[] {
  const found = tags.flatMap((tag) => {
    const places: { at: number; mark: string }[] = [];
    for (let at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + tag.length))
      places.push({ at, mark: tag });
    return places;
  });
  for (const { 0: mark, index } of text.matchAll(inBraces)) found.push({ at: index, mark });
  return found.sort((a, b) => a.at - b.at);
}

/** Puts the values into a word. `quote`: the text for a shell in which the value is one word. */
export function fillMarks(
  word: Word,
  row: ValueRow,
  at: number,
  marks: Marks,
  quote = ({ shape }: Word): readonly Piece[] => shape.pieces,
): Filled {
  const tags = [...marks.others.keys()].sort((a, b) => b.length - a.length);
  const words: Piece[][] = [[]];
  const used: Word[] = [];
  let count = 0;
  let rest: string | undefined = '';
  const add = (...pieces: readonly Piece[]): unknown => words[words.length - 1]?.push(...pieces);
  for (const piece of word.shape.pieces) {
    if (piece.kind !== 'text') {
      add(piece);
      rest = undefined;
      continue;
    }
    let from = 0;
    const literal = (end: number): void => {
      const text = piece.text.slice(from, end);
      add({ kind: 'text', text });
      if (rest !== undefined) rest += text;
    };
    for (const found of marksIn(piece.text, tags)) {
      if (found.at < from) continue;
      const values = valuesOf(found.mark, row, at, marks);
      if (values === undefined) continue;
      literal(found.at);
      from = found.at + found.mark.length;
      count++;
      for (const [index, value] of values.entries()) {
        if (index > 0) words.push([]);
        add(...quote(value));
        used.push(value);
      }
    }
    literal(piece.text.length);
  }
  const among = used.find((value) => value.among !== undefined)?.among;
  const origins = { ...mergeOrigins(word, ...used), ...(among === undefined ? {} : { among }) };
  return {
    words: words.map((pieces) => ({ ...word, ...origins, shape: joinPieces(pieces, word.shape.source) })),
    count,
    rest,
  };
}

/** The values that a mark is replaced by; undefined if it is no mark. */
function valuesOf(mark: string, row: ValueRow, at: number, marks: Marks): readonly Word[] | undefined {
  const unknown = (): readonly Word[] => [oneValue(anyShape(mark), row.values)];
  if (marks.others.has(mark)) {
    const meaning = marks.others.get(mark);
    return meaning === undefined ? unknown() : meant(meaning, row, at);
  }
  if (mark === '{}' && marks.whole !== '{}') return undefined;
  if (/^\{[+-]?\d*=/.test(mark)) return unknown();
  const body = mark.slice(1, -1);
  const [, name = '', change = ''] = /^(.*?)(\/\/|\/\.|\/|\.)?$/s.exec(body) ?? [];
  const column = marks.names.indexOf(name);
  if (column >= 0) return meant(`${column + 1}${change}`, row, at);
  return meant(body, row, at) ?? (marks.anyBraces ? unknown() : undefined);
}

/** The values for a mark without its braces. */
function meant(body: string, row: ValueRow, at: number): readonly Word[] | undefined {
  if (body === '%') return [oneValue(nameShape('{%}'), [])];
  if (body === '#')
    return [
      oneValue(
        row.isOpen || row.values.some(({ splits }) => splits) ? nameShape('{#}') : textShape(`${at + 1}`),
        [],
      ),
    ];
  const [whole, position, change = ''] = /^([+-]?\d+)?(\/\/|\/\.|\/|\.)?$/.exec(body) ?? [];
  if (whole === undefined) return undefined;
  const changed = (value: Word): Word => ({ ...value, splits: false, shape: changedBy(change, value.shape) });
  if (row.isOpen) return [changed(oneValue(anyShape(`{${body}}`), row.values))];
  if (position === undefined)
    return row.values.length === 0 ? [oneValue(textShape(''), [])] : row.values.map(changed);
  const number = Number(position);
  const value = number < 0 ? row.values.at(number) : row.values[number - 1];
  return [value === undefined ? oneValue(textShape(''), []) : changed(value)];
}

const oneValue = (shape: Shape, of: readonly Word[]): Word => ({
  ...mergeOrigins(...of),
  shape,
  splits: false,
});

/** A path without its extension (`.`), its last name (`/`), its folder (`//`), or its last name without extension (`/.`). */
function changedBy(change: string, shape: Shape): Shape {
  if (change === '.') return withoutExtension(shape);
  if (change === '/') return lastName(shape);
  if (change === '/.') return withoutExtension(lastName(shape));
  return change === '//' ? folderOf(shape) : shape;
}

/** The place of the last slash; `unknown` if an unknown part may have a later one. */
function lastSlash({ pieces }: Shape): number | 'unknown' {
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at];
    if (
      piece?.kind === 'any' ||
      piece?.kind === 'home' ||
      (piece?.kind === 'glob' && piece.glob.includes('**'))
    )
      return 'unknown';
    if (piece?.kind === 'text' && piece.text.includes('/')) return at;
  }
  return -1;
}

const textOf = (piece: Piece | undefined): string => (piece?.kind === 'text' ? piece.text : '');

function lastName(shape: Shape): Shape {
  const at = lastSlash(shape);
  if (at === 'unknown') return nameShape(shape.source);
  if (at < 0) return shape;
  const text = textOf(shape.pieces[at]);
  const after: Piece = { kind: 'text', text: text.slice(text.lastIndexOf('/') + 1) };
  return joinPieces([after, ...shape.pieces.slice(at + 1)], shape.source);
}

function folderOf(shape: Shape): Shape {
  const at = lastSlash(shape);
  if (at === 'unknown') return anyShape(shape.source);
  if (at < 0) return textShape('.');
  const text = textOf(shape.pieces[at]);
  const before = text.slice(0, text.lastIndexOf('/'));
  if (at === 0 && before === '') return textShape('/');
  return joinPieces([...shape.pieces.slice(0, at), { kind: 'text', text: before }], shape.source);
}

function withoutExtension(shape: Shape): Shape {
  const last = shape.pieces[shape.pieces.length - 1];
  if (last === undefined) return shape;
  if (last.kind === 'text' && /[./]/.test(last.text)) {
    const text = last.text.replace(/\.[^/.]+$/, '');
    return joinPieces([...shape.pieces.slice(0, -1), { kind: 'text', text }], shape.source);
  }
  if (staticText(shape) !== undefined) return shape;
  return /^\w+$/.test(textOf(shape.pieces[0])) && lastSlash(shape) === -1
    ? nameShape(shape.source)
    : anyShape(shape.source);
}
