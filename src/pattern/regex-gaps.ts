/**
 * Whether a text with gaps can match: any text may stand in a gap. `^HUSKY=0$` may match `HUS` and a gap, or a gap and `=0`,
 * and never a gap and `=1`.
 */
import { type RegexToken, regexTokens } from './regex-tokens.ts';

/** Written for a gap in a text. A text with this character in it is taken to have a gap there. */
export const GAP = '\uE000';

const gap = '\\x{E000}';

/** Longer ones may match anything: each step of a match takes a character of its gap. */
const mostSteps = 256;

export interface GapExpression {
  /** In RE2's syntax: it matches a text with gaps if some filling of the gaps may match. */
  readonly source: string;
  /** How many characters stand for one gap: as many as a match has steps at the most. */
  readonly width: number;
}

/** The expression that asks about texts with gaps; undefined if that is not possible. Never throws. */
export function withGaps(source: string, flags: string): GapExpression | undefined {
  // Lines may begin in a gap.
  if (flags.includes('m') || /\(\?[A-Za-z]*m/.test(source)) return undefined;
  const tokens = regexTokens(source);
  if (tokens === undefined) return undefined;
  const width = mostStepsOf(tokens) + 1;
  return width > mostSteps ? undefined : { source: tokens.map(acrossGaps).join(''), width };
}

/**
 * What takes a character takes one of a gap as well, and the rest of a gap may follow each part. Beside a gap any place may
 * be a boundary of words.
 */
function acrossGaps({ text, kind }: RegexToken): string {
  if (text === '\\b' || text === '\\B') return `(?:${gap}*)`;
  if (kind === 'atom') return `(?:(?:${text}|${gap})${gap}*)`;
  return kind === 'edge' && (text === '^' || text === '\\A') ? `(?:${text}${gap}*)` : text;
}

/** The most steps of a shortest way through an expression: one for each atom, and for each that must be repeated. */
function mostStepsOf(tokens: readonly RegexToken[]): number {
  const outer: { alternative: number; longest: number }[] = [];
  let here = { alternative: 0, longest: 0 };
  let last = 0;
  const add = (steps: number): void => {
    here.alternative += steps;
    last = steps;
  };
  for (const { text, kind } of tokens) {
    if (kind === 'atom') add(1);
    else if (kind === 'repeat') {
      const times = Number(/\d+/.exec(text)?.[0] ?? 1);
      here.alternative += last * Math.max(0, times - 1);
    } else if (kind === 'open') {
      outer.push(here);
      here = { alternative: 0, longest: 0 };
    } else if (kind === 'or') {
      here = { alternative: 0, longest: Math.max(here.longest, here.alternative) };
    } else if (kind === 'close') {
      const steps = Math.max(here.longest, here.alternative);
      here = outer.pop() ?? { alternative: 0, longest: 0 };
      add(steps);
    }
  }
  return Math.max(here.longest, here.alternative);
}
