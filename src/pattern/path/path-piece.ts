/** The texts that a path must have for a pattern to match: `/.ssh/` of `~/.ssh/**`, `.pem/` of `**` and `*.pem`. */
import { isLiteral } from '../regex/literal-set.ts';
import { fold } from '../text/fold.ts';

/**
 * Pieces of the path's names, folded, each with a slash before and behind it, as in
 * `/home/user/.ssh/id_rsa/`: all of them must be there. The most selective one is the first; empty if the
 * pattern requires none.
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
      // Patterns for one folder differ in their last names; among short names the longest is the most
      // selective.
      if (folded.length >= Math.min(found[0]?.length ?? 0, telling)) found.unshift(folded);
      else found.push(folded);
    }
  }
  return found;
}

/** A piece of so many characters, with slashes, is in few paths. */
const telling = 4;

/** `*.pem` → `.pem/`; a name without `*` and `?` has a slash on both sides. */
function piecesOf(segment: string): readonly string[] {
  const parts = `/${segment}/`.split(/[*?]+/);
  return parts.filter((part) => part !== '');
}
