/**
 * The output of `printf` for a known format and known words. The format repeats while words are left. A
 * directive that is not computed here prints something unknown, and everything after an invalid one is unknown.
 */
import { joinPieces, type Piece, type Shape, staticText } from '../../../../pattern/text/shape.ts';
import { longestText, type Word } from '../../word.ts';
import { unescapeText } from './escapes.ts';

const unknown: Piece = { kind: 'any' };

/** The output of `printf` with these words; undefined if it is unknown. `isBash`: bash itself runs it. */
export function printfText(words: readonly Word[], isBash: boolean): Shape | undefined {
  const [first, ...behind] = words;
  const start = first && staticText(first.shape);
  if (start === undefined || (isBash ? /^-[^-]/ : /^-(?!-$)[\s\S]/).test(start)) return undefined;
  const [format, ...rest] = start === '--' ? behind : words;
  const text = format && staticText(format.shape);
  if (text === undefined) return undefined;
  const printing: Printing = {
    words: rest,
    isBash,
    mayShift: rest.some(({ splits, many }) => splits || many),
    next: 0,
    pieces: [],
    read: 0,
  };
  printAll(text, printing);
  return joinPieces(printing.pieces, 'printf …');
}

/** The output so far, and the words that are left. */
interface Printing {
  readonly words: readonly Word[];
  readonly isBash: boolean;
  /** A word may become several, so it is unknown which directive gets which word. */
  readonly mayShift: boolean;
  next: number;
  readonly pieces: Piece[];
  /** The characters of all formats so far, as a bound. */
  read: number;
}

/** One directive: its flags, the minimum width, the precision, and its letter. */
interface Directive {
  readonly flags: string;
  readonly width: number | undefined;
  readonly precision: number | undefined;
  readonly letter: string;
}

