/** Written files by their names as they are shown, where parts of a name may be unknown. */
import type { PathEffect } from '../../effect/effect.ts';

/** Whether a path lies below another. */
const isBelow = (outer: string, inner: string): boolean =>
  inner.length > outer.length &&
  (outer.endsWith('/') || inner[outer.length] === '/') &&
  inner.startsWith(outer);

/** Whether a path may have a name with this known beginning: `x…`. */
const mayBegin = (path: string, open: string): boolean =>
  /[*\u2026]$/.test(open) && path.startsWith(open.slice(0, -1)) && !path.slice(open.length - 1).includes('/');

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether two names may be the same, where parts of them are unknown. */
const mayBeSame = (one: string, other: string): boolean => one === other || /[*\u2026]/.test(one + other);

/** Whether the folder of a shown path is unknown. */
export const isUnplaced = (path: string): boolean => /^(?![/~]|[A-Za-z]:)|[*\u2026]/.test(path);

/** Whether a path may be one of these files, if the place of either is unknown. */
export function mayBeAmong(
  path: string,
  files: { readonly paths: readonly string[]; readonly unplaced: readonly string[] },
): boolean {
  const name = lastOf(path);
  return (isUnplaced(path) ? files.paths : files.unplaced).some(
    (each) => each !== path && mayBeSame(lastOf(each), name),
  );
}

/** The sources of the files that a path names, that it is in, or that it has in it. */
export function sourcesIn(
  all: ReadonlyMap<string, readonly PathEffect[]>,
  path: string,
): readonly PathEffect[] {
  const held: PathEffect[] = [];
  for (const [file, sources] of all)
    if (file === path || isBelow(file, path) || isBelow(path, file)) held.push(...sources);
    // `split a x` makes `xaa` and more: this path may be one of these files.
    else if (mayBegin(path, file)) held.push(...sources.map((source) => ({ ...source, certain: false })));
  return held;
}
