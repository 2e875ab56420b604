/**
 * Tests of the paths that a call touches. Where a match denies, every reading of a path counts, and what is done to a
 * directory with everything below it is done to the places that a pattern names there. Where a match excuses, the canonical
 * path has to fit, and every reading that is more than an alias.
 */
import type { ObjectTest, Pattern } from '../check/tree/checked.ts';
import { type Filter, leftOut } from '../facts/effect/filter.ts';
import type { Facts } from '../facts/facts.ts';
import { mayNameFolder } from '../pattern/path/folder-name.ts';
import { compilePath } from '../pattern/path/path.ts';
import { namesBelowHidden, namesOfFitting } from '../pattern/path/path-names.ts';
import type { PathPattern } from '../pattern/path/path-pattern.ts';
import type { PathReading } from '../pattern/path/path-readings.ts';
import { DEEP, isKnown, type PathShape, showPathShape, someName } from '../pattern/path/path-shape.ts';
import { isUnder } from '../pattern/path/path-shape-test.ts';
import { type PathValue, readPath } from '../pattern/path/path-value.ts';
import { fold } from '../pattern/text/fold.ts';
import { joinPieces, type Piece, type Shape, textShape } from '../pattern/text/shape.ts';
import { NO, type Truth, truth, UNKNOWN, YES } from '../pattern/text/truth.ts';
import { isInWorkspace } from '../pattern/workspace.ts';
import { namesOfTouched, readingsOfPath, type TouchedPath } from '../rule-index/names-in-call.ts';
import { butNot, type Judge, type PlainPattern, unfit } from './alternatives.ts';
import { anyByName, type NamedAlternative } from './by-name.ts';
import type { Settle } from './compilation.ts';
import { lazily } from './lazily.ts';
import {
  anyOf,
  type Cause,
  everyOf,
  MISSING_WORKSPACE,
  type Outcome,
  UNRESOLVED,
  withCause,
} from './outcome.ts';
import { compileTextOperator } from './shape-test.ts';

/** Compiles a test of paths. `settle` is what the rule says of a workspace that is withheld. */
export function compilePathTest(
  { operator, patterns }: Pick<ObjectTest, 'operator' | 'patterns'>,
  exact: boolean,
  settle: Settle,
): Judge<TouchedPath> {
  if (operator !== 'is' && operator !== 'under') {
    const judge = compileTextOperator(operator, patterns, exact, 'text');
    return (touched, facts) => judge(textsOf(touched, exact), facts);
  }
  const judge = compilePlaceTest(patterns, exact, { below: operator === 'under', settle, cause: UNRESOLVED });
  return likeBefore(exact ? overAll(judge) : judge);
}

/** Gives the same answer for the same path of a call: a script may do one thing to a few paths thousands of times. */
function likeBefore(judge: Judge<TouchedPath>): Judge<TouchedPath> {
  const test: Judge<TouchedPath> = (touched, facts) => {
    const answers = facts.once(test, (): Answer[] => []);
    const known = answers.find((each) => isSameTouched(each.touched, touched));
    if (known !== undefined) return known.outcome;
    const outcome = judge(touched, facts);
    answers.unshift({ touched, outcome });
    if (answers.length > mostAnswers) answers.pop();
    return outcome;
  };
  return test;
}

interface Answer {
  readonly touched: TouchedPath;
  readonly outcome: Outcome;
}

/** The latest answers that are looked through. */
const mostAnswers = 4;

const isSameTouched = (one: TouchedPath, other: TouchedPath): boolean =>
  one.path === other.path &&
  one.recursive === other.recursive &&
  one.filter === other.filter &&
  one.text === other.text &&
  (one.others === other.others || one.others.length + other.others.length === 0);

/**
 * What excuses a folder with everything below it has to hold for all of that as well. A name with an ending counts as the
 * name of a file: nothing is below it.
 */
