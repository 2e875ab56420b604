/**
 * Texts in quotes, of any language: where they end, what their escapes mean, and which expressions are inside. A text
 * without an end goes to the end of its line, or of the code if it may have several lines.
 */
import type { Lexer } from './lexer.ts';
import type { Part } from './token.ts';

/**
 * How a quoting treats a back-slash. `c`: `\n`, `\x41`, `\u0041`, and any other character after it means itself.
 * `python`: the same, but the back-slash of an unknown escape stays. `single`: only the quote and the back-slash can be
 * escaped. `raw`: it stays, and so does the next character. `none`: it means nothing.
 */
export type Escapes = 'c' | 'python' | 'single' | 'raw' | 'none';

export interface Quoting {
  readonly close: string;
  /** The sign that opens another level, for quotings like `q{…{…}…}`. */
  readonly open?: string | undefined;
  readonly escapes: Escapes;
  /** The letters that mean another character behind a back-slash, where they are not the usual ones. */
  readonly letters?: string;
  /** Up to three digits are a number of base 10, and `\z` leaves out the blanks behind it: Lua. */
  readonly isDecimal?: boolean;
  readonly lines: boolean;
  /** The expression inside the text at a place; undefined if there is none. */
  readonly inserted?: ((lexer: Lexer, at: number) => Inserted | undefined) | undefined;
}

export interface Inserted {
  readonly parts: readonly Part[];
  readonly end: number;
}

/** Reads a text from after its opening quote; `end` is after the closing one. */
export function readQuoted(lexer: Lexer, from: number, quoting: Quoting): Inserted {
  const { code } = lexer;
  const parts: Part[] = [];
  let text = '';
  let depth = 0;
  let at = from;
  while (at < lexer.end) {
    const character = code[at] ?? '';
    if (depth === 0 && code.startsWith(quoting.close, at)) break;
    if (character === '\n' && !quoting.lines) break;
    if (character === '\\' && quoting.escapes !== 'none') {
      const escaped = readEscape(code, at, quoting);
      if (escaped.text === undefined) {
        parts.push(text, []);
        text = '';
      } else text += escaped.text;
      at = escaped.end;
      continue;
    }
    const inserted = quoting.inserted?.(lexer, at);
    if (inserted !== undefined && inserted.end > at) {
      if (text !== '') parts.push(text);
      text = '';
      parts.push(...inserted.parts);
      at = inserted.end;
      continue;
    }
    if (character === quoting.open) depth++;
    else if (depth > 0 && character === quoting.close) depth--;
    text += character;
    at++;
  }
  if (text !== '') parts.push(text);
  const closed = code.startsWith(quoting.close, at) && at < lexer.end;
  return { parts, end: Math.min(closed ? at + quoting.close.length : at, lexer.end) };
}

const named = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['e', '\x1B'],
  ['s', ' '],
  ['\n', ''],
]);
const usualLetters = 'ntr0abfve\n';

/** A number of base 10, and a `\z` with the blanks that it leaves out. */
const decimal = /(\d{1,3})|z\s*/y;

/** Escapes whose meaning is not followed: `\N{DIGIT ONE}`, `\cA`, `\M-a`. */
const unknownEscape = /N\{[^}]*\}?|c.?|[CM]-.?/sy;

/** The characters of numbers in base 16 between braces: `\x{61}`, `\u{61 2e}`. */
function charactersOf(digits: string): string | undefined {
  const numbers = digits.trim().split(/[ \t]+/);
  const points = numbers.map((each) =>
    /^[\da-f_]+$/i.test(each) ? Number.parseInt(each.replaceAll('_', ''), 16) : NaN,
  );
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}

/** The text of an escape; undefined if it is not known. */
export function readEscape(
  code: string,
  at: number,
  { escapes, letters = usualLetters, close, open, isDecimal }: Quoting,
): { text: string | undefined; end: number } {
  const next = code[at + 1];
  if (next === undefined) return { text: '\\', end: at + 1 };
  if (escapes === 'raw') return { text: `\\${next}`, end: at + 2 };
  if (escapes === 'single') {
    const counts = next === '\\' || next === close || next === open;
    return { text: counts ? next : `\\${next}`, end: at + 2 };
  }
  if (isDecimal) {
    decimal.lastIndex = at + 1;
    const [all, digits] = decimal.exec(code) ?? [];
    if (all !== undefined) {
      const text = digits === undefined ? '' : String.fromCodePoint(Number(digits));
      return {
        text: digits !== undefined && Number(digits) > 0x7f ? undefined : text,
        end: at + 1 + all.length,
      };
    }
  }
  const coded = /x([0-9a-fA-F]{1,2})|[xu]\{([^{}"']*)\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})/y;
  coded.lastIndex = at + 1;
  const match = coded.exec(code);
  if (match !== null) {
    const [all, short, several, four, eight, octal] = match;
    const end = at + 1 + all.length;
    if (octal !== undefined) return { text: String.fromCodePoint(Number.parseInt(octal, 8)), end };
    return { text: charactersOf(short ?? several ?? four ?? eight ?? ''), end };
  }
  unknownEscape.lastIndex = at + 1;
  const unknown = escapes === 'c' ? unknownEscape.exec(code) : null;
  if (unknown !== null) return { text: undefined, end: at + 1 + unknown[0].length };
  const known = letters.includes(next) ? named.get(next) : undefined;
  if (known !== undefined) return { text: known, end: at + 2 };
  const keeps = escapes === 'python' && !`\\'"`.includes(next);
  return { text: keeps ? `\\${next}` : next, end: at + 2 };
}

const pairs = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
]);

/** The closing delimiter of a quoting whose delimiter the script chooses: `q(…)`, `%w[…]`, `m!…!`. */
export const closing = (open: string): string => pairs.get(open) ?? open;
