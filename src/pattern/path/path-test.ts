/** Matches the rows of a pattern against a path with known segments, by one pass, whatever the number of `**`. */
import { fold } from '../text/fold.ts';
import { NO, type Truth, truth, UNKNOWN, YES } from '../text/truth.ts';
import type { MatchOptions, PathPattern } from './path-pattern.ts';
import { type PatternRow, type PatternRows, skipDeep } from './path-rows.ts';
import { belowHome, homeDirectories, type PathValue } from './path-value.ts';

export function pathTester(
  anchor: PathPattern['anchor'],
  ownRows: PatternRows,
  somewhereRows: PatternRows,
): PathPattern['test'] {
  const below = matcherOf(ownRows);
  const somewhere = matcherOf(somewhereRows);
  const possibly = (could: boolean): Truth => (could ? UNKNOWN : NO);
  const needs = ownRows.exact.map(namesIn);

  return (path, roots, match) => {
    const { segments } = path;
    // Most paths lack a name that a pattern needs, and a list may have thousands of patterns.
    if (path.anchor === 'root') {
      const names = namesOf(segments);
      if (!needs.some((row) => row.every((name) => names.has(name)))) return NO;
    }
    switch (anchor) {
      case 'root':
        if (path.anchor === 'root') return truth(below(segments, match));
        if (path.anchor === 'home')
          return possibly(homePrefixes.some((prefix) => below([...prefix, ...segments], match)));
        return possibly(below(segments, match, 'anywhere'));
      case 'home': {
        if (path.anchor === 'home') return truth(below(segments, match));
        if (path.anchor === 'floating') return possibly(somewhere(segments, match, 'anywhere'));
        const rest = belowHome(segments, !match.exact);
        return rest === undefined ? NO : truth(below(rest, match));
      }
      case 'anywhere':
        if (below(segments, match)) return YES;
        if (path.anchor === 'root') return NO;
        if (path.anchor === 'home')
          return possibly(ordinaryHomes.some((home) => below([...home, ...segments], match)));
        return possibly(below(segments, match, 'anywhere'));
      case 'workspace':
        return matchBelowRoots(path, roots, match, below, somewhere);
      default:
        return anchor satisfies never;
    }
  };
}

/** The literal names of a row, folded: a path without them never matches. */
const namesIn = (row: PatternRow): string[] =>
  row.flatMap((part) => (part.deep || part.name === undefined ? [] : fold(part.name)));

const namesOfPaths = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The folded segments of a path, cached for all patterns. */
function namesOf(segments: readonly string[]): ReadonlySet<string> {
  let names = namesOfPaths.get(segments);
  if (names === undefined) {
    names = new Set(segments.map(fold));
    namesOfPaths.set(segments, names);
  }
  return names;
}

/** An unknown segment: every part could match it. */
const anyone = Symbol('any segment');

type Segment = string | typeof anyone;

/** Whether rows match; with `anywhere`, unknown segments may come before the first. */
type Match = (segments: readonly Segment[], options: MatchOptions, from?: 'anywhere') => boolean;

function matcherOf(rows: PatternRows): Match {
  return (segments, { exact, below }, from) => {
    if (rows.exact.some((row) => matchRow(row, segments, from, below))) return true;
    return !exact && rows.folded.some((row) => matchRow(row, segments, from, below));
  };
}

export const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const homePrefixes: readonly (readonly Segment[])[] = homeDirectories.map((home) =>
  home.map((part) => (part === '*' ? anyone : part)),
);

/** The same for a user whose name no pattern matches: no user has the name `.git`, or `id_rsa`. */
export const ordinaryHomes: readonly (readonly string[])[] = homeDirectories.map((home) =>
  home.map((part) => (part === '*' ? 'somebody' : part)),
);

function matchBelowRoots(
  path: PathValue,
  roots: readonly PathValue[] | undefined,
  match: MatchOptions,
  matchesBelow: Match,
  matchesSomewhere: Match,
): Truth {
  const could = (): boolean =>
    matchesSomewhere(path.segments, match, path.anchor === 'root' ? undefined : 'anywhere');
  if (roots === undefined || path.anchor === 'floating') return could() ? UNKNOWN : NO;
  let result: Truth = NO;
  for (const root of roots) {
    if (root.anchor === 'floating') {
      if (could()) result = UNKNOWN;
      continue;
    }
    const { certain, rests } = placesBelow(path, root, !match.exact);
    if (!rests.some((rest) => matchesBelow(rest, match))) continue;
    if (certain) return YES;
    result = UNKNOWN;
  }
  return result;
}

