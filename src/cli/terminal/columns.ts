/** Rows of cells as lines of text. */

interface ColumnOptions {
  /** Columns of numbers, which end below one another. */
  readonly numbers?: (column: number) => boolean;
  /** A longer cell pushes the rest of its own row only. */
  readonly widest?: number;
}

/** A line for each row, in columns of equal width with two blanks between them. */
export function columns(
  rows: readonly (readonly string[])[],
  { numbers = () => false, widest = Number.POSITIVE_INFINITY }: ColumnOptions = {},
): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0).filter((length) => length <= widest)),
  );
  const cellAt = (cell: string, at: number): string =>
    numbers(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return rows.map((row) => row.map(cellAt).join('  ').trimEnd());
}
