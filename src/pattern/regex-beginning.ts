/**
 * Whether a text with only its beginning known can still match: any part of an expression may come after
 * the end of the known text, so `^HUSKY=0` may match what begins with `HUS`, and never what begins with
 * `PATH=`.
 */
import { regexTokens } from './regex-tokens.ts';

/**
 * An expression in RE2's syntax that matches the beginnings of what another one matches; undefined if that
 * is not possible. Never throws.
 */
export function beginningsOf(source: string, flags: string): string | undefined {
  // Lines may begin in the unknown part.
  if (flags.includes('m') || /\(\?[A-Za-z]*m/.test(source)) return undefined;
  return regexTokens(source)
    ?.map(({ text, kind }) => (kind === 'atom' ? `(?:${text}|\\z)` : text))
    .join('');
}
