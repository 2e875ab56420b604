/**
 * Whether a text can match of which only the beginning and the end are known. `^HUSKY=0$` may match what begins with `HUS`,
 * or what ends with `=0`, and never what ends with `=1`.
 */
import { regexTokens } from './regex-tokens.ts';

/** The known ends of a text: what is in front of its first unknown part, and what is behind its last one. */
export interface KnownEnds {
  readonly beginning: string;
  readonly end: string;
}

/**
 * An expression in RE2's syntax that matches the beginnings of what another one matches; undefined if that is not possible.
 * Any part of it may come after the end of the beginning. Never throws.
 */
export const beginningsOf = (source: string, flags: string): string | undefined =>
  withOpen('\\z', source, flags);

/** The same for the ends of what an expression matches: any part of it may come before the end that is known. */
export const endingsOf = (source: string, flags: string): string | undefined =>
  withOpen('\\A', source, flags);

function withOpen(edge: '\\z' | '\\A', source: string, flags: string): string | undefined {
  // Lines may begin or end in the unknown part.
  if (flags.includes('m') || /\(\?[A-Za-z]*m/.test(source)) return undefined;
  return regexTokens(source)
    ?.map(({ text, kind }) => (kind === 'atom' ? `(?:${text}|${edge})` : text))
    .join('');
}
