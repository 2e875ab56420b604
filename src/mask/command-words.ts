/**
 * A text → words as a shell would roughly see them, for masking: in any quotes, however
 * often those were escaped, and in lists of JSON. A text in quotes is one word, and a text
 * with words inside. Nothing is evaluated, and no text is wrong.
 */
import type { CommandWord } from './command-secrets.ts';

/** A word without its quotes, and its place in the text. */
export interface PlacedWord extends CommandWord {
  readonly start: number;
}

export interface WordsOfText {
  readonly words: readonly PlacedWord[];
  /** The beginnings and ends of texts in quotes that have more than one word. */
  readonly quoted: readonly (readonly [start: number, end: number])[];
}

/** Characters in which a quote must end, or it is none. */
const longestQuote = 4096;

const isSpace = (char: string): boolean => char === ' ' || char === '\t' || char === '\r';

/** Letters, digits and what else neither ends a word nor begins a quote or a list. */
const isPlain = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=@%+~$#?*!')
  isPlain[char.charCodeAt(0)] = 1;

/** The first place from `start` on with another character. */
function behindPlain(text: string, start: number): number {
  let at = start;
  while (isPlain[text.charCodeAt(at)] === 1) at++;
  return at;
}

/** The words of a text; what is in its quotes is given as places in it. */
export function wordsOfText(text: string): WordsOfText {
  const words: PlacedWord[] = [];
  const quoted: (readonly [number, number])[] = [];
  const to = text.length;
  let start = 0;
  let at = 0;

  while (at < to) {
    at = behindPlain(text, at);
    if (at === to) break;
    const char = text.charAt(at);
    if (isSpace(char) || (char === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3)))) {
      finish(at, 'none');
      at = start = at + (char === '\\' ? text.indexOf('\n', at) - at + 1 : 1);
    } else if (char === '\\' || char === '"' || char === "'") {
      at = behindQuote(at);
    } else if (isEnd(char, at)) {
      finish(at, char === '|' && text.charAt(at + 1) !== '|' ? 'pipe' : 'end');
      at = start = at + (text.charAt(at + 1) === char && char !== '\n' ? 2 : 1);
    } else if (text.startsWith('<<<', at)) {
      finish(at, 'none');
      words.push({ text: '<<<', start: at, end: 'none' });
      at = start = at + 3;
    } else if (at === start && '[{(,'.includes(char)) at = start = at + 1;
    else at++;
  }
  finish(to, 'end');
  return { words, quoted };

  function isEnd(char: string, index: number): boolean {
    if (char === '&') return text.charAt(index - 1) !== '>' && text.charAt(index + 1) !== '>';
    return char === ';' || char === '|' || char === '\n' || char === '`' || char === ')';
  }

  function finish(end: number, by: PlacedWord['end']): void {
    if (end > start) words.push({ ...unquoted(start, end), end: by });
    else if (by !== 'none' && words.length > 0) words.push({ text: '', start: end, end: by });
  }

  function unquoted(begin: number, end: number): { readonly text: string; readonly start: number } {
    // Most words are in no quotes.
    if (!'\\"\''.includes(text.charAt(begin))) return { text: text.slice(begin, end), start: begin };
    const [opening = ''] = /^\\{0,16}["']/.exec(text.slice(begin, Math.min(end, begin + 17))) ?? [];
    const raw = text.slice(begin + opening.length, end);
    const isClosed = opening !== '' && raw.endsWith(opening);
    return { text: isClosed ? raw.slice(0, -opening.length) : raw, start: begin + opening.length };
  }

  /** Behind the quote that begins here; behind one character where none does. */
  function behindQuote(index: number): number {
    let sign = index;
    while (sign < to && text.charAt(sign) === '\\') sign++;
    const quote = text.charAt(sign);
    if (quote !== '"' && quote !== "'")
      return Math.min(to, index === sign ? index + 1 : sign + ((sign - index) % 2));
    // In a word of prose it is an apostrophe.
    if (index > start && /^[A-Za-z]+$/.test(text.slice(Math.max(start, index - 32), index))) return sign + 1;
    const close = closing(text, sign, sign - index, Math.min(to, sign + longestQuote));
    if (close === undefined) {
      if (index === start) start = sign + 1;
      return sign + 1;
    }
    const end = close - (sign - index);
    if (/[\s;|&]/.test(text.slice(sign + 1, end))) quoted.push([sign + 1, end]);
    const behind = close + 1;
    // In a list of JSON the next word begins here.
    if (!',]}:'.includes(text.charAt(behind)) || behind >= to) return behind;
    finish(behind, 'none');
    start = behind + 1;
    return start;
  }
}

/** The index of the next such quote with as many backslashes before it. */
function closing(text: string, sign: number, backslashes: number, to: number): number | undefined {
  const quote = text.charAt(sign);
  for (
    let index = text.indexOf(quote, sign + 1);
    index >= 0 && index < to;
    index = text.indexOf(quote, index + 1)
  ) {
    let count = 0;
    while (index - count - 1 > sign && text.charAt(index - count - 1) === '\\') count++;
    if (count === backslashes) return index;
  }
  return undefined;
}
