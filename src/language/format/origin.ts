/**
 * What a text says beyond its tree: its comments, which parts the author began on a new line or put in parentheses, and how
 * texts in quotes are spelt. A tree that was made, and not read, has no such origin.
 */
import { commentsOf, tokensOf } from '../scan.ts';
import type { Span } from '../source.ts';

/** A comment from its `#` to the end of its line, without white space at its end. */
export interface Comment {
  readonly span: Span;
  readonly text: string;
  /** Whether something else is before it on its line. */
  readonly isTrailing: boolean;
}

export interface SourceText {
  /** In the order of the text. */
  readonly comments: readonly Comment[];
  /** The text of a node as it is spelt; undefined where there is none. */
  spelling(span: Span): string | undefined;
  /** Whether a line ends between two offsets. */
  hasLineEnd(start: number, end: number): boolean;
  hasComment(span: Span): boolean;
  /** Whether an empty line is right before an offset. */
  hasEmptyLineBefore(offset: number): boolean;
  /** Whether parentheses are right around a node. */
  isInParentheses(span: Span): boolean;
  /** How far the line of an offset is indented, in columns. */
  indentOf(offset: number): number;
}

export const noOrigin: SourceText = {
  comments: [],
  spelling: () => undefined,
  hasLineEnd: () => false,
  hasComment: () => false,
  hasEmptyLineBefore: () => false,
  isInParentheses: () => false,
  indentOf: () => 0,
};

/** What a text without errors says beyond its tree. Made in linear time; a question takes logarithmic time. */
export function originOf(text: string): SourceText {
  const lines = lineStarts(text);
  const tokens = tokensOf(text, { start: 0, end: text.length });
  const comments = commentsOf(text, tokens).map(({ span, isTrailing }) => ({
    span,
    isTrailing,
    text: text.slice(span.start, span.end).trimEnd(),
  }));
  const indents = new Map<number, number>();
  const indentOfLine = (line: number): number => {
    const known = indents.get(line);
    if (known !== undefined) return known;
    let columns = 0;
    for (let at = lines[line] ?? 0; isSpace(text, at); at++) columns += text[at] === '\t' ? tabWidth : 1;
    indents.set(line, columns);
    return columns;
  };
  const lineOf = (offset: number): number => firstIndex(lines, (start) => start > offset) - 1;
  return {
    comments,
    spelling: ({ start, end }) => text.slice(start, end),
    hasLineEnd: (start, end) => lineOf(start) !== lineOf(end),
    hasComment: ({ start, end }) => {
      const next = comments[firstIndex(comments, ({ span }) => span.start >= start)];
      return next !== undefined && next.span.start < end;
    },
    hasEmptyLineBefore: (offset) => {
      const start = lines[lineOf(offset) - 1];
      return start !== undefined && isBlank(text, start, offset);
    },
    isInParentheses: ({ start, end }) => {
      const behind = tokens[firstIndex(tokens, (token) => token.start >= end)];
      const before = tokens[firstIndex(tokens, (token) => token.start >= start) - 1];
      return text[behind?.start ?? -1] === ')' && text[before?.start ?? -1] === '(';
    },
    indentOf: (offset) => indentOfLine(lineOf(offset)),
  };
}

const tabWidth = 4;

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\r|\n/g)) starts.push(end.index + end[0].length);
  return starts;
}

/** The white space of the grammar. */
const isSpace = (text: string, at: number): boolean =>
  at < text.length && ' \t\r\n\uFEFF\u00A0'.includes(text.charAt(at));

/** Looks from the end, where in a full line it ends at once. */
function isBlank(text: string, start: number, end: number): boolean {
  for (let at = end - 1; at >= start; at--) if (!isSpace(text, at)) return false;
  return true;
}

/** The index of the first item with a property that all later ones have too; the length where there is none. */
function firstIndex<Item>(items: readonly Item[], isSo: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && isSo(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
