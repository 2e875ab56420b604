/** The lines of a script of Vim, where its commands end, and the names of files in them. */
import { joinPieces, type Piece, type Shape } from '../../../pattern/text/shape.ts';
import { shapeOfMarked } from './expression.ts';

interface VimLine {
  readonly text: string;
  readonly start: number;
  /** It is a script in this language. */
  readonly language?: string;
}

const hereDocument =
  /(?:^|[\s:|!])(py(?:thon|3|thon3|x|thonx)?|lua|rub(?:y)?|pe(?:rl)?)\s*<<\s*(?:trim\s+)?(\S*)$/;

/** A longer line begins no script: it is cut off, which is unknown. */
const longestHead = 10_000;

const languages: readonly (readonly [string, string])[] = [
  ['lua', 'lua'],
  ['ru', 'ruby'],
  ['pe', 'perl'],
];

/** A line that begins with a back-slash goes on with the one before. */
export function vimLines(code: string): readonly VimLine[] {
  const lines: { text: string; start: number; language?: string }[] = [];
  const all = code.split('\n');
  let start = 0;
  for (let at = 0; at < all.length; at++) {
    const text = all[at] ?? '';
    const from = start;
    start += text.length + 1;
    const last = lines[lines.length - 1];
    if (/^\s*\\/.test(text) && last !== undefined) {
      last.text += text.replace(/^\s*\\/, '');
      // In a list of commands it is a range.
      if (/^\s*\\[/?&]/.test(text)) lines.push({ text, start: from });
      continue;
    }
    const [, name, end] = (text.length > longestHead ? undefined : hereDocument.exec(text.trimEnd())) ?? [];
    if (name === undefined) {
      lines.push({ text, start: from });
      continue;
    }
    const body: string[] = [];
    for (at++; at < all.length; at++) {
      const line = all[at] ?? '';
      start += line.length + 1;
      if (line.trim() === (end === '' ? '.' : end)) break;
      body.push(line);
    }
    const language = languages.find(([begin]) => name.startsWith(begin))?.[1] ?? 'python';
    lines.push({ text: withoutIndent(body).join('\n'), start: from, language });
  }
  return lines;
}

function withoutIndent(lines: readonly string[]): readonly string[] {
  const indent = /^\s*/.exec(lines[0] ?? '')?.[0] ?? '';
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
}

/** The first bar outside of quotes, in an expression. */
export function quotedBarOf(text: string): number {
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\' && quote !== "'") at++;
    else if (quote !== undefined) quote = character === quote ? undefined : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === '|' && text[at + 1] === '|') at++;
    else if (character === '|') return at;
  }
  return -1;
}

/** The first bar, in other commands. */
export function barOf(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' || text[at] === '\u0016') at++;
    else if (text[at] === '|') return at;
  }
  return -1;
}

/** The words of a text, as written. */
export const files = (text: string): readonly string[] => text.match(/(?:\\.|[^\s\\])+/gs) ?? [];

const special =
  /\\(.)|\u0016(.)|(%|#+\d*|<[a-zA-Z]+>)(?::[a-z](?:\W[^\W]*\W)?)*|(\$(?!HOME\b)\{?\w+\}?|\{[^}]*\}|\*\*\/?)|([*?]|\[[^\]/]{1,80}\])|<(?:CR|cr|Enter|NL|nl|Esc|esc|Bar|bar)>.*$/gs;

/** The path that a word names, with what Vim fills in. */
export function operand(word: string): Shape {
  const text = word.trim().replace(/<(?:CR|Enter|NL|Esc|Bar)>.*$/is, '');
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(special)) {
    pieces.push(...shapeOfMarked(text.slice(from, match.index)).pieces);
    from = match.index + match[0].length;
    const literal = match[1] ?? match[2];
    const glob = match[5];
    if (literal !== undefined) pieces.push({ kind: 'text', text: literal });
    else if (glob !== undefined) pieces.push({ kind: 'glob', glob });
    else pieces.push({ kind: 'any' });
  }
  pieces.push(...shapeOfMarked(text.slice(from)).pieces);
  return joinPieces(pieces, word);
}