function overAll(judge: Judge<TouchedPath>): Judge<TouchedPath> {
  return (touched, facts) => {
    const own = judge(touched, facts);
    if (own !== YES || !touched.recursive || !mayBeFolder(touched.path)) return own;
    return judge(contentOfTouched(touched), facts) === YES ? YES : UNRESOLVED;
  };
}

/** An exception that takes away some of what is found at any depth leaves the rest. */
function overFound(isException: Judge<TouchedPath>): Judge<TouchedPath> {
  return (touched, facts) => {
    const outcome = isException(touched, facts);
    return outcome !== YES && isFound(touched.path) ? NO : outcome;
  };
}

/** Whether a path is what is found at any depth below a known folder: `~/**\/id_rsa`. */
function isFound({ anchor, segments }: PathShape): boolean {
  return anchor !== 'floating' && segments.find((segment) => typeof segment !== 'string') === DEEP;
}

function mayBeFolder({ segments }: PathShape): boolean {
  const last = segments[segments.length - 1];
  return typeof last !== 'string' || mayNameFolder(last);
}

/** What lies in a folder, in each of its readings. */
const contentOfTouched = ({ path, others, text }: TouchedPath): TouchedPath => ({
  path: contentOf(path),
  others: others.map((other): PathReading => ({ ...other, ...contentOf(other) })),
  recursive: false,
  text,
});

export interface PlaceOptions {
  /** Whether what lies below a place fits as well. */
  readonly below: boolean;
  /** What the rule says of a cause; applied to each alternative by itself, so that their order never matters. */
  readonly settle: Settle;
  /** Why an answer is not known, where the workspace is not the reason. */
  readonly cause: Cause;
}

/** Compiles the places of `is` and `under`: one of the patterns fits, or one in a list and none of its exceptions. */
export function compilePlaceTest(
  patterns: readonly Pattern[],
  exact: boolean,
  options: PlaceOptions,
): Judge<TouchedPath> {
  const alternatives = patterns.map((pattern): NamedAlternative<TouchedPath> => {
    if (pattern.kind !== 'list') return compileAlternative(pattern, exact, options);
    const isItem = compilePlaceTest(pattern.items, exact, options);
    const isException = compilePlaceTest(pattern.except, !exact, options);
    return {
      judge:
        pattern.except.length === 0 ? isItem : butNot(isItem, exact ? isException : overFound(isException)),
      needs: undefined,
    };
  });
  return anyByName(alternatives, (touched, facts) => namesOfTouched(touched, facts, exact));
}

function compileAlternative(
  pattern: PlainPattern,
  exact: boolean,
  options: PlaceOptions,
): NamedAlternative<TouchedPath> {
  const judge = lazily(() => compileOne(pattern, exact, options));
  const text = pattern.kind === 'path' || pattern.kind === 'text' ? pattern.value : undefined;
  return {
    judge: (touched, facts) => options.settle(judge(touched, facts), exact),
    needs: text === undefined ? undefined : namesOfFitting(text),
  };
}

/** A view that the path may not come to is never sure. */
const settled = (view: PathReading, truth: Truth): Truth =>
  view.isPossible === true && truth === YES ? UNKNOWN : truth;

/** Where a match denies, one view that fits is enough; where it excuses, every one has to. */
const overViews = (exact: boolean): typeof anyOf => (exact ? everyOf : anyOf);

function compileOne(pattern: PlainPattern, exact: boolean, options: PlaceOptions): Judge<TouchedPath> {
  switch (pattern.kind) {
    case 'path':
    case 'text':
      return compilePlaces(pattern.value, exact, options);
    case 'workspace':
      return compileWorkspace(exact, options);
    default:
      return unfit(pattern, 'path');
  }
}

