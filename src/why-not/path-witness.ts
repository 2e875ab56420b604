/**
 * Paths that a path pattern names: a plain name for everything that it leaves
 * open. A guess by the syntax of patterns, to be tried before it is believed.
 */
import { braceExpand } from 'minimatch';

const mostAlternatives = 4;

/** A path for each of the first alternatives of a pattern; one for everything below a user's home begins with `~/`. */
export const pathWitnesses = (pattern: string): readonly string[] =>
  braceExpand(pattern, { braceExpandMax: mostAlternatives }).slice(0, mostAlternatives).map(pathLike);

function pathLike(pattern: string): string {
  const segments = pattern.split('/');
  const last = segments.length - 1;
  const names = segments.flatMap((segment, index) => {
    // Below any number of directories: of none, but something has to lie there.
    if (segment === '**') return index === last ? ['example.txt'] : [];
    return [segmentLike(segment)];
  });
  return names.join('/');
}

function segmentLike(segment: string): string {
  if (segment === '*') return 'example';
  const withGroups = segment.replace(/([@+?*!])\(([^()|]*)[^()]*\)/g, (_all, sign: string, first: string) =>
    sign === '@' || sign === '+' ? first : sign === '!' ? 'x' : '',
  );
  return withGroups.replace(/\\(.)|\[([!^]?)([^\]])[^\]]*\]|[*?]/g, (all, escaped, negated, first) => {
    if (typeof escaped === 'string') return escaped;
    if (all === '*' || all === '?') return 'x';
    return negated === '' ? String(first) : 'z';
  });
}
