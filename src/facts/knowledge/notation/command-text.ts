/**
 * Words → the text of a shell command with exactly these words. It is for programs that build a command before they run
 * it, so that the words that they are given are not yet that command.
 */
import { joinPieces, type Piece, type Shape } from '../../../pattern/text/shape.ts';

/** The words as one command: known parts are quoted, unknown parts stay as they are. */
export function commandText(words: readonly Shape[], source: string): Shape {
  const pieces = words.flatMap((word, index): readonly Piece[] => [
    ...(index === 0 ? [] : [{ kind: 'text', text: ' ' } as const]),
    ...quoted(word),
  ]);
  return joinPieces(pieces, source);
}

/** One word for a shell. An empty word stays a word, and a glob is not quoted. */
function quoted({ pieces }: Shape): readonly Piece[] {
  if (pieces.length === 0) return [{ kind: 'text', text: "''" }];
  return pieces.map((piece) =>
    piece.kind === 'text' ? { kind: 'text', text: `'${piece.text.replaceAll("'", "'\\''")}'` } : piece,
  );
}

/** A word in which the marker is replaced by another word. */
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
