/** What must stand in the text of a path for a pattern to take it: `/.ssh/` of `~/.ssh/**`, `.pem/` of `**` and `*.pem`. */
import { fold } from './fold.ts';
import { isLiteral } from './literal-set.ts';

/**
 * A piece of the path's names, folded, each with a slash before and behind it, as
 * in `/home/user/.ssh/id_rsa/`; undefined where the pattern fixes none.
 */
export function neededPiece(pattern: string): string | undefined {
  if (/[{}()\\[\]]/.test(pattern) || pattern.startsWith('//')) return undefined;
  let found: string | undefined;
  for (const segment of pattern.split('/')) {
    if (['', '.', '..', '~'].includes(segment)) continue;
    for (const piece of piecesOf(segment)) {
      const folded = fold(piece);
      const fits = isLiteral(piece) && isLiteral(folded);
      if (!fits || piece === '/') continue;
      // Of patterns for one place the last names differ; of short ones the longest tells most.
      if (found === undefined || folded.length >= Math.min(found.length, telling)) found = folded;
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
