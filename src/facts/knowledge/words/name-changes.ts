/** Expressions of Perl that change a name: `s/b/a/`, `s/\.jpe?g$/.jpg/i`, `y/A-Z/a-z/`. */

/** One change of a name. */
export interface NameChange {
  /** The text that is replaced; undefined for a pattern. */
  readonly from: string | undefined;
  /** What it is replaced by; undefined where that is not known, but has no slash. */
  readonly to: string | undefined;
  /** Only at the beginning, or at the end, of the name. */
  readonly start: boolean;
  readonly end: boolean;
  /** Wherever the text is, and not only at the first place. */
  readonly all: boolean;
  /** Only at the last place where the text is. */
  readonly last?: boolean;
  /** False for a pattern that may match a slash. */
  readonly isTame?: boolean;
}

/** The changes that an expression makes, one after another; undefined if it does anything else. */
export function nameChanges(expression: string): readonly NameChange[] | undefined {
  if (expression.length > longestExpression) return undefined;
  const changes: NameChange[] = [];
  let at = 0;
  while (at < expression.length) {
    blank.lastIndex = at;
    at += blank.exec(expression)?.[0].length ?? 0;
    if (at >= expression.length) break;
    substitution.lastIndex = at;
    transliteration.lastIndex = at;
    const [found, sign = '', pattern = '', replacement = '', flags = ''] =
      substitution.exec(expression) ?? [];
    const [other, , , to = ''] = found === undefined ? (transliteration.exec(expression) ?? []) : [];
    const whole = found ?? other;
    // Behind a back-slash, a sign of patterns that also ends the pattern is a sign of patterns: `s|a\\|b|c|`.
    if (whole === undefined || (sign === '|' && pattern.includes('\\|'))) return undefined;
    const change = found === undefined ? mapped(to) : substituted(pattern, replacement, flags);
    if (change === undefined) return undefined;
    changes.push(change);
    at += whole.length;
  }
  return changes;
}

const longestExpression = 400;

const blank = /[\s;]*/y;

const substitution =
  /s([/:,|#!])((?:\\[\s\S]|(?!\1)[^\\])*)\1((?:\\[\s\S]|(?!\1)[^\\])*)\1([gis]*)(?=\s*(?:;|$))/y;

const transliteration =
  /(?:y|tr)([/:,|#!])((?:\\[\s\S]|(?!\1)[^\\])*)\1((?:\\[\s\S]|(?!\1)[^\\])*)\1[cds]*(?=\s*(?:;|$))/y;

/** Letters for others, without a slash among them: ranges between other signs may have one. */
const mapped = (to: string): NameChange | undefined =>
  /^(?:[A-Za-z]-[A-Za-z]|\d-\d|[\w. ]|-$|\\[-_. ])*$/.test(to)
    ? { from: undefined, to: undefined, start: false, end: false, all: true, isTame: false }
    : undefined;

function substituted(pattern: string, replacement: string, flags: string): NameChange | undefined {
  const [, first = '', inner = '', last = ''] = /^(\^?)([\s\S]*?)((?<!\\)\$|)$/.exec(pattern) ?? [];
  // Code and variables in a pattern, and anything with an end or a choice of its own.
  if (/@|\$|\(\?[^:]/.test(inner)) return undefined;
  const isChoice = inner.includes('|');
  const to = literal(replacement, /[$@\\]/);
  const hasGroups = /^(?:[^\\$@/]|\\[^A-Za-z0-9/]|\$[\d&](?![\d[{-]))*$/.test(replacement);
  if (to === undefined && !hasGroups) return undefined;
  const from = flags.includes('i') && /[a-z]/i.test(inner) ? undefined : literal(inner, /[\\^$.|?*+()[\]{}]/);
  return {
    from,
    to,
    start: first !== '' && !isChoice,
    end: last !== '' && !isChoice,
    all: flags.includes('g'),
    isTame: !/(?<!\\)\.|\[|\\[A-Z/]|\//.test(inner),
  };
}

/** The text that a pattern or a replacement is; undefined if it has anything special. */
function literal(text: string, special: RegExp): string | undefined {
  const plain = text.replace(/\\[^A-Za-z0-9]/g, '');
  return special.test(plain) ? undefined : text.replace(/\\([^A-Za-z0-9])/g, '$1');
}
