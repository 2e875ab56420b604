/**
 * Scripts inside scripts that are only partly known: `bash -c "cat $X/.env"`. Each unknown part becomes one
 * character of a private range, which quoting does not change. Once the words of the inner script are built,
 * the character becomes the unknown part again. A call that uses such characters itself gains nothing: at worst
 * they become unknown.
 */
import type { Piece, Shape } from '../../../pattern/text/shape.ts';
import type { Shell, TextWithOrigins } from '../shell.ts';
import { mergeOrigins, noOrigins, type Origins } from '../word.ts';

const first = 0xe000;
const most = 0x1000;
const marks = /([\ue000-\uefff])/;

/**
 * The text of a script with a mark in place of each unknown part; undefined if there are too many parts. `hasGlobs`: the
 * script is for a shell, in which an unquoted glob stays one.
 */
export function markUnknown(
  { shape, ...origins }: TextWithOrigins,
  shell: Shell,
  hasGlobs = true,
): string | undefined {
  let text = '';
  let quote = '';
  for (const piece of shape.pieces) {
    if (piece.kind === 'text') {
      text += piece.text;
      quote = quoteBehind(piece.text, quote);
    }
    // In quotes, the names that a glob has found are no glob: `find -exec sh -c 'rm "{}"'`.
    else if (piece.kind === 'glob' && hasGlobs && quote === '') text += piece.glob;
    else {
      const index = shell.placeholders.length;
      if (index >= most) return undefined;
      shell.placeholders.push({ piece, sources: origins.sources, from: origins.from });
      text += String.fromCharCode(first + index);
    }
  }
  return text;
}

/** The quote that is open behind a text, which begins inside `quote`; empty if there is none. */
function quoteBehind(text: string, quote: string): string {
  let open = quote;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\' && open !== "'") at++;
    else if (character === open) open = '';
    else if (open === '' && (character === '"' || character === "'")) open = character;
  }
  return open;
}

/**
 * Pieces with each mark replaced by its unknown part, and the origins of these parts. Pieces without a mark
 * stay the same.
 */
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

/** A text for people, with `…` in place of each mark. */
export const withoutMarks = (text: string): string =>
  marks.test(text) ? text.replace(/[\ue000-\uefff]/g, '…') : text;

/** Whether a part of a text is unknown. */
export const hasUnknown = ({ pieces }: Shape): boolean => pieces.some(({ kind }) => kind === 'any');
