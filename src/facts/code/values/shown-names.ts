/** Names of variables that a value shows; an empty one is a name that is not known, and `*` is all of them. */
export type Shown = ReadonlySet<string>;

/** All variables. */
export const allShown: Shown = new Set(['*']);
/** One variable of all. */
export const oneShown: Shown = new Set(['']);

/** What shows more variables counts as one that shows all. */
const mostShown = 16;

/** What two values show together. */
export function shownOfBoth(first: Shown | undefined, second: Shown): Shown {
  if (first === undefined || first === second || second === allShown) return second;
  if (first === allShown) return first;
  const more = [...second].filter((name) => !first.has(name));
  if (more.length === 0) return first;
  return first.size + more.length > mostShown ? allShown : new Set([...first, ...more]);
}
