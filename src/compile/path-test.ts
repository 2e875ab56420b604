/**
 * Paths that a call does something to, beside path patterns. Where a match
 * denies, every reading of the path counts; and what is done to a directory with
 * all that lies below is done to what a pattern names there. Where it excuses,
 * it has to fit the canonical path and every reading that is more than an alias.
 */
import type { ObjectTest, Pattern } from '../check/checked.ts';
import type { PathEffect } from '../facts/effect.ts';
import type { Facts } from '../facts/facts.ts';
import { fold } from '../pattern/fold.ts';
import { mayNameFolder } from '../pattern/folder-name.ts';
import { isLiteral } from '../pattern/literal-set.ts';
import { anchorOf, compilePath, isUnder, type PathPattern } from '../pattern/path.ts';
import { neededPieces } from '../pattern/path-piece.ts';
import type { PathReading } from '../pattern/path-readings.ts';
import { DEEP, isKnown, type PathShape, type Step, showPathShape } from '../pattern/path-shape.ts';
import { belowHome, isAboveHome, type PathValue, readPath } from '../pattern/path-value.ts';
import { joinPieces, type Piece, type Shape, textShape } from '../pattern/shape.ts';
import { NO, type Truth, truth, UNKNOWN, YES } from '../pattern/truth.ts';
import { isInWorkspace } from '../pattern/workspace.ts';
import { butNot, type Judge, type PlainPattern, unfit } from './alternatives.ts';
import { anyByName, type NamedAlternative } from './by-name.ts';
import type { Settle } from './compilation.ts';
import { lazily } from './lazily.ts';
import { anyOf, everyOf, MISSING_WORKSPACE, type Outcome, UNRESOLVED, withCause } from './outcome.ts';
import { compileTextOperator } from './shape-test.ts';

/** What a path test needs of an effect. */
export type TouchedPath = Pick<PathEffect, 'path' | 'others' | 'recursive' | 'text'>;

/** Compiles a test of paths. `settle` is what the rule says of a workspace that is withheld. */
export function compilePathTest(
  { operator, patterns }: Pick<ObjectTest, 'operator' | 'patterns'>,
  exact: boolean,
  settle: Settle,
): Judge<TouchedPath> {
  if (operator !== 'is' && operator !== 'under') {
    const judge = compileTextOperator(operator, patterns, exact, 'text');
    return (touched, facts) => judge(readingsOf(touched, exact), facts);
  }
  const judge = compilePlaceTest(patterns, exact, { below: operator === 'under', settle });
  return likeBefore(exact ? overAll(judge) : judge);
}

/** The same answer for the same path of the same call: a script may do one thing to a few paths thousands of times. */
function likeBefore(judge: Judge<TouchedPath>): Judge<TouchedPath> {
  let call = -1;
  let answers: readonly { readonly touched: TouchedPath; readonly outcome: Outcome }[] = [];
  return (touched, facts) => {
    const now = numberOf(facts);
    if (now !== call) answers = [];
    call = now;
    const known = answers.find((each) => isSameTouched(each.touched, touched));
    if (known !== undefined) return known.outcome;
    const outcome = judge(touched, facts);
    answers = [{ touched, outcome }, ...answers.slice(0, mostAnswers - 1)];
    return outcome;
  };
}

const mostAnswers = 4;

/** Calls are judged one at a time, and numbered here, so that no test keeps what is known of an earlier one. */
let latest: Facts | undefined;
let calls = 0;

function numberOf(facts: Facts): number {
  if (facts !== latest) {
    latest = facts;
    calls++;
  }
  return calls;
}

const isSameTouched = (one: TouchedPath, other: TouchedPath): boolean =>
  one.path === other.path &&
  one.recursive === other.recursive &&
  one.text === other.text &&
  (one.others === other.others || one.others.length + other.others.length === 0);

/**
 * What excuses a folder with all that lies below it has to hold for all of that as well. A
 * name with an ending is taken for one of a file, in which nothing lies.
 */
