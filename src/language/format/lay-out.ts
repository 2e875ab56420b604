/**
 * Pieces and comments → lines. Every comment is between two pieces, or inside
 * one. They are written in that order, so that none is lost, doubled or moved before another one:
 *
 * - A comment after something on its line stays after it and ends the line.
 * - A comment on its own line goes before the next piece, with the same indentation. If the author indented it further, it
 *   belongs to the block that ends there and stays in that block.
 * - A comment inside a piece, such as `reason # why` with the text below it, goes before the piece.
 */
import type { Span } from '../source.ts';
import type { Comment, SourceText } from './origin.ts';
import { maximalWidth, type PlacedPiece } from './piece.ts';

/** A declaration as pieces; between declarations of one group there can be no empty line. */
export interface Block {
  readonly group: string;
  readonly span: Span;
  readonly pieces: readonly PlacedPiece[];
}

/** The text of blocks and of the comments in and between them; every line ends with `\n`. */
export function layOut(blocks: readonly Block[], origin: SourceText): string {
  const page: Page = { origin, lines: [], enclosing: [], next: 0, end: 0 };
  for (const [index, { pieces, span }] of blocks.entries()) {
    let behind = 0;
    for (const [at, piece] of pieces.entries()) {
      behind = Math.max(behind, piece.span.end);
      const comments = writeComments(page, behind, { block: index, piece, isFirst: at === 0 });
      writePiece(page, index, piece, comments);
    }
    page.end = span.end;
  }
  writeComments(page, Number.POSITIVE_INFINITY, { block: blocks.length, piece: undefined, isFirst: true });
  return withEmptyLines(page.lines, blocks);
}

interface Line {
  text: string;
  readonly indent: number;
  readonly isComment: boolean;
  /** The author left an empty line before it. */
  readonly isApart: boolean;
  /** The block that it is in, or before. */
  readonly block: number;
}

interface Page {
  readonly origin: SourceText;
  readonly lines: Line[];
  /** The lines around the last one, the innermost last: their columns in the output and in the source. */
  readonly enclosing: { readonly indent: number; readonly written: number }[];
  /** The index of the next comment. */
  next: number;
  /** Where the last whole block ends in the source. */
  end: number;
}

/** What comments are before; the end of the text has no piece. */
interface Following {
  readonly block: number;
  readonly piece: PlacedPiece | undefined;
  readonly isFirst: boolean;
}

/**
 * Writes the comments that start before an offset. After a comment the next piece has to begin a line. Comments from inside
 * that piece use up the empty line before it.
 */
function writeComments(page: Page, before: number, following: Following): 'none' | 'before' | 'inside' {
  const { origin, lines } = page;
  const { block, piece, isFirst } = following;
  const start = piece?.span.start ?? Number.POSITIVE_INFINITY;
  let written: 'none' | 'before' | 'inside' = 'none';
  let indent = Number.POSITIVE_INFINITY;
  for (; ; page.next++) {
    const comment = origin.comments[page.next];
    if (comment === undefined || comment.span.start >= before) return written;
    const isInside = comment.span.start >= start;
    const last = lines.at(-1);
    if (comment.isTrailing && !isInside && written === 'none' && last !== undefined)
      last.text += `  ${comment.text}`;
    else {
      indent = Math.min(indent, indentOf(page, comment, piece));
      const isMoved = isInside && written !== 'inside';
      lines.push({
        text: comment.text,
        indent,
        isComment: true,
        isApart: origin.hasEmptyLineBefore(isMoved ? start : comment.span.start),
        // Further in than a declaration is inside the one before.
        block: isFirst && indent > 0 ? Math.max(0, block - 1) : block,
      });
    }
    written = isInside ? 'inside' : 'before';
  }
}

/** How far in a whole-line comment goes. */
function indentOf(
  { origin, enclosing, end }: Page,
  comment: Comment,
  piece: PlacedPiece | undefined,
): number {
  // Before a parenthesis that closes the last condition of a declaration.
  if (comment.span.start < end) return Math.max(2, enclosing.at(-1)?.indent ?? 0);
  const least = piece === undefined ? 0 : piece.position === 'closing' ? piece.indent + 2 : piece.indent;
  if (comment.isTrailing || (piece !== undefined && comment.span.start >= piece.span.start)) return least;
  const written = origin.indentOf(comment.span.start);
  if (written <= (piece === undefined ? 0 : origin.indentOf(piece.span.start))) return least;
  const block = enclosing.findLast((each) => each.written <= written);
  if (block === undefined) return least;
  return Math.max(least, block.written < written ? block.indent + 2 : block.indent);
}

function writePiece(
  { origin, lines, enclosing }: Page,
  block: number,
  { text, position, indent, span }: PlacedPiece,
  comments: 'none' | 'before' | 'inside',
): void {
  const last = lines.at(-1);
  if (position === 'fill' && comments === 'none' && last !== undefined) {
    if (last.indent + last.text.length + 1 + text.length <= maximalWidth) {
      last.text += ` ${text}`;
      return;
    }
  }
  while ((enclosing.at(-1)?.indent ?? -1) >= indent) enclosing.pop();
  enclosing.push({ indent, written: origin.indentOf(span.start) });
  const mayBeApart = (position === 'paragraph' || indent === 0) && comments !== 'inside';
  const isApart = mayBeApart && origin.hasEmptyLineBefore(span.start);
  lines.push({ text, indent, isComment: false, isApart, block });
}

/**
 * The lines with the empty ones between them: those of the author, at most one at
 * a time and none at the start of a block; and one between declarations, unless
 * both are of a kind and have one line, when it is the author's choice.
 */
function withEmptyLines(lines: readonly Line[], blocks: readonly Block[]): string {
  const heights = new Map<number, number>();
  for (const { isComment, indent, block } of lines)
    if (!isComment || indent > 0) heights.set(block, (heights.get(block) ?? 0) + 1);
  const isCompact = (block: number): boolean =>
    blocks[block] !== undefined &&
    blocks[block]?.group === blocks[block - 1]?.group &&
    heights.get(block) === 1 &&
    heights.get(block - 1) === 1;
  return lines
    .map((line, index) => {
      const before = lines[index - 1];
      const isEmpty =
        before !== undefined &&
        (before.block === line.block
          ? line.isApart && line.indent <= before.indent
          : line.isApart || !isCompact(line.block));
      return `${isEmpty ? '\n' : ''}${' '.repeat(line.indent)}${line.text}\n`;
    })
    .join('');
}
