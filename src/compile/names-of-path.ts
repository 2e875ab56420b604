/** The names of a path that a field holds: what patterns are looked up by before any is asked. */
import type { Facts } from '../facts/facts.ts';
import { isAscii } from '../pattern/composed.ts';
import { longestPath } from '../pattern/path-value.ts';

/** The names in all readings of a path, folded; undefined where it stands on nothing that is known, and could have any. */
export function namesOfPath(text: string, facts: Facts, exact: boolean): readonly string[] | undefined {
  if (text.length > longestPath) return undefined;
  const views = facts.pathViews(text, exact);
  if (views.some(({ anchor }) => anchor !== 'root')) return undefined;
  return views.flatMap((view) => facts.namesOf(view));
}

/** Names as a text with a slash before, between and behind them; undefined too where they go beyond ASCII: they could be written in more than one way. */
export function betweenSlashes(names: readonly string[] | undefined): string | undefined {
  const text = names && `/${names.join('/')}/`;
  return text !== undefined && isAscii(text) ? text : undefined;
}
