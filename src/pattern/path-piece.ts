/** What must stand in the text of a path for a pattern to take it: `/.ssh/` of `~/.ssh/**`, `.pem/` of `**` and `*.pem`. */
import { fold } from './fold.ts';
import { isLiteral } from './literal-set.ts';

/**
 * Pieces of the path's names, folded, each with a slash before and behind it, as in
 * `/home/user/.ssh/id_rsa/`: all of them must stand there. The one that tells most is
 * the first; empty where the pattern fixes none.
 */
export function neededPieces(pattern: string): readonly string[] {
  if (/[{}()\\[\]]/.test(pattern) || pattern.startsWith('//')) return [];
  const found: string[] = [];
  for (const segment of pattern.split('/')) {
    if (['', '.', '..', '~'].includes(segment)) continue;
    for (const piece of piecesOf(segment)) {
      const folded = fold(piece);
      const fits = isLiteral(piece) && isLiteral(folded);
      if (!fits || piece === '/') continue;
      // Of patterns for one place the last names differ; of short ones the longest tells most.
      if (folded.length >= Math.min(found[0]?.length ?? 0, telling)) found.unshift(folded);
      else found.push(folded);
    }
  }
  return found;
}

/** So many characters, with slashes, are in few paths. */
const telling = 4;

/** `*.pem` → `.pem/`; a name without `*` and `?` has a slash on both sides. */
function piecesOf(segment: string): readonly string[] {
  const parts = `/${segment}/`.split(/[*?]+/);
  return parts.filter((part) => part !== '');
}
