/**
 * The words of small languages without a library: texts in quotes, names, and single characters for the rest. Each
 * language gives its quotes and comments.
 */
import { anyShape, type Shape, textShape } from '../../../pattern/text/shape.ts';
import { readEscape } from '../syntax/quoted.ts';
import { concatShapes } from './value.ts';

export interface ScriptWord {
  readonly kind: 'text' | 'name' | 'number' | 'mark' | 'line';
  /** The content of the quotes, or the word as written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

type Quoting = 'back-slash' | 'c' | 'doubled';

export interface Quotes {
  /** `back-slash`: a few escapes. `c`: those of C. `doubled`: the quote twice is the quote. */
  readonly [quote: string]: Quoting;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** `comment` matches comments, sticky; `special` any other word that counts as a mark. */
export function readWords(
  code: string,
  quotes: Quotes,
  comment: RegExp,
  special?: RegExp,
): readonly ScriptWord[] {
  const words: ScriptWord[] = [];
  let at = 0;
  while (at < code.length) {
    const character = code[at] ?? '';
    const skipped = stick(comment, code, at);
    if (skipped !== undefined) {
      at += Math.max(1, skipped.length);
      continue;
    }
    const quoting = Object.hasOwn(quotes, character) ? quotes[character] : undefined;
    const word =
      quoting === undefined ? plainWord(code, at, special) : quotedWord(code, at, character, quoting);
    if (word !== undefined) words.push(word);
    at = word === undefined ? at + 1 : Math.max(word.end, at + 1);
  }
  return words;
}

function stick(pattern: RegExp | undefined, code: string, at: number): string | undefined {
  if (pattern === undefined) return undefined;
  pattern.lastIndex = at;
  return pattern.exec(code)?.[0];
}

function plainWord(code: string, at: number, special: RegExp | undefined): ScriptWord | undefined {
  const mark = stick(special, code, at);
  if (mark !== undefined && mark !== '')
    return { kind: 'mark', text: mark, start: at, end: at + mark.length };
  const name = stick(/[\p{L}_][\p{L}\p{N}_]*/uy, code, at);
  if (name !== undefined) return { kind: 'name', text: name, start: at, end: at + name.length };
  const number = stick(/[0-9][0-9.]*/y, code, at);
  if (number !== undefined) return { kind: 'number', text: number, start: at, end: at + number.length };
  const character = code[at] ?? '';
  if (character === '\n') return { kind: 'line', text: character, start: at, end: at + 1 };
  return character <= ' ' ? undefined : { kind: 'mark', text: character, start: at, end: at + 1 };
}

function quotedWord(code: string, start: number, quote: string, quoting: Quoting): ScriptWord {
  let text = '';
  let at = start + 1;
  for (; at < code.length; at++) {
    const character = code[at] ?? '';
    if (character === '\\' && quoting === 'c') {
      const escaped = readEscape(code, at, { close: quote, escapes: 'c', lines: true });
      text += escaped.text ?? code.slice(at, escaped.end);
      at = escaped.end - 1;
    } else if (character === '\\' && quoting === 'back-slash') {
      const next = code[++at] ?? '';
      text += escapes.get(next) ?? next;
    } else if (character !== quote) text += character;
    else if (quoting === 'doubled' && code[at + 1] === quote) {
      text += quote;
      at++;
    } else break;
  }
  return { kind: 'text', text, start, end: Math.min(at + 1, code.length) };
}

/** Words joined into one text: quoted ones as they are, others by `known`. */
export function shapeOfWords(
  words: readonly ScriptWord[],
  source: string,
  known: (word: ScriptWord) => Shape,
): Shape {
  if (words.length > 200) return anyShape(source);
  return concatShapes(
    words.map((word) => (word.kind === 'text' ? textShape(word.text) : known(word))),
    source,
  );
}
