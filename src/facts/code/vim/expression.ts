/**
 * Values of expressions of Vim, as far as their text shows them: texts, what joins them, and the few functions whose
 * result follows from a text. Everything else is any text.
 */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { readWords, type ScriptWord } from '../values/script-words.ts';
import { concatShapes } from '../values/value.ts';

export interface VimValue {
  readonly shape: Shape;
  /** Its unknown parts have no bar and no line: they cannot end a command. */
  readonly isSafe: boolean;
}

/** In place of any text, where a value becomes a command. */
const anyMark = '\uF0F0';

const unknownValue = (source: string, isSafe = false): VimValue => ({ shape: anyShape(source), isSafe });

/** The text of a value as a part of a command. */
export const markedText = ({ pieces }: Shape): string =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.text : anyMark)).join('');

/** The reverse of `markedText`. */
export function shapeOfMarked(text: string, source = text): Shape {
  if (!text.includes(anyMark)) return textShape(text, source);
  const pieces = text
    .split(anyMark)
    .flatMap((part, index): readonly Piece[] =>
      index === 0 ? [{ kind: 'text', text: part }] : [{ kind: 'any' }, { kind: 'text', text: part }],
    );
  return joinPieces(pieces, source);
}

/** Whether a text has an unknown part at its beginning. */
export const beginsUnknown = (text: string): boolean => /^[\uE000-\uEFFF\uF0F0]/.test(text);

export const hasUnknownMark = (text: string): boolean => /[\uE000-\uEFFF\uF0F0]/.test(text);

const keys: ReadonlyMap<string, string> = new Map([
  ['cr', '\r'],
  ['enter', '\r'],
  ['return', '\r'],
  ['nl', '\n'],
  ['esc', '\u001B'],
  ['tab', '\t'],
  ['space', ' '],
  ['bar', '|'],
  ['lt', '<'],
  ['bslash', '\\'],
]);

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['e', '\u001B'],
  ['b', '\b'],
  ['f', '\f'],
]);

const escaped = /\\(?:<([^<>\n]{1,30})>|[xX]([0-9a-fA-F]{1,2})|[uU]([0-9a-fA-F]{1,8})|([0-7]{1,3})|(.))/gs;

/** The content of a text in double quotes. */
function decode(raw: string): string {
  return raw.replace(escaped, (_, key, hex, code, octal, other) => {
    if (key !== undefined) return keys.get(String(key).toLowerCase()) ?? anyMark;
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
    if (other !== undefined) return escapes.get(other) ?? String(other);
    const point = Number.parseInt(hex ?? code, 16);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : anyMark;
  });
}

export function readVimWords(text: string): readonly ScriptWord[] {
  return readWords(text, { "'": 'doubled', '"': 'back-slash' }, /\s+/y).map((word) => {
    if (word.kind !== 'text' || text[word.start] !== '"') return word;
    const raw = text.slice(word.start + 1, word.end);
    return { ...word, text: decode(raw.endsWith('"') ? raw.slice(0, -1) : raw) };
  });
}

interface Reader {
  readonly words: readonly ScriptWord[];
  readonly source: string;
  at: number;
}

/** The value of all words. */
export function vimValue(words: readonly ScriptWord[], source: string): VimValue {
  if (words.length > 200 || words.length === 0) return unknownValue(source);
  const reader: Reader = { words, source, at: 0 };
  const value = joined(reader);
  return reader.at < words.length ? unknownValue(source) : value;
}

