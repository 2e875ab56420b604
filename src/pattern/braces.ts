/** Braces in path patterns: `*.{yml,yaml}` stands for two patterns. */
import { braceExpand } from 'minimatch';

/** A pattern that stands for as many alternatives is refused. */
export const maximalAlternatives = 64;

/** The patterns that a pattern stands for, at most `maximalAlternatives`; itself where it has no braces. */
export const patternAlternatives = (text: string): readonly string[] =>
  text.includes('{') ? braceExpand(text, { braceExpandMax: maximalAlternatives }) : [text];
