/**
 * Path patterns: minimatch's dialect (`dot`, `nonegate`, `nocomment`), parsed by minimatch and matched here
 * by one pass over the segments of a path, whatever the number of `**`. The anchor of a pattern says what
 * it is matched against: `/…` the whole path, `~/…` the path below any home, `**` anywhere anything, and
 * the rest the path below each workspace root.
 */
import { braceExpand, GLOBSTAR, Minimatch } from 'minimatch';
import { fold } from './fold.ts';
import { type Extent, extentOf } from './glob-step.ts';
import { DEEP, type GlobToken, isKnown, type PathShape, type Step } from './path-shape.ts';
import { belowHome, homeDirectories, type PathValue } from './path-value.ts';
import { NO, type Truth, truth, UNKNOWN, YES } from './truth.ts';

export interface PathPattern {
  readonly text: string;
  readonly anchor: 'root' | 'home' | 'anywhere' | 'workspace';
  /**
   * Whether the pattern matches the path; with `below`, also whether the path is below a match. `exact`
   * compares case; otherwise a match in either view counts. Unknown if the path or the workspace is not
   * known well enough.
   */
  test(path: PathValue, roots: readonly PathValue[] | undefined, options: MatchOptions): Truth;
  /** The same for a path with unknown parts: yes if it holds for all paths that it could be, no if for none. */
  testShape(path: PathShape, roots: readonly PathValue[] | undefined, options: MatchOptions): Truth;
}

export interface MatchOptions {
  readonly exact: boolean;
  readonly below: boolean;
}

export type CompiledPath =
  | { readonly pattern: PathPattern; readonly problem?: undefined }
  | { readonly pattern?: undefined; readonly problem: string };

const maximalPattern = 1024;
export const maximalAlternatives = 64;

const options = {
  dot: true,
  nonegate: true,
  nocomment: true,
  braceExpandMax: maximalAlternatives,
  platform: 'linux',
} as const;

/** One segment of a pattern, or `**`. */
type Part =
  | { readonly deep: true }
  /** `name`: the only segment that it matches, if there is only one. */
  | { readonly deep: false; readonly name?: string; readonly glob: string; test(segment: string): boolean };
type Row = readonly Part[];

/** A pattern, in both views of names. */
interface Rows {
  readonly exact: readonly Row[];
  readonly folded: readonly Row[];
}

/** An unknown segment: every part could match it. */
const anyone = Symbol('any segment');
type Segment = string | typeof anyone;

/** Compiles a path pattern, or says in a sentence what is wrong with it. Never throws. */
export function compilePath(text: string): CompiledPath {
  const problem = problemWith(text);
  if (problem !== undefined) return { problem };
  const anchor = anchorOf(text);
  try {
    const braces = problemWithBraces(text, anchor);
    if (braces !== undefined) return { problem: braces };
    const own: Rows = { exact: parseRows(text, anchor, false), folded: parseRows(text, anchor, true) };
    const somewhere: Rows = {
      exact: own.exact.flatMap(somewhereBelow),
      folded: own.folded.flatMap(somewhereBelow),
    };
    const test = tester(anchor, own, somewhere);
    const testShape = shapeTester(anchor, own, somewhere, test);
    return { pattern: { text, anchor, test, testShape } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'it cannot be read' };
  }
}

