/**
 * Whether a text of which only the beginning is known can still match: each character of an expression may stand where the
 * known text has ended, so `^HUSKY=0` may match what begins with `HUS`, and never what begins with `PATH=`.
 */

/** An expression in RE2's syntax that matches the beginnings of what another one matches; undefined where it cannot be told. Never throws. */
export function beginningsOf(source: string, flags: string): string | undefined {
  // Lines may begin in what is not known.
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
  /** It stands for a character, or for a place between two: not a bracket, a sign or the start of a line. */
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
