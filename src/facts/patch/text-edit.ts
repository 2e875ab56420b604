/** Applies edits to a text, if each of them fits in exactly one place. */

/** A part of a text, and its replacement. */
export interface TextEdit {
  readonly before: string;
  readonly after: string;
  /** Replaces every occurrence. */
  readonly all: boolean;
}

/** The limit in characters. Edits that double the text thirty times would fill the memory. */
const longestEdited = 1_048_576;

/** The text after the edits, in order; undefined if one fits in no place or in several, or the result is too long. */
export function editText(text: string, edits: readonly TextEdit[]): string | undefined {
  let edited = text;
  for (const { before, after, all } of edits) {
    const at = before === '' ? -1 : edited.indexOf(before);
    if (at < 0 || (!all && edited.includes(before, at + 1))) return undefined;
    const pieces = all ? edited.split(before) : [edited.slice(0, at), edited.slice(at + before.length)];
    const places = pieces.length - 1;
    if (edited.length + places * (after.length - before.length) > longestEdited) return undefined;
    edited = pieces.join(after);
  }
  return edited;
}
