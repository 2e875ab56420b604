/**
 * Path patterns: minimatch's dialect (`dot`, `nonegate`, `nocomment`), parsed by minimatch and matched here
 * by one pass over the segments of a path, whatever the number of `**`. The anchor of a pattern says what
 * it is matched against: `/…` the whole path, `~/…` the path below any home, `**` anywhere anything, and
 * the rest the path below each workspace root.
 */
import { maximalAlternatives, patternAlternatives } from '../text/braces.ts';
import type { PathPattern } from './path-pattern.ts';
import { type PatternRows, parseRows, somewhereBelow } from './path-rows.ts';
import { pathShapeTester } from './path-shape-test.ts';
import { pathTester } from './path-test.ts';

export type CompiledPath =
  | { readonly pattern: PathPattern; readonly problem?: undefined }
  | { readonly pattern?: undefined; readonly problem: string };

const maximalPattern = 1024;

/** Compiles a path pattern, or says in a sentence what is wrong with it. Never throws. */
export function compilePath(text: string): CompiledPath {
  const anchor = anchorOf(text);
  const { exact, problem } = readRows(text, anchor);
  if (exact === undefined) return { problem };
  const own: PatternRows = { exact, folded: parseRows(text, anchor, true) };
  const somewhere: PatternRows = {
    exact: own.exact.flatMap(somewhereBelow),
    folded: own.folded.flatMap(somewhereBelow),
  };
  const test = pathTester(anchor, own, somewhere);
  const testShape = pathShapeTester(anchor, own, somewhere, test);
  return { pattern: { text, anchor, test, testShape } };
}

/** What is wrong with a path pattern, in a sentence; undefined where it can be compiled, which takes longer. Never throws. */
export const problemWithPath = (text: string): string | undefined => readRows(text, anchorOf(text)).problem;

type ReadRows =
  | { readonly exact: PatternRows['exact']; readonly problem?: undefined }
  | { readonly exact?: undefined; readonly problem: string };

/** The rows of a pattern with its letters as they are, or what is wrong with it. */
function readRows(text: string, anchor: PathPattern['anchor']): ReadRows {
  const problem = problemWith(text);
  if (problem !== undefined) return { problem };
  try {
    const braces = problemWithBraces(text, anchor);
    return braces === undefined ? { exact: parseRows(text, anchor, false) } : { problem: braces };
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
  const alternatives = patternAlternatives(text);
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

// ── paths of which parts are not known ────────────────────────────────────────────────────
