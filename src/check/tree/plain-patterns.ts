/** The patterns of a test and of its lists, for lints: each list once, and at most `most` patterns. */
import type { Pattern } from './checked.ts';

type PlainPattern = Exclude<Pattern, { readonly kind: 'list' }>;

/** More patterns are left out. */
const most = 2000;

/**
 * Lists inside lists can repeat their items so often that a bound is needed. `withExcepted`: the exceptions of lists are
 * included.
 */
export function plainPatterns(patterns: readonly Pattern[], withExcepted = false): readonly PlainPattern[] {
  const found: PlainPattern[] = [];
  const seen = new Set<Pattern>();
  const left: Pattern[] = [...patterns].reverse();
  for (let next = left.pop(); next !== undefined && found.length < most; next = left.pop()) {
    if (next.kind !== 'list') found.push(next);
    else if (!seen.has(next)) {
      seen.add(next);
      const items = withExcepted ? [...next.items, ...next.except] : next.items;
      left.push(...items.slice(0, most).reverse());
    }
  }
  return found;
}