function compilePlaces(
  text: string,
  exact: boolean,
  { below, cause: usual }: PlaceOptions,
): Judge<TouchedPath> {
  const { pattern, problem } = compilePath(text);
  if (problem !== undefined)
    throw new Error(`a path pattern passed the checks and does not compile: ${problem}`);
  const options = { exact, below };
  const onWhole = compileWholeDirectory(pattern, below);
  return (touched, facts) => {
    const cause = pattern.anchor === 'workspace' && facts.roots === undefined ? MISSING_WORKSPACE : usual;
    return overViews(exact)(readingsOfPath(touched, exact), (view) => {
      const own = pattern.testShape(view, facts.rootsFor(view), options);
      if (exact) return withCause(own, cause);
      if (own === YES || !touched.recursive) return withCause(settled(view, own), cause);
      const whole = onWhole(view, touched.filter, facts);
      return withCause(settled(view, whole > own ? whole : own), cause);
    });
  };
}

function compileWorkspace(exact: boolean, { cause }: PlaceOptions): Judge<TouchedPath> {
  return (touched, facts) => {
    if (facts.roots === undefined) return MISSING_WORKSPACE;
    return overViews(exact)(readingsOfPath(touched, exact), (view) =>
      anyOf(facts.rootsFor(view) ?? [], (root) => {
        const own = isInWorkspace(view, root, exact);
        if (exact) return withCause(own === UNKNOWN && searchesFromOutside(view, root) ? NO : own, cause);
        if (own === YES || !touched.recursive) return withCause(settled(view, own), cause);
        const holds = isUnder(root, view, { exact, below: true });
        return withCause(settled(view, holds > own ? holds : own), cause);
      }),
    );
  };
}

/**
 * Whether a path is what is found at any depth below a folder that is not in the workspace: `~/**\/*.log` with a workspace
 * in the home. The search also finds what is in the workspace, but it reaches more than that.
 */
function searchesFromOutside(path: PathShape, root: PathShape): boolean {
  if (!isFound(path)) return false;
  const { anchor, segments } = path;
  return isInWorkspace({ anchor, segments: segments.slice(0, segments.indexOf(DEEP)) }, root, true) === NO;
}

// ── directories with all that lies below ──────────────────────────────────────────────────

/**
 * Whether what is done to a whole directory is done to what a pattern names: to
 * all that is in it, or to a place in it that the pattern fixes (`~/.ssh/**`
 * below `~`). A pattern for anywhere (`**`, then `.env`) fixes none: it says nothing of
 * directories, or no build folder could be deleted; but what it names below a
 * hidden directory (`**`, then `.git/hooks`) is where that directory is.
 * A filter leaves out places that are below the directory. If the directory
 * itself is in such a place, the call names it, and the filter changes nothing.
 */
