/** The escapes of `echo` and `printf` in bash, and those that all shells have in common. */
import type { Piece } from '../../../../pattern/text/shape.ts';

/** Where a text with escapes is: a word of `echo -e`, the format of `printf`, or a word for its `%b`. */
export type EscapePlace = 'echo' | 'format' | 'word';

/**
 * Who reads the escapes. `isBash`: it is bash itself. Otherwise it is any shell, or the program called `echo`
 * or `printf`.
 */
export interface EscapeReader {
  readonly place: EscapePlace;
  readonly isBash: boolean;
}

/** A text after its escapes are read. `ends`: a `\c` ends all output. */
export interface Unescaped {
  readonly pieces: readonly Piece[];
  readonly ends: boolean;
}

const unknown: Piece = { kind: 'any' };

const patterns: Readonly<Record<EscapePlace, RegExp>> = {
  echo: /\\(?:0([0-7]{0,3})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|(.))/gs,
  format: /\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|(.))/gs,
  word: /\\(?:(0[0-7]{0,3}|[1-7][0-7]{0,2})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|(.))/gs,
};

/** Reads the escapes of a text. An escape that shells read in several ways becomes unknown. */
export function unescapeText(text: string, reader: EscapeReader): Unescaped {
  if (!text.includes('\\')) return { pieces: [{ kind: 'text', text }], ends: false };
  const pieces: Piece[] = [];
  let bytes: number[] = [];
  const flush = (): void => {
    if (bytes.length > 0) pieces.push(decodeBytes(bytes));
    bytes = [];
  };
  let from = 0;
  for (const match of text.matchAll(patterns[reader.place])) {
    const [all, octal, hex, short, long, letter] = match;
    if (match.index > from) {
      flush();
      pieces.push({ kind: 'text', text: text.slice(from, match.index) });
    }
    from = match.index + all.length;
    if (letter === 'c' && reader.place !== 'format') {
      flush();
      // ksh reads `\cA` as a control character.
      return { pieces: reader.isBash ? pieces : [...pieces, unknown], ends: true };
    }
    const byte = octal === undefined ? hex && Number.parseInt(hex, 16) : Number.parseInt(octal || '0', 8);
    if (typeof byte === 'number' && isByte(byte, octal, reader)) {
      bytes.push(byte);
      continue;
    }
    flush();
    const code = Number.parseInt(short ?? long ?? '', 16);
    if (letter !== undefined) pieces.push(lettered(letter, reader));
    else if (code > 0 && code < 0x80 && reader.isBash)
      pieces.push({ kind: 'text', text: String.fromCharCode(code) });
    else pieces.push(unknown);
  }
  flush();
  pieces.push({ kind: 'text', text: text.slice(from) });
  return { pieces, ends: false };
}

/** Whether every reader makes this byte of it. */
const isByte = (byte: number, octal: string | undefined, { place, isBash }: EscapeReader): boolean =>
  byte < 256 && (isBash || (octal !== undefined && (place !== 'word' || octal.startsWith('0'))));

/** Decodes UTF-8. It throws if the bytes are not valid. */
export const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The characters of these bytes; unknown if they are not valid UTF-8. */
function decodeBytes(bytes: readonly number[]): Piece {
  try {
    return { kind: 'text', text: utf8.decode(Uint8Array.from(bytes)) };
  } catch {
    return unknown;
  }
}

/** The character of a backslash and a letter; both unchanged if they are no escape. */
function lettered(letter: string, { place, isBash }: EscapeReader): Piece {
  const meant = letters.get(letter);
  if (meant !== undefined) return { kind: 'text', text: meant };
  if (letter === 'e' || letter === 'E') return isBash ? { kind: 'text', text: '\u001b' } : unknown;
  const isQuote = /["'?]/.test(letter);
  if (isQuote && place === 'format' && isBash) return { kind: 'text', text: letter };
  const isDisputed = /[1-7xuUc]/.test(letter) || (isQuote && place !== 'echo');
  return isDisputed && !isBash ? unknown : { kind: 'text', text: `\\${letter}` };
}

const letters: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
]);
