/** Matches the rows of a pattern against a path with unknown parts: what could be, and what must be. */
import { NO, type Truth, truth, UNKNOWN, YES } from '../text/truth.ts';
import { type Extent, extentOf } from './glob-step.ts';
import type { MatchOptions, PathPattern } from './path-pattern.ts';
import { homesOf, type PatternPart, type PatternRow, type PatternRows, skipDeep } from './path-rows.ts';
import { DEEP, type GlobToken, isKnown, type PathShape, type Step } from './path-shape.ts';
import { isSameName, noStates, ordinaryHomes, placesBelow } from './path-test.ts';
import { belowHome, homeDirectories } from './path-value.ts';

export function pathShapeTester(
  anchor: PathPattern['anchor'],
  ownRows: PatternRows,
  somewhereRows: PatternRows,
  testKnown: PathPattern['test'],
): PathPattern['testShape'] {
  const judge = judgeRows(ownRows);
  const judgeSomewhere = judgeRows(somewhereRows);
  const possibly = (truth: Truth): Truth => (truth === NO ? NO : UNKNOWN);
  const afterUnknown = (steps: readonly Step[], match: MatchOptions): Truth =>
    possibly(judge([DEEP, ...steps], match, 'anywhere'));
  const somewhere = ({ anchor, segments }: PathShape, match: MatchOptions): Truth =>
    possibly(
      anchor === 'root'
        ? judgeSomewhere(segments, match)
        : judgeSomewhere([DEEP, ...segments], match, 'anywhere'),
    );
  const judgeAt = (places: PossiblePlaces, path: PathShape, match: MatchOptions): Truth => {
    if (places === 'anywhere') return somewhere(path, match);
    let result: Truth = NO;
    for (const { rest, certain } of places) {
      const truth = judge(rest, match);
      if (truth === YES && certain) return YES;
      if (truth !== NO) result = UNKNOWN;
    }
    return result;
  };
  return (path, roots, match) => {
    if (isKnown(path)) return testKnown(path, roots, match);
    const { segments } = path;
    switch (anchor) {
      case 'root':
        if (path.anchor === 'root') return judge(segments, match);
        if (path.anchor === 'home')
          return homesOf(segments).some((steps) => judge(steps, match) !== NO) ? UNKNOWN : NO;
        return afterUnknown(segments, match);
      case 'home': {
        if (path.anchor === 'home') return judge(segments, match);
        if (path.anchor === 'floating') return somewhere(path, match);
        return judgeAt(possiblyBelowHome(segments, match), path, match);
      }
      case 'anywhere': {
        const own = judge(segments, match);
        if (own !== NO || path.anchor === 'root') return own;
        if (path.anchor === 'home')
          return ordinaryHomes.some((home) => judge([...home, ...segments], match) !== NO) ? UNKNOWN : NO;
        return afterUnknown(segments, match);
      }
      case 'workspace': {
        if (roots === undefined || path.anchor === 'floating') return somewhere(path, match);
        let result: Truth = NO;
        for (const root of roots) {
          const truth = judgeAt(possiblyBelow(path, root, match), path, match);
          if (truth === YES) return YES;
          if (truth === UNKNOWN) result = UNKNOWN;
        }
        return result;
      }
      default:
        return anchor satisfies never;
    }
  };
}

/** How a row matches the paths that some steps could be. */
type Reach = { readonly could: boolean; readonly must: boolean };

/** Whether rows match all paths that steps can be, some, or none; from `anywhere`, unknown segments may come before. */
type JudgeSteps = (steps: readonly Step[], options: MatchOptions, from?: 'anywhere') => Truth;

function judgeRows(rows: PatternRows): JudgeSteps {
  return (steps, { exact, below }, from) => {
    const own = matchEach(rows.exact, steps, from, below, false);
    if (own === YES || exact) return own;
    const wide = matchEach(rows.folded, steps, from, below, true);
    return wide > own ? wide : own;
  };
}

function matchEach(
  rows: readonly PatternRow[],
  steps: readonly Step[],
  from: 'anywhere' | undefined,
  below: boolean,
  folded: boolean,
): Truth {
  let result: Truth = NO;
  for (const row of rows) {
    const { could, must } = reach(row, steps, from, below, folded);
    if (must) return YES;
    if (could) result = UNKNOWN;
  }
  return result;
}