const directive = /%(?:%|([-+ #0]*)(\*|\d*)(?:\.(\*|\d*))?([diouxXcsbqaAeEfFgG])|\([^)]*\)T|)/g;

/** The most pieces of an output. */
const mostPieces = 500;

const isShort = ({ pieces, read }: Printing): boolean => pieces.length < mostPieces && read < longestText;

function printAll(format: string, printing: Printing): void {
  const { words, pieces } = printing;
  let before: number;
  do {
    before = printing.next;
    printing.read += format.length;
    if (!printOnce(format, printing)) return;
  } while (printing.next > before && printing.next < words.length && isShort(printing));
  if (printing.next > before && printing.next < words.length) pieces.push(unknown);
}

/** Goes through the format once. Gives false if nothing is printed after it. */
function printOnce(format: string, printing: Printing): boolean {
  let from = 0;
  for (const match of format.matchAll(directive)) {
    if (!printText(format.slice(from, match.index), 'format', printing)) return false;
    from = match.index + match[0].length;
    // In ksh a backslash escapes the percent sign.
    const isEscaped = !printing.isBash && format[match.index - 1] === '\\';
    if (match[0] === '%' || isEscaped) {
      printing.pieces.push(unknown);
      return false;
    }
    if (match[0] === '%%') printing.pieces.push({ kind: 'text', text: '%' });
    else if (!printNext(match, printing)) return false;
  }
  return printText(format.slice(from), 'format', printing);
}

function printText(text: string, place: 'format' | 'word', { isBash, pieces }: Printing): boolean {
  const read = unescapeText(text, { place, isBash });
  pieces.push(...read.pieces);
  return !read.ends;
}

/** Prints the next word by a directive. */
function printNext(
  [all, flags = '', width = '', precision, letter]: RegExpMatchArray,
  printing: Printing,
): boolean {
  const least = sizeOf(width, printing);
  const most = precision === '' ? 0 : sizeOf(precision, printing);
  const word = printing.words[printing.next++];
  // Shells differ in what they do with meaningless directives.
  const isDisputed =
    !printing.isBash &&
    ((letter === 's' && /[^-]/.test(flags)) ||
      (/[bc]/.test(letter ?? '') && all.length > 2) ||
      (/[diu]/.test(letter ?? '') && flags.includes('#')) ||
      (/[\d*]/.test(width) && precision === '*'));
  if (letter === undefined || least === 'unknown' || most === 'unknown' || isDisputed) {
    printing.pieces.push(unknown);
    return true;
  }
  const given = {
    flags: least !== undefined && least < 0 ? `-${flags}` : flags,
    width: least === undefined ? undefined : Math.abs(least),
    precision: most !== undefined && most < 0 ? undefined : most,
    letter,
  };
  const isPlain = flags === '' && least === undefined && most === undefined;
  if (letter === 's' || letter === 'b') return printWord(given, word, isPlain, printing);
  printing.pieces.push(knownValue(word, given, printing) ?? (isPlain ? digitsOf(letter, printing) : unknown));
  return true;
}

/** The width or the precision: a number, or a word that has it. */
function sizeOf(text: string | undefined, printing: Printing): number | 'unknown' | undefined {
  if (text !== '*') return text === undefined || text === '' ? undefined : Math.min(1000, Number(text));
  const word = printing.words[printing.next++];
  const missing = printing.isBash ? '0' : undefined;
  const size = word === undefined ? missing : staticText(word.shape);
  return size === undefined || !/^-?(?:0|[1-9]\d{0,2})$/.test(size) ? 'unknown' : Number(size);
}

function printWord(given: Directive, word: Word | undefined, isPlain: boolean, printing: Printing): boolean {
  const { pieces } = printing;
  const start = pieces.length;
  let goesOn = true;
  for (const piece of word?.shape.pieces ?? []) {
    if (given.letter === 's' || piece.kind !== 'text') pieces.push(piece);
    else goesOn = printText(piece.text, 'word', printing);
    if (!goesOn) break;
  }
  if (isPlain) return goesOn;
  const text = staticText(joinPieces(pieces.splice(start), ''));
  const isKnown = text !== undefined && isAscii(text);
  pieces.push(isKnown ? padded(text.slice(0, given.precision), given) : unknown);
  return goesOn;
}

/** The output for an unknown number. */
const digitsOf = (letter: string, { mayShift }: Printing): Piece =>
  mayShift || letter === 'q' || letter === 'c' ? unknown : { kind: 'name' };

const isAscii = (text: string): boolean => !/[^\u0001-\u007f]/.test(text);

/** The output of a directive for a known word; undefined if it is not computed here. */
function knownValue(word: Word | undefined, given: Directive, { isBash }: Printing): Piece | undefined {
  const { letter } = given;
  const text = word === undefined ? '0' : staticText(word.shape);
  if (text === undefined) return undefined;
  if (letter === 'c') {
    const character = text.slice(0, 1);
    return word !== undefined && character !== '' && isAscii(character)
      ? padded(character, given)
      : undefined;
  }
  const value = /[diouxX]/.test(letter) ? integerOf(text) : undefined;
  // The length of a negative number in bits depends on the program.
  if (value === undefined) return undefined;
  // Not all programs read a leading zero as octal.
  if (!isBash && ((value < 0n && /[ouxX]/.test(letter)) || /^[-+]?0\d/.test(text))) return undefined;
  return numbered(value, given);
}

/** Reads a number as in C: decimal, octal, hexadecimal, or the code of a character. */
function integerOf(text: string): bigint | undefined {
  const [, character] = /^["']([ -~])$/.exec(text) ?? [];
  if (character !== undefined) return BigInt(character.charCodeAt(0));
  const [, sign, digits] = /^([-+]?)(0[xX][\da-fA-F]+|0[0-7]*|[1-9]\d*)$/.exec(text) ?? [];
  if (digits === undefined || digits.length > 24) return undefined;
  const magnitude = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return magnitude >= 1n << 63n ? undefined : sign === '-' ? -magnitude : magnitude;
}

/** Formats a number with the base, the length and the sign of a directive. */
function numbered(value: bigint, given: Directive): Piece {
  const { letter, flags, precision, width } = given;
  const isSigned = letter === 'd' || letter === 'i';
  const magnitude = value >= 0n ? value : isSigned ? -value : (1n << 64n) + value;
  const base = letter === 'o' ? 8 : /x/i.test(letter) ? 16 : 10;
  let digits =
    magnitude === 0n && precision === 0 ? '' : magnitude.toString(base).padStart(precision ?? 0, '0');
  if (letter === 'o' && flags.includes('#') && !digits.startsWith('0')) digits = `0${digits}`;
  const sign = !isSigned ? '' : value < 0n ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const start = base === 16 && flags.includes('#') && magnitude !== 0n ? '0x' : sign;
  if (flags.includes('0') && !flags.includes('-') && precision === undefined)
    digits = digits.padStart((width ?? 0) - start.length, '0');
  const text = `${start}${digits}`;
  return padded(letter === 'X' ? text.toUpperCase() : text, given);
}

const padded = (text: string, { flags, width = 0 }: Directive): Piece => ({
  kind: 'text',
  text: flags.includes('-') ? text.padEnd(width) : text.padStart(width),
});
