/** The lines of a patch, which the readers of both forms of patches share. */

export interface PatchLine {
  /** Without its line end. */
  readonly text: string;
  /** Offset of its first character. */
  readonly start: number;
}

/** The lines of a text. Lines end as on Unix or as on Windows. */
export function patchLines(text: string): readonly PatchLine[] {
  const lines: PatchLine[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    lines.push({ text: line.replace(/\r$/, ''), start });
    start += line.length + 1;
  }
  return lines;
}
