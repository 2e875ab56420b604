/** Globs inside plain texts: a variable that stands without quotes, a pattern that a program itself expands. */
import { bracketAt } from '../../../pattern/bracket.ts';
import { type Piece, type Shape, staticText } from '../../../pattern/shape.ts';

/** A text whose `*`, `?`, `[…]` and `@(…)` are globs. */
export function globPieces(text: string): readonly Piece[] {
  if (text === '') return [];
  if (!/[*?[]|[+@!]\(/.test(text)) return [{ kind: 'text', text }];
  const pieces: Piece[] = [];
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const end = endOfGlob(text, at);
    if (end > at) {
      if (plain !== '') pieces.push({ kind: 'text', text: plain });
      plain = '';
      pieces.push({ kind: 'glob', glob: text.slice(at, end) });
      at = end;
    } else plain += text[at++] ?? '';
  }
  return plain === '' ? pieces : [...pieces, { kind: 'text', text: plain }];
}

/** Where a glob ends that begins at a place; the place itself where none does. */
function endOfGlob(text: string, from: number): number {
  const character = text[from] ?? '';
  if ('?*+@!'.includes(character) && text[from + 1] === '(') {
    const end = endOfGroup(text, from + 1);
    if (end > from) return end;
  }
  if (character === '?') return from + 1;
  if (character === '*') {
    let end = from + 1;
    // Of `**(a)` the second begins a group.
    while (text[end] === '*' && !(text[end + 1] === '(' && endOfGroup(text, end + 1) > 0)) end++;
    return end;
  }
  if (character !== '[') return from;
  const bracket = bracketAt(text, from);
  // In a path a slash ends every bracket.
  return bracket === undefined || text.slice(from, bracket.end).includes('/') ? from : bracket.end;
}

/** Where parentheses end that open at a place, with those inside of them; -1 where they do not. */
function endOfGroup(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return -1;
}

/** A shape whose text is a pattern for the program that it is given to. */
export function pathsOf(shape: Shape): readonly Piece[] {
  const text = staticText(shape);
  return text === undefined ? shape.pieces : globPieces(text);
}
