/**
 * Whether a text with only its beginning known can still match: any part of an expression may come after
 * the end of the known text, so `^HUSKY=0` may match what begins with `HUS`, and never what begins with
 * `PATH=`.
 */

/**
 * An expression in RE2's syntax that matches the beginnings of what another one matches; undefined if that
 * is not possible. Never throws.
 */
export function beginningsOf(source: string, flags: string): string | undefined {
  // Lines may begin in the unknown part.
  if (flags.includes('m') || /\(\?[A-Za-z]*m/.test(source)) return undefined;
  let at = 0;
  let result = '';
  while (at < source.length) {
    const token = tokenAt(source, at);
    if (token === undefined) return undefined;
    at += token.text.length;
    result += token.isAtom ? `(?:${token.text}|\\z)` : token.text;
  }
  return result;
}

interface Token {
  readonly text: string;
  /** It matches a character, or a position between two: it is no bracket, no operator and no start of a line. */
  readonly isAtom: boolean;
}

function tokenAt(source: string, at: number): Token | undefined {
  for (const [pattern, isAtom] of tokens) {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    if (found !== undefined) return { text: found, isAtom };
  }
  return undefined;
}

/** In the order in which they are tried. `\Q…\E` is not read. */
const tokens: readonly (readonly [pattern: RegExp, isAtom: boolean])[] = [
  [/\((?:\?(?:P?<\w+>|[imsU-]*:|[imsU-]+\)))?/y, false],
  [/\)|\||[*+?]|\{\d+(?:,\d*)?\}/y, false],
  [/\^|\$|\\[Az]/y, false],
  [/\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/y, true],
  [/\\[pPx]\{[^}]*\}|\\x[0-9A-Fa-f]{2}|\\[pP]\w|\\[0-7]{1,3}|\\[^QEC]/y, true],
  [/[^\\[\]()*+?|^$]/uy, true],
];
