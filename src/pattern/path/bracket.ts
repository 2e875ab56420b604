/**
 * Bracket expressions of shell patterns: `[abc]`, `[!a-z]`, `[[:digit:]_]`. The characters of a range or a
 * class depend on the locale: if locales differ, the answer is unknown.
 */

/** Whether a bracket matches a character; `either` if that depends on the locale. */
export type Membership = 'in' | 'out' | 'either';

export interface Bracket {
  /** The offset after it. */
  readonly end: number;
  readonly has: (character: string) => Membership;
}

type Item = (character: string) => Membership;

/**
 * Whether shells may differ in where a bracket of a pattern ends: `[=a=]` and `[.-.]`, which
 * some do not know, a class that is not closed or ends a range, and a bracket among the choices of `@(…)`.
 */
export const isAmbiguous = (pattern: string): boolean =>
  /\[[:=.]/.test(pattern.replace(/\[:\w*:\]/g, '')) ||
  /-\[:|:\]-[^\]]/.test(pattern) ||
  (/[@!+?*]\(/.test(pattern) && /[['"\\]/.test(pattern));

/**
 * The bracket expression that opens at a place in a pattern that is not ambiguous; undefined if there is
 * none: then it is a plain `[`.
 */
export function bracketAt(pattern: string, from: number): Bracket | undefined {
  if (pattern[from] !== '[') return undefined;
  let at = from + 1;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at++;
  const items: Item[] = [];
  for (let isFirst = true; at < pattern.length; isFirst = false) {
    if (pattern[at] === ']' && !isFirst) return { end: at + 1, has: membership(items, negated) };
    const named = /^\[:(\w*):\]/.exec(pattern.slice(at, at + longestClass));
    if (named !== null) {
      items.push(classNamed(named[1] ?? ''));
      at += named[0].length;
      continue;
    }
    const low = characterAt(pattern, at);
    if (low === undefined) return undefined;
    const high = rangeEnd(pattern, low.end);
    items.push(high === undefined ? equals(low.text) : between(low.text, high.text));
    at = high?.end ?? low.end;
  }
  return undefined;
}

/** No class has a longer name. */
const longestClass = 20;

/** A character of a pattern, and the offset of the next one. */
interface Character {
  readonly text: string;
  readonly end: number;
}

/** The character at an offset; after a back-slash it is literal. */
function characterAt(pattern: string, from: number): Character | undefined {
  const at = pattern[from] === '\\' && from + 1 < pattern.length ? from + 1 : from;
  const code = pattern.codePointAt(at);
  if (code === undefined) return undefined;
  const text = String.fromCodePoint(code);
  return { text, end: at + text.length };
}

/** The upper end of a range, if one follows. */
function rangeEnd(pattern: string, from: number): Character | undefined {
  if (pattern[from] !== '-' || pattern[from + 1] === ']' || from + 1 >= pattern.length) return undefined;
  return characterAt(pattern, from + 1);
}

/** Classes with the ASCII characters that they have in all locales; each may have any other character. */
const classes: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/,
  digit: /\d/,
  alnum: /[A-Za-z\d]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  space: /[ \t-\r]/,
  blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/,
  print: /[ -~]/,
  graph: /[!-~]/,
  cntrl: /[\0-\x1f\x7f]/,
  xdigit: /[\dA-Fa-f]/,
  word: /\w/,
  ascii: /[\0-\x7f]/,
};

/** An unknown class may have every character; with `nocasematch` case does not matter. */
function classNamed(name: string): Item {
  const expression = Object.hasOwn(classes, name) ? classes[name] : undefined;
  if (expression === undefined) return () => 'either';
  const hasCase = name === 'upper' || name === 'lower';
  return (character) => {
    if (expression.test(character)) return 'in';
    return isForeign(character) || (hasCase && isLetter(character)) ? 'either' : 'out';
  };
}

const isForeign = (character: string): boolean => (character.codePointAt(0) ?? 0) > 127;
const isLetter = (character: string): boolean => /^[A-Za-z]$/.test(character);

const equals =
  (wanted: string): Item =>
  (character) =>
    character === wanted ? 'in' : 'out';

/** A range follows the order of the locale, which may mix both cases, and put other characters anywhere. */
function between(low: string, high: string): Item {
  const kind = [/[a-z]/, /[A-Z]/, /\d/].find((each) => each.test(low) && each.test(high));
  if (kind === undefined) return () => 'either';
  return (character) => {
    if (kind.test(character)) return low <= character && character <= high ? 'in' : 'out';
    return isForeign(character) || (isLetter(low) && isLetter(character)) ? 'either' : 'out';
  };
}

function membership(items: readonly Item[], negated: boolean): Bracket['has'] {
  return (character) => {
    let result: Membership = 'out';
    for (const item of items) {
      const found = item(character);
      if (found === 'in') return negated ? 'out' : 'in';
      if (found === 'either') result = 'either';
    }
    if (!negated || result === 'either') return result;
    return 'in';
  };
}
