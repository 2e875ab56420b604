/**
 * What is laid out: pieces of text that are never broken, each with the part of
 * the source that it says, so that comments find their place. Here they are put
 * together; where they go on lines is for lay-out.ts.
 */
import type { Span } from '../source.ts';

/** A piece of a line, such as `deny force-push`, `or "b"`, `"**\/.env",`. */
export interface TextPiece {
  readonly text: string;
  readonly span: Span;
}

/**
 * Where a piece can be: after the one before it while there is room (`fill`); on a new line (`line`); on a new line that may
 * have an empty line before it (`paragraph`); on the line of the bracket that closes a block (`closing`).
 */
export type LinePosition = 'fill' | 'line' | 'paragraph' | 'closing';

/** A piece with its place. */
export interface PlacedPiece extends TextPiece {
  readonly position: LinePosition;
  /** Columns before it where it begins a line. */
  readonly indent: number;
}

/** A line is broken where it would grow longer, if there is a place to break it. */
export const maximalWidth = 110;

/** The width of pieces on one line. */
export const widthOf = (pieces: readonly TextPiece[]): number =>
  pieces.reduce((sum, { text }) => sum + text.length + 1, -1);

export const place = (
  pieces: readonly TextPiece[],
  position: LinePosition,
  indent: number,
): readonly PlacedPiece[] => pieces.map((piece) => ({ ...piece, position, indent }));

/** The first piece begins a line, the others follow where there is room. */
export const placeLine = (
  [first, ...others]: readonly TextPiece[],
  indent: number,
  position: LinePosition = 'line',
  furtherIndent = indent + 2,
): readonly PlacedPiece[] =>
  first === undefined ? [] : [{ ...first, position, indent }, ...place(others, 'fill', furtherIndent)];

/** The same pieces with something before the first; `start` is where that begins in the source, if it is known. */
export const prefixed = <Of extends TextPiece>(
  prefix: string,
  pieces: readonly Of[],
  start?: number,
): readonly Of[] =>
  pieces.map((piece, index) =>
    index > 0
      ? piece
      : { ...piece, text: prefix + piece.text, span: { ...piece.span, start: start ?? piece.span.start } },
  );

/** The same pieces with something added to the last. */
export const suffixed = <Of extends TextPiece>(pieces: readonly Of[], suffix: string): readonly Of[] =>
  pieces.map((piece, index) => (index < pieces.length - 1 ? piece : { ...piece, text: piece.text + suffix }));

/** The same pieces between brackets. */
export const enclosed = <Of extends TextPiece>(
  open: string,
  pieces: readonly Of[],
  close: string,
): readonly Of[] => prefixed(open, suffixed(pieces, close));

/** One of the pieces begins a line. */
export const startLine = (
  [first, ...others]: readonly PlacedPiece[],
  position: LinePosition,
  indent: number,
): readonly PlacedPiece[] => (first === undefined ? [] : [{ ...first, position, indent }, ...others]);

/** The items, with a comma after each but the last. */
export const withCommas = (items: readonly TextPiece[]): readonly TextPiece[] =>
  items.map((item, index) => (index === items.length - 1 ? item : { ...item, text: `${item.text},` }));

/** The items, with `or` before each but the first. */
export const withOr = (items: readonly TextPiece[]): readonly TextPiece[] =>
  items.map((item, index) => (index === 0 ? item : { ...item, text: `or ${item.text}` }));
