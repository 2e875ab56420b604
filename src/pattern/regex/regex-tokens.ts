/** The tokens of a regular expression in RE2's syntax, for readers that need no full parse. */

export interface RegexToken {
  readonly text: string;
  /**
   * `open` and `close`: the brackets of a group. `flags`: a group of flags alone, `(?i)`. `repeat`: `*`, `{2,3}` and their
   * like. `edge`: the beginning or end of a text. `atom`: what takes one character, or is a place between two.
   */
  readonly kind: 'open' | 'close' | 'flags' | 'or' | 'repeat' | 'edge' | 'atom';
}

/** The tokens of a source; undefined where it has one that is not known. `\Q…\E` is not read. Never throws. */
export function regexTokens(source: string): readonly RegexToken[] | undefined {
  const tokens: RegexToken[] = [];
  for (let at = 0; at < source.length; ) {
    const token = tokenAt(source, at);
    if (token === undefined) return undefined;
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function tokenAt(source: string, at: number): RegexToken | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    if (found !== undefined) return { text: found, kind };
  }
  return undefined;
}

/** In the order in which they are tried. */
const patterns: readonly (readonly [kind: RegexToken['kind'], pattern: RegExp])[] = [
  ['flags', /\(\?[imsU-]+\)/y],
  ['open', /\((?:\?(?:P?<\w+>|[imsU-]*:))?(?!\?)/y],
  ['close', /\)/y],
  ['or', /\|/y],
  ['repeat', /[*+?]|\{\d+(?:,\d*)?\}/y],
  ['edge', /\^|\$|\\[Az]/y],
  ['atom', /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/y],
  ['atom', /\\[pPx]\{[^}]*\}|\\x[0-9A-Fa-f]{2}|\\[pP]\w|\\[0-7]{1,3}|\\[^QEC]/y],
  ['atom', /[^\\[()*+?|^$]/uy],
];
