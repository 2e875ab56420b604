/** Braces in path patterns: `*.{yml,yaml}` is two patterns. */
import { braceExpand } from 'minimatch';

/** A pattern with this many alternatives or more is refused. */
export const maximalAlternatives = 64;

/** The alternatives of a pattern, at most `maximalAlternatives`; without braces, the pattern itself. */
export const patternAlternatives = (text: string): readonly string[] =>
  text.includes('{') ? braceExpand(text, { braceExpandMax: maximalAlternatives }) : [text];