/** Whether a path is a directory or below it; either may have unknown parts. */
export function isUnder(path: PathShape, directory: PathShape, options: MatchOptions): Truth {
  if (isKnown(path) && isKnown(directory)) {
    const { certain, rests } = placesBelow(path, directory, !options.exact);
    return rests.length === 0 ? NO : certain ? YES : UNKNOWN;
  }
  const places = possiblyBelow(path, directory, options);
  if (places === 'anywhere') return UNKNOWN;
  return places.length === 0 ? NO : places.some(({ certain }) => certain) ? YES : UNKNOWN;
}

/**
 * Where a path lies below a directory, of both of which parts may not be known: what is left of the path there, for each
 * place where it may be; none outside. `anywhere`: the directory may be any part of the path.
 */
type PossiblePlaces = readonly { readonly rest: readonly Step[]; readonly certain: boolean }[] | 'anywhere';

/** What is left of a path behind each place where it may lie at or below a directory; `anywhere`: behind any part of it. */
export function restsBelow(path: PathShape, directory: PathShape): readonly (readonly Step[])[] | 'anywhere' {
  if (path.anchor === 'root' && directory.anchor === 'home' && isKnown(path)) {
    const segments = belowHome(path.segments, false);
    return segments === undefined ? [] : restsBelow({ anchor: 'home', segments }, directory);
  }
  const places = possiblyBelow(path, directory, { exact: true, below: true });
  return places === 'anywhere' ? places : places.map(({ rest }) => rest);
}

function possiblyBelow(path: PathShape, directory: PathShape, options: MatchOptions): PossiblePlaces {
  if (path.anchor === 'home' && directory.anchor === 'root') {
    // A home is a user's folder in one of the folders of homes.
    const inHomes = homesOf(path.segments).map((segments) =>
      possiblyBelow({ anchor: 'root', segments }, directory, options),
    );
    return inHomes.reduce(eitherOf, []);
  }
  if (path.anchor !== directory.anchor || path.anchor === 'floating') return 'anywhere';
  let certain = true;
  for (const [index, wanted] of directory.segments.entries()) {
    const step = path.segments[index];
    if (step === undefined) return [];
    if (step === DEEP || wanted === DEEP) return 'anywhere';
    const same = sameName(step, wanted, options);
    if (same === NO) return [];
    if (same === UNKNOWN) certain = false;
  }
  return [{ rest: path.segments.slice(directory.segments.length), certain }];
}

/** In one of several positions. Each is only possible. */
const eitherOf = (some: PossiblePlaces, more: PossiblePlaces): PossiblePlaces =>
  some === 'anywhere' || more === 'anywhere'
    ? 'anywhere'
    : [...some, ...more.map(({ rest }) => ({ rest, certain: false }))];

/** Whether two names with unknown parts are the same. */
function sameName(
  a: Exclude<Step, typeof DEEP>,
  b: Exclude<Step, typeof DEEP>,
  { exact }: MatchOptions,
): Truth {
  if (typeof a === 'string' && typeof b === 'string') return truth(a === b || (!exact && isSameName(a, b)));
  const [open, name] = typeof a === 'string' ? [b, a] : [a, b];
  if (typeof open === 'string' || typeof name !== 'string') return UNKNOWN;
  return extentOf(open.tokens, name.replace(/[\\*?[\]()!+@]/g, '\\$&'), !exact) === 'none' ? NO : UNKNOWN;
}

/** Below a home, for both views of names; cached for all patterns. */
const placesInHomes = [true, false].map(() => new WeakMap<readonly Step[], PossiblePlaces>());

function possiblyBelowHome(steps: readonly Step[], options: MatchOptions): PossiblePlaces {
  const known = placesInHomes[options.exact ? 0 : 1];
  let places = known?.get(steps);
  if (places === undefined) {
    places = findBelowHome(steps, options);
    known?.set(steps, places);
  }
  return places;
}

function findBelowHome(steps: readonly Step[], options: MatchOptions): PossiblePlaces {
  let possible: PossiblePlaces = [];
  for (const home of homeDirectories) {
    // The path names the owner of the home.
    const segments = home.map((part, index) => (part === '*' ? (steps[index] ?? part) : part));
    const places = possiblyBelow({ anchor: 'root', segments: steps }, { anchor: 'root', segments }, options);
    if (places !== 'anywhere' && places.some(({ certain }) => certain)) return places;
    possible = eitherOf(possible, places);
  }
  return possible;
}

/**
 * Runs a row over steps as two sets of states: those that some of the paths
 * reach, and those that all of them do.
 */
