/**
 * Whether a text of which only the beginning is known can still match: each character of an expression may stand where the
 * known text has ended, so `^HUSKY=0` may match what begins with `HUS`, and never what begins with `PATH=`.
 */
import { regexTokens } from './regex-tokens.ts';

/** An expression in RE2's syntax that matches the beginnings of what another one matches; undefined where there is none. Never throws. */
export function beginningsOf(source: string, flags: string): string | undefined {
  // Lines may begin in the part that is not known.
  if (flags.includes('m') || /\(\?[A-Za-z]*m/.test(source)) return undefined;
  return regexTokens(source)
    ?.map(({ text, kind }) => (kind === 'atom' ? `(?:${text}|\\z)` : text))
    .join('');
}