function overAll(judge: Judge<TouchedPath>): Judge<TouchedPath> {
  return (touched, facts) => {
    const own = judge(touched, facts);
    if (own !== YES || !touched.recursive || !mayBeFolder(touched.path)) return own;
    const isWhole = everyOf(contentOfTouched(touched), (content) => judge(content, facts)) === YES;
    return isWhole ? YES : UNRESOLVED;
  };
}

function mayBeFolder({ segments }: PathShape): boolean {
  const last = segments[segments.length - 1];
  return typeof last !== 'string' || mayNameFolder(last);
}

/** What lies in a folder, right in it and at any depth, in each of its readings. */
function contentOfTouched({ path, others, text }: TouchedPath): readonly TouchedPath[] {
  return contentOf(path).map((content, at) => ({
    path: content,
    others: others.map((other): PathReading => ({ ...other, ...contentOf(other)[at] })),
    recursive: false,
    text,
  }));
}

interface PlaceOptions {
  readonly below: boolean;
  readonly settle: Settle;
}

/** One of the patterns fits, or one in a list and none of its exceptions. */
function compilePlaceTest(
  patterns: readonly Pattern[],
  exact: boolean,
  options: PlaceOptions,
): Judge<TouchedPath> {
  const alternatives = patterns.map((pattern): NamedAlternative<TouchedPath> => {
    if (pattern.kind !== 'list') return compileAlternative(pattern, exact, options);
    const isItem = compilePlaceTest(pattern.items, exact, options);
    const isException = compilePlaceTest(pattern.except, !exact, options);
    return {
      judge: pattern.except.length === 0 ? isItem : butNot(isItem, isException),
      needs: undefined,
    };
  });
  return anyByName(alternatives, (touched, facts) => namesOfTouched(touched, facts, exact));
}

function compileAlternative(
  pattern: PlainPattern,
  exact: boolean,
  { below, settle }: PlaceOptions,
): NamedAlternative<TouchedPath> {
  const judge = lazily(() => compileOne(pattern, exact, below));
  const text = pattern.kind === 'path' || pattern.kind === 'text' ? pattern.value : undefined;
  const name = text === undefined ? undefined : neededName(text);
  return {
    judge: (touched, facts) => settle(judge(touched, facts), exact),
    needs: text === undefined || name === undefined ? undefined : [name, ...namesNeededOfWhole(text)],
  };
}

/**
 * The names in all readings of a path, and for a directory with all that lies below
 * it where a match denies one that stands for that; undefined where it is not known.
 */
export function namesOfTouched(
  touched: TouchedPath,
  facts: Facts,
  exact: boolean,
): readonly string[] | undefined {
  const { path, others, recursive } = touched;
  const isPlain = others.length === 0 && !recursive;
  if (isPlain) return hasNames(path) ? facts.namesOf(path) : undefined;
  const views = viewsOf(touched, exact);
  if (!views.every(hasNames)) return undefined;
  const names = views.flatMap((view) => facts.namesOf(view));
  return recursive && !exact ? [...names, ...views.flatMap(namesOfWhole)] : names;
}

const hasNames = (view: PathShape): boolean => view.anchor === 'root' && isKnown(view);

/** What must stand among the names of what a pattern is about, with slashes around each. */
export interface NeededNames {
  /** All of these, if it is the thing itself; the one that tells most is the first. */
  readonly pieces: readonly string[];
  /** One of these, if it is a directory with all that lies below it. */
  readonly ofWhole: readonly string[];
}

/** Undefined where nothing is needed. */
export function neededNames(text: string): NeededNames | undefined {
  const pieces = neededPieces(text);
  if (pieces.length === 0) return undefined;
  return {
    pieces,
    ofWhole: namesNeededOfWhole(text)
      .map((name) => `/${name}/`)
      .filter(isLiteral),
  };
}

/** A name that is written out in a pattern, folded; undefined where there is none. */
export function neededName(text: string): string | undefined {
  if (/[{}()\\]/.test(text) || text.startsWith('//')) return undefined;
  const names = text.split('/').filter((part) => !['', '.', '~'].includes(part) && !/[*?[\]!+@]/.test(part));
  const last = names[names.length - 1];
  return last === undefined ? undefined : fold(last);
}

