/** Patterns of file names in fields: `*`, `?` and `[…]` become globs, and braces are written out. */
import { joinPieces, type Piece, type Shape } from '../../pattern/text/shape.ts';
import { globPieces } from '../shell/expand/glob-pieces.ts';

/** The limit of paths from the braces of one pattern. */
const mostAlternatives = 64;

/** The paths of a pattern, each with globs in it; braces give several. */
export const patternPaths = (text: string): readonly Shape[] =>
  expandBraces(text).map((each) => joinPieces(globPieces(each).map(asVisible), text));

/** Searches skip hidden files, unless the pattern begins with a dot. */
const asVisible = (piece: Piece, at: number, all: readonly Piece[]): Piece => {
  if (piece.kind !== 'glob' || /^\*\*/.test(piece.glob)) return piece;
  const before = all[at - 1];
  const begins = before === undefined || (before.kind === 'text' && before.text.endsWith('/'));
  return begins ? { ...piece, visible: true } : piece;
};

/** A pattern relative to a folder; an absolute pattern does not use the folder. */
export function patternBelow(folder: Shape, pattern: Shape): Shape {
  const [first] = pattern.pieces;
  if (first?.kind === 'text' && /^[/~]|^[A-Za-z]:[\\/]/.test(first.text)) return pattern;
  const isDeep = first?.kind === 'glob' && first.glob === '**';
  return joinPieces(
    [...folder.pieces, { kind: 'text', text: '/' }, ...(isDeep ? [] : anyDepth), ...pattern.pieces],
    `${folder.source}/${pattern.source}`,
  );
}

const anyDepth = [{ kind: 'glob', glob: '**' } as const, { kind: 'text', text: '/' } as const];

/** `*.{ts,js}` → `*.ts`, `*.js`; if there are too many, any path. */
function expandBraces(text: string): readonly string[] {
  let open = [text];
  for (let round = 0; round < 16; round++) {
    if (!open.some((each) => braces.test(each))) return open;
    open = open.flatMap((each) => {
      const match = braces.exec(each);
      if (match === null) return [each];
      const before = each.slice(0, match.index);
      const after = each.slice(match.index + match[0].length);
      return (match[1] ?? '').split(',').map((choice) => before + choice + after);
    });
    if (open.length > mostAlternatives) break;
  }
  return ['**'];
}

/** The innermost braces with a comma. */
const braces = /\{([^{},]*(?:,[^{},]*)+)\}/;
