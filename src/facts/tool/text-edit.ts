/** What a file holds when a tool has changed a part of it: only where the part is there, and one place alone is meant. */

/** A part of a text, and what takes its place. */
export interface TextEdit {
  readonly before: string;
  readonly after: string;
  /** Wherever it is, and not in one place alone. */
  readonly all: boolean;
}

/** The text with the edits made one after the other; undefined where one of them would fail, or could be meant otherwise. */
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
