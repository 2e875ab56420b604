/** Where parsing stopped, and the words around that place. */
import type { Expectation } from './generated/parser.js';
import { tokensOf } from './scan.ts';
import type { Span } from './source.ts';

/** Where parsing of `piece` stopped, and what the grammar would have taken there. */
export interface Stop {
  readonly path: string;
  readonly text: string;
  readonly piece: Span;
  readonly offset: number;
  readonly expected: readonly Expectation[];
}

export interface FoundWord {
  /** Empty at the end of the piece. */
  readonly text: string;
  readonly span: Span;
}

/** The word, text or symbol at an offset, shortened for a message. */
export function wordAt(text: string, offset: number, end: number): FoundWord {
  let start = offset;
  while (start < end && /\s/.test(text[start] ?? '')) start++;
  const match = /^(?:[A-Za-z0-9_][A-Za-z0-9_-]*|"[^"\r\n]{0,40}"?|'[^'\r\n]{1,40}'|[=!<>&|]+|[\s\S])/u.exec(
    text.slice(start, Math.min(end, start + 60)),
  );
  const word = match?.[0] ?? '';
  return { text: word, span: { start, end: start + word.length } };
}

/** Where the first word of a piece starts; comments before it are passed over. */
export const firstWord = (text: string, piece: Span): number | undefined => tokensOf(text, piece)[0]?.start;

/** The word after which something is missing. */
export function lastWord(text: string, { start }: Span, offset: number): Span {
  return tokensOf(text, { start, end: offset }).at(-1) ?? { start, end: start };
}

export function describePlace(text: string, piece: Span): string {
  const word = /^[A-Za-z-]+/.exec(text.slice(piece.start, piece.start + 40))?.[0];
  return word === undefined ? 'the file' : `\`${word}\``;
}

export const wordsBefore = (text: string, { start }: Span, end: number): readonly string[] =>
  tokensOf(text, { start, end }).map((token) => text.slice(token.start, token.end));

/** A list or text right after the word at which parsing stopped. */
export const wordBehind = (text: string, piece: Span, { span }: FoundWord): string =>
  /^\s*(@[A-Za-z][\w-]*|"[^"\r\n]*")/.exec(text.slice(span.end, Math.min(piece.end, span.end + 80)))?.[1] ??
  '';