function compileWholeDirectory(
  pattern: PathPattern,
  below: boolean,
): (directory: PathShape, filter: Filter | undefined, facts: Facts) => Truth {
  const options = { exact: false, below };
  const fixed = fixedPlace(pattern, below);
  const isFolder = pattern.text.endsWith('/**');
  const start = pattern.text.replace(/\/[^/]*[*?[\]{}()\\].*$/s, '');
  const fixedFolder = fixed === undefined ? fixedPlace({ ...pattern, text: start }, false) : undefined;
  const hidden = pattern.anchor === 'anywhere' ? namesBelowHidden(pattern.text) : [];
  // No other pattern for anywhere takes all that could lie in a directory.
  const takesAll = pattern.anchor !== 'anywhere' || below || /\*\*\/*$|[{(]/.test(pattern.text);
  return (directory, filter, facts) => {
    const roots = facts.rootsFor(directory);
    const all = takesAll ? pattern.testShape(contentOf(directory), roots, options) : UNKNOWN;
    if (all === YES) return YES;
    if (pattern.anchor === 'anywhere') return all === NO ? NO : truth(endsInside(directory, hidden));
    const inside = fixed?.(roots).filter(
      (place) => isUnder(place, directory, { exact: false, below: true }) === YES,
    );
    if (inside !== undefined && inside.length > 0) {
      if (filter === undefined) return YES;
      const left = inside.map((place) => leftOut(filter, namesBelow(directory, place), !isFolder, below));
      return left.includes('no') ? YES : left.includes('maybe') ? UNKNOWN : NO;
    }
    if (all === NO) return NO;
    const around = filter === undefined ? undefined : fixedFolder?.(roots);
    const isLeftOut =
      filter !== undefined &&
      around?.every(
        (place) =>
          isUnder(place, directory, { exact: false, below: true }) === YES &&
          leftOut(filter, namesBelow(directory, place), false, false) === 'yes',
      );
    return isLeftOut === true && around?.length !== 0 ? NO : UNKNOWN;
  };
}

/** The names on the way from a directory to a place in it, as far as they are certainly below the directory. */
function namesBelow({ anchor, segments }: PathShape, place: PathValue): readonly string[] {
  if (anchor === place.anchor) return place.segments.slice(segments.length);
  // A home has two names at most (`/home/user`): a deeper directory may be in that home, and have some of the names.
  return segments.length > 2 ? place.segments.slice(-1) : place.segments;
}

/** Whether a directory is on the way to what the names lead to: its path ends with the first of the names. */
function endsInside({ segments }: PathShape, names: readonly string[]): boolean {
  for (let count = 1; count < names.length; count++) {
    const last = segments.slice(-count);
    if (last.length < count) return false;
    if (last.every((step, at) => typeof step === 'string' && fold(step) === names[at])) return true;
  }
  return false;
}

/** Every pattern asks for it, and what else is worked out of a path is kept with its steps. */
const contents = new WeakMap<PathShape, PathShape>();

/** What lies in a directory, right in it or at any depth below that. */
function contentOf(directory: PathShape): PathShape {
  let content = contents.get(directory);
  if (content === undefined) {
    const { anchor, segments } = directory;
    content = { anchor, segments: [...segments, someName, DEEP] };
    contents.set(directory, content);
  }
  return content;
}

/** The one place that a pattern names, itself or with all below it; undefined where a part of it is not fixed. */
function fixedPlace(
  { text, anchor }: PathPattern,
  below: boolean,
): ((roots: readonly PathValue[] | undefined) => readonly PathValue[]) | undefined {
  const place = text.replace(/\/\*\*$/, '').replace(below ? /\/+$/ : /$^/, '');
  if (anchor === 'anywhere' || place === '' || /[*?[\]{}()\\]/.test(place)) return undefined;
  if (anchor === 'workspace') return (roots = []) => roots.map((root) => readPath(place, root));
  const value = readPath(place, undefined);
  return () => [value];
}

// ── texts of paths ────────────────────────────────────────────────────────────────────────

/** The path as text: canonical, and where a match denies also as the call writes it, and in its other readings. */
function textsOf(touched: TouchedPath, exact: boolean): readonly Shape[] {
  const shapes = readingsOfPath(touched, exact).map(pathText);
  return exact || shapes.some(({ pieces }) => pieces.some(({ kind }) => kind !== 'text'))
    ? shapes
    : [textShape(touched.text), ...shapes];
}

/** A path as a text. Parts of it may not be known. */
function pathText(path: PathShape): Shape {
  const source = showPathShape(path);
  if (path.anchor !== 'floating' && isKnown(path)) return textShape(source);
  const pieces: Piece[] = [];
  if (path.anchor !== 'root') pieces.push({ kind: 'any' });
  for (const [at, step] of path.segments.entries()) {
    const isDrive = at === 0 && typeof step === 'string' && /^[a-z]:$/.test(step);
    pieces.push({ kind: 'text', text: isDrive ? '' : '/' });
    if (step === DEEP) pieces.push({ kind: 'any' });
    else if (typeof step === 'string') pieces.push({ kind: 'text', text: step });
    else {
      for (const token of step.tokens) {
        pieces.push(typeof token === 'string' ? { kind: 'text', text: token } : { kind: 'name' });
      }
    }
  }
  return joinPieces(pieces, source);
}
