/** The names of a path that a field holds: what patterns are looked up by before any is asked. */
import type { Facts } from '../facts/facts.ts';
import { longestPath } from '../pattern/path-value.ts';

/** The names in all readings of a path, folded; undefined where it stands on nothing that is known, and could have any. */
export function namesOfPath(text: string, facts: Facts, exact: boolean): readonly string[] | undefined {
  if (text.length > longestPath) return undefined;
  const views = facts.pathViews(text, exact);
  if (views.some(({ anchor }) => anchor !== 'root')) return undefined;
  return views.flatMap((view) => facts.namesOf(view));
}