function problemWith(text: string): string | undefined {
  if (text === '') return 'it is empty';
  if (text.length > maximalPattern)
    return `it has ${text.length} characters; at most ${maximalPattern} are allowed`;
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'it has a control character in it';
  if (/^~[^/]/.test(text)) return 'a home is written `~/…`, which is below any user’s home';
  if (/\\[A-Za-z0-9]/.test(text)) return 'directories are separated by `/`, on every system: `C:/Users`';
  const segments = text.replace(/^\.\//, '').split('/');
  if (segments.includes('..'))
    return 'no path has `..` in it once it is resolved, so this would match nothing';
  if (segments.includes('.') && text !== '.')
    return 'no path has `.` in it once it is resolved, so this would match nothing';
  if (segments.slice(0, -1).some(leavesGroupOpen))
    return 'a slash divides `@(…)` and the like, which would match nothing; write braces, as in `{a/b,c}`';
  if (/^[A-Za-z]:$/.test(text)) return 'a drive alone is no directory; write `C:/`';
  if (/^[A-Za-z]:\\|^\\\\/.test(text))
    return 'a back-slash takes the next character literally; write `/` between directories';
  return undefined;
}

/** Whether `@(`, `!(` and the like open in a part of a pattern and do not close in it. */
function leavesGroupOpen(part: string): boolean {
  let open = 0;
  for (const [token] of part.matchAll(/\\.|[?*+@!]\(|\)/g)) {
    if (token === ')') open = Math.max(0, open - 1);
    else if (token.endsWith('(') && !token.startsWith('\\')) open++;
  }
  return open > 0;
}

/** Braces are expanded first, so their alternatives are checked too. */
function problemWithBraces(text: string, anchor: PathPattern['anchor']): string | undefined {
  const alternatives = braceExpand(text, options);
  // Counted here, because the parser stops at the limit, and joins rows that differ in one part.
  if (alternatives.length >= maximalAlternatives)
    return `its braces stand for ${maximalAlternatives} patterns or more; write a list instead`;
  for (const alternative of alternatives) {
    const problem = problemWith(alternative);
    if (problem !== undefined) return `of what its braces stand for, \`${alternative}\` fails: ${problem}`;
    if (anchorOf(alternative) !== anchor || alternative.startsWith('./') !== text.startsWith('./'))
      return `its braces stand for patterns that begin in different places, such as \`${alternative}\`; write them out`;
  }
  return undefined;
}

/** What a pattern is matched against, by how it begins. */
export function anchorOf(text: string): PathPattern['anchor'] {
  if (text.startsWith('/') || /^[A-Za-z]:\//.test(text)) return 'root';
  if (text === '~' || text.startsWith('~/')) return 'home';
  return /^\*\*(?:\/|$)/.test(text) ? 'anywhere' : 'workspace';
}

/** Rows of parts below the anchor: without the `~`, and without the empty parts before, between and after slashes. */
function parseRows(text: string, anchor: PathPattern['anchor'], folded: boolean): Row[] {
  const spelled = text === '.' ? '' : text.replace(/^\.\//, '').replace(/\/+$/, '').normalize('NFC');
  const body =
    anchor === 'home'
      ? spelled.slice(2)
      : anchor === 'root'
        ? spelled.replace(/^\/+|^([A-Za-z]):/, (_, drive?: string) =>
            drive === undefined ? '' : `${drive.toLowerCase()}:`,
          )
        : spelled;
  if (body === '') return [[]];
  const parsed = new Minimatch(body, { ...options, nocase: folded });
  const rows = parsed.set.map((row) =>
    row.flatMap((part): Part[] => {
      if (part === '') return [];
      if (part === GLOBSTAR) return [deep];
      if (typeof part === 'string') return [literal(part)];
      return [{ deep: false, glob: globOf(part), test: (segment) => part.test(segment) }];
    }),
  );
  if (/^\/\/[^/]/.test(spelled)) return rows.map(alsoOfServer);
  return anchor === 'root' || anchor === 'anywhere' ? rows.flatMap(alsoTheRoot) : rows;
}

/** `/**` also matches the root, which has no segments; below any other directory, `**` matches what is in it. */
const alsoTheRoot = (row: Row): Row[] => (row.length === 1 && row[0]?.deep ? [row, []] : [row]);

/** `//server/share` is a server if the path names one, and an ordinary directory otherwise. */
function alsoOfServer(row: Row): Row {
  const [first, ...rest] = row;
  if (first === undefined || first.deep) return row;
  return [
    { deep: false, glob: first.glob, test: (segment) => first.test(segment.replace(/^\\\\/, '')) },
    ...rest,
  ];
}

const deep: Part = { deep: true };
const literal = (name: string): Part => ({
  deep: false,
  name,
  glob: name.replace(/[\\*?[\]()!+@]/g, '\\$&'),
  test: (segment) => segment === name,
});

/** The source of a compiled part; without it, the part could match anything. */
const globOf = (part: object): string => {
  const glob = (part as { readonly pattern?: unknown }).pattern;
  return typeof glob === 'string' ? glob : '@(?)';
};

function tester(anchor: PathPattern['anchor'], ownRows: Rows, somewhereRows: Rows): PathPattern['test'] {
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
const namesIn = (row: Row): string[] =>
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

/** Whether rows match; with `anywhere`, unknown segments may come before the first. */
type Match = (segments: readonly Segment[], options: MatchOptions, from?: 'anywhere') => boolean;

function matcherOf(rows: Rows): Match {
  return (segments, { exact, below }, from) => {
    if (rows.exact.some((row) => matchRow(row, segments, from, below))) return true;
    return !exact && rows.folded.some((row) => matchRow(row, segments, from, below));
  };
}

/** A row below a directory that may be anywhere on the path. */
const somewhereBelow = (row: Row): Row[] => (row.length === 0 ? [row, [deep]] : [[deep, ...row]]);

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const homePrefixes: readonly (readonly Segment[])[] = homeDirectories.map((home) =>
  home.map((part) => (part === '*' ? anyone : part)),
);

/** The same for a user whose name no pattern matches: no user has the name `.git`, or `id_rsa`. */
const ordinaryHomes: readonly (readonly string[])[] = homeDirectories.map((home) =>
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
export interface PlacesBelow {
  /** Both are known, so that the one place, if any, is sure. */
  readonly certain: boolean;
  readonly rests: readonly (readonly Segment[])[];
}

/** The position of a path below a directory. A home may be in any of the folders of homes. */
function placesBelow(path: PathValue, directory: PathValue, folded: boolean): PlacesBelow {
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
    segment === anyone || segment === name || (folded && segment !== undefined && isSame(segment, name));
  return directory.every((name, index) => names(segments[index], name))
    ? segments.slice(directory.length)
    : undefined;
}

/**
 * Runs a row over segments as one set of states, so that time is the product of the two lengths at worst.
 * With `anywhere`, unknown segments come before the first.
 */
function matchRow(
  row: Row,
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
function tailFits(row: Row, segments: readonly Segment[], from: 'anywhere' | undefined): boolean {
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
 * A state for each place in a row and for its end: 1 where it is reached. Rows run one at a time and
 * thousands of times a call, so the arrays are made once. They are as long as the longest row; values after
 * the end of this row mean nothing.
 */
const sets: readonly number[][] = [[], [], [], []];

function noStates(row: Row, set: 0 | 1 | 2 | 3): number[] {
  const states = sets[set] as number[];
  while (states.length <= row.length) states.push(0);
  return states.fill(0, 0, row.length + 1);
}

/** `**` may match no segment, except at the end: `a/**` is not `a`. */
function skipDeep(row: Row, states: number[]): void {
  for (let at = 0; at < row.length - 1; at++) {
    if (states[at] === 1 && row[at]?.deep === true) states[at + 1] = 1;
  }
}

// ── paths of which parts are not known ────────────────────────────────────────────────────

/** A path in a home, in each of the folders of homes. */
const homesOf = (steps: readonly Step[]): readonly (readonly Step[])[] =>
  homeDirectories.map((home) => [
    ...home.map((part): Step => (part === '*' ? { tokens: [{ glob: '*' }] } : part)),
    ...steps,
  ]);

/** How a row matches the paths that some steps could be. */
type Reach = { readonly could: boolean; readonly must: boolean };

/** Whether rows match all paths that steps can be, some, or none; from `anywhere`, unknown segments may come before. */
type JudgeSteps = (steps: readonly Step[], options: MatchOptions, from?: 'anywhere') => Truth;

function judgeRows(rows: Rows): JudgeSteps {
  return (steps, { exact, below }, from) => {
    let result: Truth = NO;
    for (const [some, folded] of [
      [rows.exact, false],
      [exact ? [] : rows.folded, true],
    ] as const) {
      for (const row of some) {
        const { could, must } = reach(row, steps, from, below, folded);
        if (must) return YES;
        if (could) result = UNKNOWN;
      }
    }
    return result;
  };
}

function shapeTester(
  anchor: PathPattern['anchor'],
  ownRows: Rows,
  somewhereRows: Rows,
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

/** What is left of a path behind each place where it may lie at or below a directory; `anywhere`: behind any part of it. */
export function restsBelow(path: PathShape, directory: PathShape): readonly (readonly Step[])[] | 'anywhere' {
  if (path.anchor === 'root' && directory.anchor === 'home' && isKnown(path)) {
    const segments = belowHome(path.segments, false);
    return segments === undefined ? [] : restsBelow({ anchor: 'home', segments }, directory);
  }
  const places = possiblyBelow(path, directory, { exact: true, below: true });
  return places === 'anywhere' ? places : places.map(({ rest }) => rest);
}

/**
 * Where a path lies below a directory, of both of which parts may not be known: what is left of the path there, for each
 * place where it may be; none outside. `anywhere`: the directory may be any part of the path.
 */
type PossiblePlaces = readonly { readonly rest: readonly Step[]; readonly certain: boolean }[] | 'anywhere';

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

/** In one of several positions, each of which is only possible. */
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
  if (typeof a === 'string' && typeof b === 'string') return truth(a === b || (!exact && isSame(a, b)));
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
  row: Row,
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
function headFits(row: Row, steps: readonly Step[]): boolean {
  for (const [at, part] of row.entries()) {
    const step = steps[at];
    if (part.deep || typeof step !== 'string') return true;
    if (!part.test(step)) return false;
  }
  return true;
}

const nothing: Reach = { could: false, must: false };

/** Whether the parts after the last `**` could match the last steps; as `tailFits`, for paths with unknown parts. */
function tailCould(row: Row, steps: readonly Step[], from: 'anywhere' | undefined, folded: boolean): boolean {
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
function lastCould(row: Row, steps: readonly Step[], from: 'anywhere' | undefined, folded: boolean): boolean {
  const part = row[row.length - 1];
  if (part === undefined || part.deep || from === 'anywhere') return true;
  for (const step of steps) if (step === DEEP || extentOfStep(step, part, folded) !== 'none') return true;
  return false;
}

function extentOfStep(
  step: Exclude<Step, typeof DEEP>,
  part: Part & { readonly deep: false },
  folded: boolean,
): Extent {
  if (typeof step === 'string') return part.test(step) ? 'all' : 'none';
  const known = extents.get(step.tokens) ?? new WeakMap<Part, Extent>();
  extents.set(step.tokens, known);
  const extent = known.get(part) ?? extentOf(step.tokens, part.glob, folded);
  known.set(part, extent);
  return extent;
}

/** A cache by the tokens of a name and a part of a row: the same question comes for thousands of folders. */
const extents = new WeakMap<readonly GlobToken[], WeakMap<Part, Extent>>();