/** Begins what is no name of a file: folding leaves no control characters in names. */
const mark = '\u0001';

/** Places that all directories are related to; that only a whole system or home is, or what is above it. */
const anyPlace = `${mark}*`;
const wholeSystem = `${mark}.`;
const wholeHome = `${mark}~`;
const belowSystem = (first: string): string => `${mark}${first}`;
const belowHomes = (first: string): string => `${mark}~ ${first}`;

/**
 * What a directory with all that lies below it can have instead of the name that a
 * pattern needs. A pattern for a place is about what lies in the directories on the
 * way to it: these are the whole system, or begin with the same name, and so do homes.
 * One for anywhere is about a directory only that is where its first names lead, if
 * they are hidden.
 */
function namesNeededOfWhole(text: string): readonly string[] {
  const anchor = anchorOf(text);
  if (anchor === 'anywhere') return namesBelowHidden(text).slice(0, 1);
  const [first = ''] = text.split('/').filter((part) => !['', '.', '~'].includes(part));
  if (anchor === 'workspace' || first === '' || first === '..' || /[*?[\]!+@]/.test(first)) return [anyPlace];
  const folded = fold(first);
  return anchor === 'home' ? [wholeHome, belowHomes(folded)] : [wholeSystem, belowSystem(folded)];
}

/** The other side of it. Of a path that is known, and stands on the root. */
function namesOfWhole({ segments }: PathShape): readonly string[] {
  const names = segments.filter((step) => typeof step === 'string');
  const [first] = names;
  if (first === undefined) return [anyPlace, wholeSystem, wholeHome];
  const rest = belowHome(names, true);
  const inHome = rest?.[0];
  const isHome = rest === undefined ? isAboveHome(names) : inHome === undefined;
  return [
    anyPlace,
    belowSystem(fold(first)),
    ...(isHome ? [wholeHome] : []),
    ...(inHome === undefined ? [] : [belowHomes(fold(inHome))]),
  ];
}

const viewsOf = ({ path, others }: TouchedPath, exact: boolean): readonly PathReading[] =>
  exact ? [path, ...others.filter(({ isAlias }) => isAlias !== true)] : [path, ...others];

/** What is found of a view that may not be what the path comes to is never sure. */
const settled = (view: PathReading, truth: Truth): Truth =>
  view.isUnmatched === true && truth === YES ? UNKNOWN : truth;

/** Where a match denies, one view that fits is enough; where it excuses, every one has to. */
const overViews = (exact: boolean): typeof anyOf => (exact ? everyOf : anyOf);

function compileOne(pattern: PlainPattern, exact: boolean, below: boolean): Judge<TouchedPath> {
  switch (pattern.kind) {
    case 'path':
    case 'text':
      return compilePlaces(pattern.value, exact, below);
    case 'workspace':
      return compileWorkspace(exact);
    default:
      return unfit(pattern, 'path');
  }
}

function compilePlaces(text: string, exact: boolean, below: boolean): Judge<TouchedPath> {
  const { pattern, problem } = compilePath(text);
  if (problem !== undefined)
    throw new Error(`a path pattern passed the checks and does not compile: ${problem}`);
  const options = { exact, below };
  const onWhole = compileWholeDirectory(pattern, below);
  return (touched, facts) => {
    const cause =
      pattern.anchor === 'workspace' && facts.roots === undefined ? MISSING_WORKSPACE : UNRESOLVED;
    return overViews(exact)(viewsOf(touched, exact), (view) => {
      const own = pattern.testShape(view, facts.roots, options);
      if (exact) return withCause(own, cause);
      if (own === YES || !touched.recursive) return withCause(settled(view, own), cause);
      const whole = onWhole(view, facts);
      return withCause(settled(view, whole > own ? whole : own), cause);
    });
  };
}

