/** The folders in the value of a search path: `PATH=.:$PATH`. */
import type { Piece, Shape } from '../../../../pattern/text/shape.ts';

/** The most files or directories of one variable that are kept apart; any further one may be anything. */
export const mostSearchDirectories = 8;

/** The directories of a search path, without the rest of its earlier value. */
export function directoriesOf({ pieces }: Shape): readonly (readonly Piece[])[] {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    const [start = '', ...rest] = piece.kind === 'text' ? piece.text.split(':') : [];
    if (piece.kind !== 'text') parts.at(-1)?.push(piece);
    else {
      if (start !== '') parts.at(-1)?.push({ kind: 'text', text: start });
      for (const text of rest) parts.push(text === '' ? [] : [{ kind: 'text', text }]);
    }
  }
  const unknown = parts.filter(isUnknown);
  // An entirely unknown part is `$PATH`.
  const named = parts.filter((each) => !isUnknown(each) || (unknown.length > 1 && each === unknown[0]));
  // An empty part is the current directory.
  const directories = named.map((each): readonly Piece[] =>
    each.length === 0 ? [{ kind: 'text', text: '.' }] : each,
  );
  return named.length > mostSearchDirectories
    ? [...directories.slice(0, mostSearchDirectories), [{ kind: 'any' }]]
    : directories;
}

const isUnknown = (pieces: readonly Piece[]): boolean => pieces.length === 1 && pieces[0]?.kind === 'any';