/** The values of expressions with blanks between them, as `execute` takes them. */
export function vimValues(words: readonly ScriptWord[], source: string): readonly VimValue[] {
  if (words.length > 200) return [unknownValue(source)];
  const reader: Reader = { words, source, at: 0 };
  const values: VimValue[] = [];
  while (reader.at < words.length) {
    const before = reader.at;
    values.push(joined(reader));
    const next = reader.words[reader.at];
    // Another operator, which makes something else of all of it.
    if (reader.at === before || (next?.kind === 'mark' && !/^[$([{&@-]$/.test(next.text)))
      return [unknownValue(source)];
  }
  return values;
}

const textAt = ({ words, at }: Reader, offset = 0): string | undefined => {
  const word = words[at + offset];
  return word?.kind === 'mark' ? word.text : undefined;
};

function joined(reader: Reader): VimValue {
  let value = operand(reader);
  while (textAt(reader) === '.') {
    reader.at += textAt(reader, 1) === '.' ? 2 : 1;
    if (textAt(reader) === '=' || reader.at >= reader.words.length) return unknownValue(reader.source);
    const next = operand(reader);
    value = {
      shape: concatShapes([value.shape, next.shape], reader.source),
      isSafe: value.isSafe && next.isSafe,
    };
  }
  return value;
}

function operand(reader: Reader): VimValue {
  const { words, source } = reader;
  const word = words[reader.at];
  if (word === undefined) return unknownValue(source);
  let value = unknownValue(source);
  if (word.kind === 'text') {
    reader.at++;
    value = { shape: shapeOfMarked(word.text), isSafe: true };
  } else if (word.kind === 'number') {
    reader.at++;
    value = /^\d+$/.test(word.text) ? { shape: textShape(word.text), isSafe: true } : value;
  } else if (word.kind === 'name') value = named(reader);
  else if ('([{'.includes(word.text)) {
    const inner = inBrackets(reader);
    if (word.text === '(') value = vimValue(inner, source);
  } else if (word.text === '$' && words[reader.at + 1]?.kind === 'name') {
    reader.at += 2;
    if (words[reader.at - 1]?.text === 'HOME') value = { shape: textShape('$HOME'), isSafe: true };
  } else if (/^[&@$]$/.test(word.text)) {
    // An option, a register, or a text with expressions in it.
    reader.at += 2;
    while (textAt(reader) === ':') reader.at += 2;
  } else reader.at++;
  return behindOperand(reader, value);
}

/** `x[0]`, `x->f()` and the like give any value. */
function behindOperand(reader: Reader, value: VimValue): VimValue {
  const before = reader.at;
  for (;;) {
    const text = textAt(reader);
    if (text === '[' || text === '(') inBrackets(reader);
    else if (text === '-' && textAt(reader, 1) === '>') reader.at += 3;
    else return reader.at === before ? value : unknownValue(reader.source);
  }
}

/** The words in brackets; the reader goes behind them. */
function inBrackets(reader: Reader): readonly ScriptWord[] {
  const from = reader.at + 1;
  let depth = 0;
  for (; reader.at < reader.words.length; reader.at++) {
    const text = textAt(reader);
    if (text !== undefined && '([{'.includes(text)) depth++;
    if (text !== undefined && ')]}'.includes(text) && --depth === 0) {
      reader.at++;
      return reader.words.slice(from, reader.at - 1);
    }
  }
  return reader.words.slice(from);
}

/** Functions whose result is a number or a name without a blank. */
const plainResults =
  /^(?:line|col|virtcol|bufnr|winnr|winheight|winwidth|len|strlen|str2nr|localtime|getpid|tabpagenr|winbufnr|char2nr|float2nr|min|max|indent|strchars|strwidth)$/;

function named(reader: Reader): VimValue {
  const { words, source } = reader;
  const name = words[reader.at++]?.text ?? '';
  while (/^[:#]$/.test(textAt(reader) ?? '') && words[reader.at + 1]?.kind === 'name') reader.at += 2;
  if (textAt(reader) !== '(') return unknownValue(source);
  const value = vimValue(inBrackets(reader), source);
  const text = staticText(value.shape);
  if (plainResults.test(name)) return unknownValue(source, true);
  if (name === 'fnameescape') {
    if (text === undefined) return unknownValue(source, true);
    return { shape: textShape(text.replace(/[ \t\n*?[{`$\\%#'"|!<]/g, '\\$&')), isSafe: true };
  }
  if (name === 'shellescape' && text !== undefined && /^[\w./~-]+$/.test(text)) return value;
  if (name === 'expand' && text !== undefined && isPlainName(text)) return value;
  return unknownValue(source);
}

/** Whether Vim fills in nothing in the name of a file, but for the home. */
const isPlainName = (text: string): boolean => !/[%#<*?[{`\\]|\$(?!HOME\b)/.test(text);