function compileWorkspace(exact: boolean): Judge<TouchedPath> {
  return (touched, facts) => {
    const { roots } = facts;
    if (roots === undefined) return MISSING_WORKSPACE;
    return overViews(exact)(viewsOf(touched, exact), (view) =>
      anyOf(roots, (root) => {
        const own = isInWorkspace(view, root, exact);
        if (exact) return withCause(own, UNRESOLVED);
        if (own === YES || !touched.recursive) return withCause(settled(view, own), UNRESOLVED);
        const holds = isUnder(root, view, { exact, below: true });
        return withCause(settled(view, holds > own ? holds : own), UNRESOLVED);
      }),
    );
  };
}

// ── directories with all that lies below ──────────────────────────────────────────────────

const someName: Step = { tokens: [{ glob: '*' }] };

/**
 * Whether what is done to a whole directory is done to what a pattern names: to
 * all that is in it, or to a place in it that the pattern fixes (`~/.ssh/**`
 * below `~`). A pattern for anywhere (`**`, then `.env`) fixes none: it says nothing of
 * directories, or no build folder could be deleted; but what it names below a
 * hidden directory (`**`, then `.git/hooks`) is where that directory is.
 */
function compileWholeDirectory(
  pattern: PathPattern,
  below: boolean,
): (directory: PathShape, facts: Facts) => Truth {
  const options = { exact: false, below };
  const fixed = fixedPlace(pattern, below);
  const hidden = pattern.anchor === 'anywhere' ? namesBelowHidden(pattern.text) : [];
  // No other pattern for anywhere takes all that could lie in a directory.
  const takesAll = pattern.anchor !== 'anywhere' || below || /\*\*\/*$|[{(]/.test(pattern.text);
  return (directory, { roots }) => {
    const content = contentOf(directory);
    const answers = takesAll ? content.map((path) => pattern.testShape(path, roots, options)) : [UNKNOWN];
    if (answers.every((answer) => answer === YES)) return YES;
    if (pattern.anchor === 'anywhere')
      return answers.every((answer) => answer === NO) ? NO : truth(endsInside(directory, hidden));
    const isInside = fixed?.(roots).some(
      (place) => isUnder(place, directory, { exact: false, below: true }) === YES,
    );
    if (isInside === true) return YES;
    return answers.every((answer) => answer === NO) ? NO : UNKNOWN;
  };
}

/** Of `**`, then `.git/hooks/**`: `.git` and `hooks`, as far as names are fixed; empty where the first is not hidden. */
function namesBelowHidden(text: string): readonly string[] {
  const names = text.split('/').slice(1);
  const open = names.findIndex((name) => name === '' || /[*?[\]{}()!+@\\]/.test(name));
  const fixed = names.slice(0, open < 0 ? names.length : open).map(fold);
  return fixed[0]?.startsWith('.') === true ? fixed : [];
}

/** Whether a directory is one of those that lead to what the names stand for: its path ends with the first of them. */
function endsInside({ segments }: PathShape, names: readonly string[]): boolean {
  for (let count = 1; count < names.length; count++) {
    const last = segments.slice(-count);
    if (last.length < count) return false;
    if (last.every((step, at) => typeof step === 'string' && fold(step) === names[at])) return true;
  }
  return false;
}

const contents = new WeakMap<PathShape, readonly PathShape[]>();

/** What lies in a directory, right in it and at any depth; worked out once, however many patterns ask. */
function contentOf(directory: PathShape): readonly PathShape[] {
  let content = contents.get(directory);
  if (content === undefined) {
    const { anchor, segments } = directory;
    content = [
      { anchor, segments: [...segments, someName] },
      { anchor, segments: [...segments, someName, DEEP] },
    ];
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
function readingsOf(touched: TouchedPath, exact: boolean): readonly Shape[] {
  const shapes = viewsOf(touched, exact).map(pathText);
  return exact || shapes.some(({ pieces }) => pieces.some(({ kind }) => kind !== 'text'))
    ? shapes
    : [textShape(touched.text), ...shapes];
}

/** A path as a text of which parts may not be known. */
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
