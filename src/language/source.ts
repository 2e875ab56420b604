/**
 * A policy file as text, and the positions in it. Everything inside the engine
 * counts in offsets (UTF-16 code units); lines and columns exist only at the edge.
 */

/** A half-open range of offsets into one source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A policy file: its path below the policy root (with `/`) and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** One-based line and column of an offset, and the line's own text. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly lineStart: number;
  readonly lineText: string;
}

/** Finds positions in one text; looks each up in O(log lines) after one pass. */
export interface LineIndex {
  positionAt(offset: number): Position;
  lineText(line: number): string;
  readonly lineCount: number;
}

/** Indexes the lines of `text`. Lines end at `\n`; a `\r` before it is not part of the line. */
export function indexLines(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineText = (line: number): string => {
    const start = starts[line - 1] ?? 0;
    const end = starts[line] === undefined ? text.length : starts[line] - 1;
    return text.slice(start, end).replace(/\r$/, '');
  };
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  return {
    lineCount: starts.length,
    lineText,
    positionAt(offset) {
      const clamped = Math.max(0, Math.min(offset, text.length));
      const line = lineOf(clamped);
      const lineStart = starts[line - 1] ?? 0;
      return { line, column: clamped - lineStart + 1, lineStart, lineText: lineText(line) };
    },
  };
}
