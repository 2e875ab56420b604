/**
 * The names that a path pattern fixes, and the names that stand for whole directories. Patterns are found by them: a path
 * that lacks a name which the pattern fixes does not fit it.
 */
import { isLiteral } from '../regex/literal-set.ts';
import { patternAlternatives } from '../text/braces.ts';
import { fold } from '../text/fold.ts';
import { anchorOf } from './path.ts';
import { neededPieces } from './path-piece.ts';
import type { PathShape } from './path-shape.ts';
import { ordinaryHomes } from './path-test.ts';
import { belowHome, homeDirectories, isAboveHome } from './path-value.ts';

/** Names that a path must have to fit a pattern, with slashes around each. */
export interface NeededNames {
  /** All of these, if it is the thing itself; the most selective one is the first. */
  readonly pieces: readonly string[];
  /** One of these, if it is a directory with everything below it, or a path from a home on. */
  readonly instead: readonly string[];
}

/** One entry for each alternative of the braces; undefined where an alternative fixes no name. */
export function neededNames(text: string): readonly NeededNames[] | undefined {
  const all = patternAlternatives(text).map((pattern) => ({
    pieces: neededPieces(pattern),
    instead: [...(mayNameHome(pattern) ? [anyHome] : []), ...namesNeededOfWhole(pattern)]
      .map((name) => `/${name}/`)
      .filter(isLiteral),
  }));
  return all.every(({ pieces }) => pieces.length > 0) ? all : undefined;
}

/**
 * Every path that fits the pattern has one of these names, and so has every directory that holds what fits. Undefined where
 * a path can fit with any name.
 */
export function namesOfFitting(text: string): readonly string[] | undefined {
  const all: string[] = [];
  for (const pattern of patternAlternatives(text)) {
    const name = neededName(pattern);
    if (name === undefined) return undefined;
    all.push(name, ...(mayNameHome(pattern) ? [anyHome] : []), ...namesNeededOfWhole(pattern));
  }
  return all;
}

/** The last name that is written out in a pattern, folded; undefined where there is none. */
function neededName(text: string): string | undefined {
  if (/[{}()\\]/.test(text) || text.startsWith('//')) return undefined;
  const names = text.split('/').filter((part) => !isEmptyStep(part) && !/[*?[\]!+@]/.test(part));
  const last = names[names.length - 1];
  return last === undefined ? undefined : fold(last);
}

/** Whether a pattern may name something in a home by the way to it, as `/home/sam/x` and, below a folder of homes, `sam/x` do. */
function mayNameHome(text: string): boolean {
  const anchor = anchorOf(text);
  if (anchor !== 'root') return anchor === 'workspace';
  const [first = ''] = text.split('/').filter((part) => part !== '');
  return /[*?[\]!+@\\]/.test(first) || startsOfHomes.has(fold(first));
}

const isEmptyStep = (part: string): boolean => part === '' || part === '.' || part === '~';

/** Begins what is no name of a file: folding leaves no control characters in names. */
const mark = '\u0001';

/** Names for any directory, for the whole system, and for a home or what is above it. */
const anyPlace = `${mark}*`;
const wholeSystem = `${mark}.`;
const wholeHome = `${mark}~`;
const belowSystem = (first: string): string => `${mark}${first}`;
const belowHomes = (first: string): string => `${mark}~ ${first}`;

/** Every path below a home whose own place is not known has this name: `~/x` may be `/home/sam/x`. */
const anyHome = `${mark}h`;
const startsOfHomes: ReadonlySet<string> = new Set(homeDirectories.map(([first = '']) => fold(first)));

/** The names of a path from a home on: its own, and those that the way to a home can have. */
export const namesFromHome: readonly string[] = [
  ...new Set(ordinaryHomes.flat().map(fold)),
  anyHome,
  ...[...startsOfHomes].map(belowSystem),
];

/**
 * The names that a directory with everything below it can have instead of the name that a
 * pattern needs. A pattern for one place also fits the directories on the way to it: the
 * whole system, or one that begins with the same name; for homes likewise. A pattern for
 * anywhere fits only a directory that its first names lead to, and only if they are hidden.
 */
function namesNeededOfWhole(text: string): readonly string[] {
  const anchor = anchorOf(text);
  if (anchor === 'anywhere') return namesBelowHidden(text).slice(0, 1);
  const [first = ''] = text.split('/').filter((part) => !isEmptyStep(part));
  if (anchor === 'workspace' || first === '' || first === '..' || /[*?[\]!+@]/.test(first)) return [anyPlace];
  const folded = fold(first);
  return anchor === 'home' ? [wholeHome, belowHomes(folded)] : [wholeSystem, belowSystem(folded)];
}

/** The names that a directory itself has for patterns about whole directories. The path is known and does not float. */
export function namesOfWhole({ anchor, segments }: PathShape): readonly string[] {
  const names = segments.filter((step) => typeof step === 'string');
  const [first] = names;
  if (anchor === 'home') return [anyPlace, first === undefined ? wholeHome : belowHomes(fold(first))];
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

/**
 * The fixed names at the beginning of `.git/hooks/**`, behind a `**`: `.git` and `hooks`. Empty if the first one is not
 * hidden.
 */
export function namesBelowHidden(text: string): readonly string[] {
  const names = text.split('/').slice(1);
  const open = names.findIndex((name) => name === '' || /[*?[\]{}()!+@\\]/.test(name));
  const fixed = names.slice(0, open < 0 ? names.length : open).map(fold);
  return fixed[0]?.startsWith('.') === true ? fixed : [];
}
