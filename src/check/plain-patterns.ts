/** The patterns that a test has by itself and by its lists, for lints: each list once, and not more than a person would read. */
import type { Pattern } from './checked.ts';

type PlainPattern = Exclude<Pattern, { readonly kind: 'list' }>;

/** More than these are not looked at. */
const most = 2000;

/**
 * Lists can hold lists that hold each other's items twice over: without a bound there would be no end of them.
 * `withExcepted`: what a list excepts is among them.
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
