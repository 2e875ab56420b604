/** The escapes of GNU sed in the texts that it runs. What versions of sed read in several ways is unknown. */
import { anyShape, joinPieces, type Piece, type Shape } from '../../../pattern/text/shape.ts';

/** `\x41`, `\o101`, `\d065`, `\cA`, and any other character behind a back-slash. */
const escapes = /\\(?:x([\da-fA-F]{1,2})|o([0-7]{1,3})|d(\d{1,3})|c([^\\])|([\s\S]))/y;

const controls: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** One escape of a text: what it means, and where it ends. */
interface Escape {
  readonly piece: Piece;
  readonly end: number;
  /** The character behind the back-slash, if it is no code of a character. */
  readonly letter: string | undefined;
}

const any: Piece = { kind: 'any' };

function escapeAt(text: string, at: number): Escape {
  escapes.lastIndex = at;
  const [all = '\\', hex, octal, decimal, control, letter] = escapes.exec(text) ?? [];
  const end = at + all.length;
  if (letter !== undefined) {
    // Without a number behind them, versions of sed differ.
    const isUnclear = /[xodc]/.test(letter);
    return { piece: isUnclear ? any : { kind: 'text', text: controls.get(letter) ?? letter }, end, letter };
  }
  const code =
    control === undefined
      ? Number.parseInt(hex ?? octal ?? decimal ?? '', hex ? 16 : octal ? 8 : 10)
      : control.toUpperCase().charCodeAt(0) ^ 0x40;
  return { piece: ofCode(code), end, letter: undefined };
}

/** A back-slash and `&` mean themselves in new versions of sed, and something in a replacement in old ones. */
const ofCode = (code: number): Piece =>
  code > 0 && code < 0x80 && code !== 0x26 && code !== 0x5c
    ? { kind: 'text', text: String.fromCharCode(code) }
    : any;

/** The text that the command `e` runs. */
export function sedCommandShape(text: string): Shape {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    const found = character === '\\' ? escapeAt(text, at) : undefined;
    pieces.push(found?.piece ?? { kind: 'text', text: character });
    at = found?.end ?? at + 1;
  }
  return joinPieces(pieces, text);
}

/** How letters are changed: `\U`, `\L` until `\E`, and `\u`, `\l` for the next character, which a match may be. */
interface Case {
  whole: 'U' | 'L' | undefined;
  next: 'u' | 'l' | 'maybe' | undefined;
}

/** What takes the place of a match: `&` and `\1` are what the pattern matched. */
export function sedReplacementShape(text: string, delimiter: string): Shape {
  // A letter that ends the text may be an escape as well.
  if (/\w/.test(delimiter) && text.includes('\\')) return anyShape(text);
  const pieces: Piece[] = [];
  const letters: Case = { whole: undefined, next: undefined };
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    const found = character === '\\' ? escapeAt(text, at) : undefined;
    at = found?.end ?? at + 1;
    const letter = found?.letter;
    if (letter === 'U' || letter === 'L' || letter === 'E') {
      letters.whole = letter === 'E' ? undefined : letter;
      letters.next = undefined;
    } else if (letter === 'u' || letter === 'l') letters.next = letter;
    else if ((letter === undefined && character === '&') || /\d/.test(letter ?? '')) {
      pieces.push(any);
      if (letters.next !== undefined) letters.next = 'maybe';
    } else pieces.push(cased(found?.piece ?? { kind: 'text', text: character }, letters));
  }
  return joinPieces(pieces, text);
}

/** A character in the case that counts. */
function cased(piece: Piece, letters: Case): Piece {
  const { next, whole } = letters;
  letters.next = undefined;
  if (piece.kind !== 'text' || (next === undefined && whole === undefined)) return piece;
  // What becomes of other letters depends on the locale.
  if (next === 'maybe' || piece.text > '\u007f') return any;
  const isUpper = next === undefined ? whole === 'U' : next === 'u';
  return { kind: 'text', text: isUpper ? piece.text.toUpperCase() : piece.text.toLowerCase() };
}
