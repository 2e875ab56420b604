/**
 * Splits text into words as the shell does: at blanks, or at the characters that the script itself has put into
 * `IFS`.
 */
import { staticText } from '../../../pattern/text/shape.ts';
import type { ShellState } from '../state/state.ts';

/** The usual separators. */
export const blanks = ' \t\n';

/** The characters that separate words; undefined if they are unknown. */
export function separatorsOf(state: ShellState): string | undefined {
  const set = state.get('IFS');
  if (set === undefined) return blanks;
  const [word] = [set].flat();
  return word === undefined ? '' : staticText(word.shape);
}

/** Whether a character is a blank that separates words. Several of them in a row are one separator. */
export const isBlankSeparator = (character: string | undefined, separators: string): boolean =>
  character !== undefined && blanks.includes(character) && separators.includes(character);

/**
 * The words of a text. Several blank separators in a row are one, and those at the ends do not count; any other
 * separator ends a word each time. If there are more than `most` words, the last one holds the rest of the
 * text.
 */
export function splitFields(text: string, separators: string, most: number): readonly string[] {
  let end = text.length;
  while (end > 0 && isBlankSeparator(text[end - 1], separators)) end--;
  const fields: string[] = [];
  let at = 0;
  while (at < end && isBlankSeparator(text[at], separators)) at++;
  while (at < end) {
    if (fields.length === most - 1) {
      fields.push(text.slice(at, end));
      return fields;
    }
    let stop = at;
    while (stop < end && !separators.includes(text[stop] ?? '')) stop++;
    fields.push(text.slice(at, stop));
    while (stop < end && isBlankSeparator(text[stop], separators)) stop++;
    if (stop < end && separators.includes(text[stop] ?? '')) stop++;
    while (stop < end && isBlankSeparator(text[stop], separators)) stop++;
    at = stop;
  }
  return fields;
}