/** How a path may be below a directory: the rest of the path, for each possible position. */
interface PlacesBelow {
  /** Both are known, so that the one place, if any, is sure. */
  readonly certain: boolean;
  readonly rests: readonly (readonly Segment[])[];
}

/** The position of a path below a directory. A home may be in any of the folders of homes. */
export function placesBelow(path: PathValue, directory: PathValue, folded: boolean): PlacesBelow {
  const restsOf = (segments: readonly Segment[] | undefined): (readonly Segment[])[] => {
    const rest = segments && belowDirectory(segments, directory.segments, folded);
    return rest === undefined ? [] : [rest];
  };
  if (path.anchor === directory.anchor && path.anchor !== 'floating') {
    return { certain: true, rests: restsOf(path.segments) };
  }
  if (path.anchor === 'home' && directory.anchor === 'root') {
    return {
      certain: false,
      rests: homePrefixes.flatMap((prefix) => restsOf([...prefix, ...path.segments])),
    };
  }
  if (path.anchor === 'root' && directory.anchor === 'home') {
    return { certain: false, rests: restsOf(belowHome(path.segments, folded)) };
  }
  return { certain: false, rests: [path.segments] };
}

/** The rest of a path below a directory; undefined outside it. */
function belowDirectory(
  segments: readonly Segment[],
  directory: readonly string[],
  folded: boolean,
): readonly Segment[] | undefined {
  if (segments.length < directory.length) return undefined;
  const names = (segment: Segment | undefined, name: string): boolean =>
    segment === anyone || segment === name || (folded && segment !== undefined && isSameName(segment, name));
  return directory.every((name, index) => names(segments[index], name))
    ? segments.slice(directory.length)
    : undefined;
}

/**
 * Runs a row over segments as one set of states, so that time is the product of the two lengths at worst.
 * With `anywhere`, unknown segments come before the first.
 */
function matchRow(
  row: PatternRow,
  segments: readonly Segment[],
  from: 'anywhere' | undefined,
  below: boolean,
): boolean {
  const end = row.length;
  if (!below && !tailFits(row, segments, from)) return false;
  let states = noStates(row, 0);
  let next = noStates(row, 1);
  if (from === 'anywhere') states.fill(1, 0, end + 1);
  else states[0] = 1;
  skipDeep(row, states);
  if (below && states[end] === 1) return true;
  for (const segment of segments) {
    next.fill(0, 0, end + 1);
    let alive = false;
    for (let at = 0; at < end; at++) {
      const part = row[at];
      if (states[at] !== 1 || part === undefined) continue;
      if (part.deep) {
        // `**` takes the segment and stays; as the last part it may also be done.
        next[at] = 1;
        if (at === end - 1) next[end] = 1;
        alive = true;
      } else if (segment === anyone || part.test(segment)) {
        next[at + 1] = 1;
        alive = true;
      }
    }
    [states, next] = [next, states];
    skipDeep(row, states);
    if (below && states[end] === 1) return true;
    if (!alive) return false;
  }
  return states[end] === 1;
}

/** Whether the parts after the last `**` match the last segments: most rows fail here, however long the path. */
function tailFits(row: PatternRow, segments: readonly Segment[], from: 'anywhere' | undefined): boolean {
  for (let back = 1; back <= row.length; back++) {
    const part = row[row.length - back];
    if (part === undefined || part.deep) return true;
    const segment = segments[segments.length - back];
    if (segment === undefined) return from === 'anywhere';
    if (segment !== anyone && !part.test(segment)) return false;
  }
  return true;
}

/**
 * A state for each place in a row and for its end: 1 where it is reached. PatternRows run one at a time and
 * thousands of times a call, so the arrays are made once. They are as long as the longest row; values after
 * the end of this row mean nothing.
 */
const sets: readonly number[][] = [[], [], [], []];

export function noStates(row: PatternRow, set: 0 | 1 | 2 | 3): number[] {
  const states = sets[set] as number[];
  while (states.length <= row.length) states.push(0);
  return states.fill(0, 0, row.length + 1);
}
