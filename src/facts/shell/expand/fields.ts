/** How the shell splits text: at blanks, or at the characters that the script itself has put into `IFS`. */
import { staticText } from '../../../pattern/shape.ts';
import type { ShellState } from '../state/state.ts';

const blanks = ' \t\n';

/** The characters that separate words; undefined where they are not known. */
export function separatorsOf(state: ShellState): string | undefined {
  const set = state.get('IFS');
  if (set === undefined) return blanks;
  const [word] = [set].flat();
  return word === undefined ? '' : staticText(word.shape);
}

/** A blank that separates words here: any number of them in a row is one. */
export const isBlankSeparator = (character: string | undefined, separators: string): boolean =>
  character !== undefined && blanks.includes(character) && separators.includes(character);

/**
 * The words of a text. Blanks among the separators count once in a row, and not at the ends; any other
 * separator ends a word each time. Of more than `most` words the last holds all that is left.
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
