/** Applies edits to a text, if they fit in exactly one place. */

/** A part of a text, and its replacement. */
export interface TextEdit {
  readonly before: string;
  readonly after: string;
  /** Replaces every occurrence. */
  readonly all: boolean;
}

/** The text after the edits, in order; undefined if one of them fits nowhere, or in several places. */
export function editText(text: string, edits: readonly TextEdit[]): string | undefined {
  let edited = text;
  for (const { before, after, all } of edits) {
    const at = before === '' ? -1 : edited.indexOf(before);
    if (at < 0 || (!all && edited.includes(before, at + 1))) return undefined;
    edited = all
      ? edited.split(before).join(after)
      : edited.slice(0, at) + after + edited.slice(at + before.length);
  }
  return edited;
}
