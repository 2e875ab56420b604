/**
 * Finds globs in plain texts: in the value of a variable without quotes, or in a pattern that a program itself
 * expands.
 */
import { bracketAt } from '../../../pattern/path/bracket.ts';
import { type Piece, type Shape, staticText } from '../../../pattern/text/shape.ts';

/** The pieces of a text in which `*`, `?`, `[…]` and `@(…)` are globs. */
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

/** The end of a glob that begins at `from`; `from` itself if none begins there. */
function endOfGlob(text: string, from: number): number {
  const character = text[from] ?? '';
  if ('?*+@!'.includes(character) && text[from + 1] === '(') {
    const end = endOfGroup(text, from + 1);
    if (end > from) return end;
  }
  if (character === '?') return from + 1;
  if (character === '*') {
    let end = from + 1;
    // In `**(a)` the second star begins a group.
    while (text[end] === '*' && !(text[end + 1] === '(' && endOfGroup(text, end + 1) > 0)) end++;
    return end;
  }
  if (character !== '[') return from;
  const bracket = bracketAt(text, from);
  // In a path a slash ends every bracket.
  return bracket === undefined || text.slice(from, bracket.end).includes('/') ? from : bracket.end;
}

/** The end of a group whose parenthesis opens at a place, with inner groups; -1 if it is not closed. */
function endOfGroup(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return -1;
}

/** The pieces of a shape whose text is a pattern for the program that gets it. */
export function pathsOf(shape: Shape): readonly Piece[] {
  const text = staticText(shape);
  return text === undefined ? shape.pieces : globPieces(text);
}