function reach(
  row: PatternRow,
  steps: readonly Step[],
  from: 'anywhere' | undefined,
  below: boolean,
  folded: boolean,
): Reach {
  const end = row.length;
  if (from === undefined && !headFits(row, steps)) return nothing;
  if (below ? !lastCould(row, steps, from, folded) : !tailCould(row, steps, from, folded)) return nothing;
  let could = noStates(row, 0);
  let must = noStates(row, 1);
  let nextCould = noStates(row, 2);
  let nextMust = noStates(row, 3);
  could[0] = 1;
  if (from === 'anywhere') could.fill(1, 0, end + 1);
  else must[0] = 1;
  skipDeep(row, could);
  skipDeep(row, must);
  for (const step of steps) {
    if (below && must[end] === 1) return { could: true, must: true };
    if (below && could[end] === 1 && step === DEEP) return { could: true, must: false };
    nextCould.fill(0, 0, end + 1);
    nextMust.fill(0, 0, end + 1);
    // Any number of segments includes none.
    if (could[end] === 1 && (below || step === DEEP)) nextCould[end] = 1;
    for (let at = 0; at < end; at++) {
      const part = row[at];
      if (part === undefined || (could[at] !== 1 && must[at] !== 1)) continue;
      if (step === DEEP) {
        // Any number of segments, also none: every later state could be reached.
        if (could[at] === 1) nextCould.fill(1, at, end + 1);
        if (must[at] === 1 && part.deep) {
          nextMust[at] = 1;
          // No segment changes nothing, and the last `**` matches any segments.
          if (at === end - 1 && must[end] === 1) nextMust[end] = 1;
        }
        continue;
      }
      const extent = part.deep ? 'all' : extentOfStep(step, part, folded);
      if (extent === 'none') continue;
      // `**` takes the segment and stays; as the last part it may also be done.
      const first = part.deep ? at : at + 1;
      const last = part.deep && at < end - 1 ? at : at + 1;
      for (let target = first; target <= last; target++) {
        if (could[at] === 1) nextCould[target] = 1;
        if (must[at] === 1 && extent === 'all') nextMust[target] = 1;
      }
    }
    // A state that all of them reach is reached by some.
    const reached = nextCould.indexOf(1);
    if (reached < 0 || reached > end) return nothing;
    [could, nextCould] = [nextCould, could];
    [must, nextMust] = [nextMust, must];
    skipDeep(row, could);
    skipDeep(row, must);
  }
  return { could: could[end] === 1, must: must[end] === 1 };
}

/** Whether the first names of a row match those of the steps: most rows fail here. */
function headFits(row: PatternRow, steps: readonly Step[]): boolean {
  for (const [at, part] of row.entries()) {
    const step = steps[at];
    if (part.deep || typeof step !== 'string') return true;
    if (!part.test(step)) return false;
  }
  return true;
}

const nothing: Reach = { could: false, must: false };

/** Whether the parts after the last `**` could match the last steps; as `tailFits`, for paths with unknown parts. */
function tailCould(
  row: PatternRow,
  steps: readonly Step[],
  from: 'anywhere' | undefined,
  folded: boolean,
): boolean {
  for (let back = 1; back <= row.length; back++) {
    const part = row[row.length - back];
    if (part === undefined || part.deep) return true;
    const step = steps[steps.length - back];
    if (step === undefined) return from === 'anywhere';
    if (step === DEEP) return true;
    if (extentOfStep(step, part, folded) === 'none') return false;
  }
  return true;
}

/** Whether any step could be the last name of a row: what a path is below ends with it somewhere in the path. */
function lastCould(
  row: PatternRow,
  steps: readonly Step[],
  from: 'anywhere' | undefined,
  folded: boolean,
): boolean {
  const part = row[row.length - 1];
  if (part === undefined || part.deep || from === 'anywhere') return true;
  for (const step of steps) if (step === DEEP || extentOfStep(step, part, folded) !== 'none') return true;
  return false;
}

function extentOfStep(
  step: Exclude<Step, typeof DEEP>,
  part: PatternPart & { readonly deep: false },
  folded: boolean,
): Extent {
  if (typeof step === 'string') return part.test(step) ? 'all' : 'none';
  const known = extents.get(step.tokens) ?? new WeakMap<PatternPart, Extent>();
  extents.set(step.tokens, known);
  const extent = known.get(part) ?? extentOf(step.tokens, part.glob, folded);
  known.set(part, extent);
  return extent;
}

/** A cache by the tokens of a name and a part of a row: the same question comes for thousands of folders. */
const extents = new WeakMap<readonly GlobToken[], WeakMap<PatternPart, Extent>>();
