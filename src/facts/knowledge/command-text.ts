/**
 * Words → the text of a shell command that comes to exactly these words. It is
 * for programs that put a command together before they run it, so that none of
 * their words is that command as it stands.
 */
import { joinPieces, type Piece, type Shape } from '../../pattern/shape.ts';

/** The words as one command: every known part in quotes, and every unknown part as it is. */
export function commandText(words: readonly Shape[], source: string): Shape {
  const pieces = words.flatMap((word, index): readonly Piece[] => [
    ...(index === 0 ? [] : [{ kind: 'text', text: ' ' } as const]),
    ...quoted(word),
  ]);
  return joinPieces(pieces, source);
}

/** One word for a shell; an empty one stays a word, and what stands for names of files is not quoted. */
function quoted({ pieces }: Shape): readonly Piece[] {
  if (pieces.length === 0) return [{ kind: 'text', text: "''" }];
  return pieces.map((piece) =>
    piece.kind === 'text' ? { kind: 'text', text: `'${piece.text.replaceAll("'", "'\\''")}'` } : piece,
  );
}

/** A word with another put where the mark stands in it. */
export function fillIn(word: Shape, mark: string, value: Shape): Shape {
  const pieces = word.pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'text' || !piece.text.includes(mark)) return [piece];
    return piece.text
      .split(mark)
      .flatMap((part, index): readonly Piece[] =>
        index === 0 ? [{ kind: 'text', text: part }] : [...value.pieces, { kind: 'text', text: part }],
      );
  });
  return joinPieces(pieces, word.source);
}
