/**
 * Where patterns are written. The places are kept beside the patterns and not in them: no decision needs them, and a stored
 * bundle is shorter without them.
 */
import type { Span } from '../../language/source.ts';
import { allSound, type Context } from '../names/context.ts';
import type { Pattern } from '../tree/checked.ts';
import type { SourcePlace } from '../tree/source-place.ts';

const places = new WeakMap<Pattern, SourcePlace>();

/** Notes where patterns are written; `written` has the same order. A list has no place, its items have theirs. */
export function notePlaces(
  { path }: Pick<Context, 'path'>,
  written: readonly { readonly span: Span }[],
  patterns: readonly (Pattern | undefined)[],
): void {
  for (const [at, pattern] of patterns.entries()) {
    const span = written[at]?.span;
    if (pattern !== undefined && pattern.kind !== 'list' && span !== undefined)
      places.set(pattern, { path, span });
  }
}

/** Undefined for lists, and for patterns that do not come from a text. */
export const placeOfPattern = (pattern: Pattern): SourcePlace | undefined => places.get(pattern);

/** The patterns of some values, with their places; undefined where one has an error. */
export function soundPatterns(
  context: Context,
  values: readonly { readonly span: Span }[],
  patterns: readonly (Pattern | undefined)[],
): readonly Pattern[] | undefined {
  notePlaces(context, values, patterns);
  return allSound(patterns);
}
