/**
 * Scripts inside scripts that are known in part: `bash -c "cat $X/.env"`. Each
 * part that is not known becomes one character of a private range, which no
 * quoting touches; when the inner script's words are put together, it becomes
 * the unknown part again. A call that uses such characters itself gains
 * nothing: at worst they stand for something unknown.
 */
import type { Piece, Shape } from '../../../pattern/shape.ts';
import type { Shell, Text } from '../shell.ts';
import { mergeOrigins, noOrigins, type Origins } from '../word.ts';

const first = 0xe000;
const most = 0x1000;
const marks = /([\ue000-\uefff])/;

/** The text of a script with a mark for each part that is not known; undefined where there are too many. */
export function markUnknown({ shape, ...origins }: Text, shell: Shell): string | undefined {
  let text = '';
  for (const piece of shape.pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'glob') text += piece.glob;
    else {
      const index = shell.placeholders.length;
      if (index >= most) return undefined;
      shell.placeholders.push({ piece, sources: origins.sources, from: origins.from });
      text += String.fromCharCode(first + index);
    }
  }
  return text;
}

/** Pieces with the marks in them turned back; gives them as they are where there is none. */
export function unmark(
  pieces: readonly Piece[],
  { placeholders }: Shell,
): { readonly pieces: readonly Piece[]; readonly origins: Origins } {
  if (placeholders.length === 0) return { pieces, origins: noOrigins };
  const origins: Origins[] = [];
  const restored = pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'text' || !marks.test(piece.text)) return [piece];
    return piece.text.split(marks).flatMap((part): readonly Piece[] => {
      const known = part.length === 1 ? placeholders[part.charCodeAt(0) - first] : undefined;
      if (known === undefined) return part === '' ? [] : [{ kind: 'text', text: part }];
      origins.push(known);
      return [known.piece];
    });
  });
  return { pieces: restored, origins: mergeOrigins(...origins) };
}

/** A text with the marks in it as people read it. */
export const withoutMarks = (text: string): string =>
  marks.test(text) ? text.replace(/[\ue000-\uefff]/g, '…') : text;

export const hasUnknown = ({ pieces }: Shape): boolean => pieces.some(({ kind }) => kind === 'any');
