/**
 * A text without its secrets, and how offsets in the original text become offsets in it: carets must be at the right
 * place, also behind a secret that was taken out.
 */
import { redact } from '../../mask/redact.ts';

export interface Concealed {
  readonly text: string;
  /** Where an offset of the original is now; an offset inside a secret is at its mark. */
  at(offset: number): number;
}

const mark = '[redacted]';

export function conceal(original: string): Concealed {
  const text = redact(original);
  if (text === original) return { text, at: (offset) => offset };
  const pieces = alignedPieces(original, text.split(mark));
  return {
    text,
    at(offset) {
      const next = pieces.findIndex(({ start }) => start > offset);
      const piece = pieces[(next < 0 ? pieces.length : next) - 1];
      if (piece === undefined) return 0;
      return piece.shown + Math.min(offset - piece.start, piece.length);
    },
  };
}

interface Piece {
  /** In the original, and in what is shown. */
  readonly start: number;
  readonly shown: number;
  readonly length: number;
}

/** Where each piece between two marks stood: the last at the end, the others as early as they can. */
function alignedPieces(original: string, texts: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let shown = 0;
  for (const [index, text] of texts.entries()) {
    const isLast = index === texts.length - 1;
    const found = isLast ? original.length - text.length : original.indexOf(text, from);
    const start = Math.max(from, found);
    pieces.push({ start, shown, length: text.length });
    from = start + text.length;
    shown += text.length + mark.length;
  }
  return pieces;
}
