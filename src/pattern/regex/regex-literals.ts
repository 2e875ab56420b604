/**
 * Literals, one of which must be in every text that a regular expression matches: of `ghp_[a-z]+|token`
 * they are `ghp_` and `token`. If none can be found, the expression has to be tried on every text. Letters
 * match both cases.
 */
import { type RegexToken, regexTokens } from './regex-tokens.ts';

/** More literals than this are not worth a look. */
const mostLiterals = 64;
const deepest = 50;

/** Literals of an expression in RE2's syntax, ASCII only, at most `most`; undefined where there are none. Never throws. */
export function literalsOfRegex(source: string, most = mostLiterals): readonly string[] | undefined {
  const tokens = regexTokens(source);
  if (tokens === undefined) return undefined;
  const reader: Reader = { tokens, at: 0 };
  const found = alternatives(reader, 0);
  const hasReadAll = reader.at === tokens.length;
  return hasReadAll && found !== undefined && found.length <= most ? found : undefined;
}

/** Any of these; undefined where nothing is known. */
type AnyOf = readonly string[] | undefined;

interface Reader {
  readonly tokens: readonly RegexToken[];
  /** The next token; behind the last one where the reader has given up. */
  at: number;
}

/** The rest is not read: what follows would be a guess. */
function giveUp(reader: Reader): undefined {
  reader.at = reader.tokens.length + 1;
  return undefined;
}

function alternatives(reader: Reader, depth: number): AnyOf {
  if (depth > deepest) return giveUp(reader);
  let all = sequence(reader, depth);
  while (reader.tokens[reader.at]?.kind === 'or') {
    reader.at++;
    const next = sequence(reader, depth);
    all = all === undefined || next === undefined ? undefined : [...all, ...next];
  }
  return all;
}

/** The best of the literals of a sequence. */
function sequence(reader: Reader, depth: number): AnyOf {
  let best: AnyOf;
  let run = '';
  const endRun = (): void => {
    best = better(best, run === '' ? undefined : [run]);
    run = '';
  };
  for (;;) {
    const token = reader.tokens[reader.at];
    if (token === undefined || token.kind === 'or' || token.kind === 'close') break;
    reader.at++;
    const found = token.kind === 'open' ? group(reader, depth) : undefined;
    // Repetition behind flags alone is of what comes before them.
    if (token.kind === 'flags' && reader.tokens[reader.at]?.kind === 'repeat') return giveUp(reader);
    const times = repetition(reader);
    const literal = literalOf(token);
    if (token.kind === 'open') {
      endRun();
      best = better(best, times === 'optional' ? undefined : found);
    } else if (literal === undefined || times === 'optional') {
      // A place between characters has no length: the characters on both sides may meet.
      if (!isPlace(token) || times !== 'once') endRun();
    } else {
      run += literal;
      if (times === 'repeated') endRun();
    }
  }
  endRun();
  return best;
}

function group(reader: Reader, depth: number): AnyOf {
  const inside = alternatives(reader, depth + 1);
  if (reader.tokens[reader.at]?.kind !== 'close') return giveUp(reader);
  reader.at++;
  return inside;
}

const isPlace = ({ kind, text }: RegexToken): boolean => kind === 'edge' || text === '\\b' || text === '\\B';

/** The one character that a token takes; undefined where it takes another one as well, or none. */
function literalOf({ kind, text }: RegexToken): string | undefined {
  if (kind !== 'atom' || text === '.') return undefined;
  if (text.length === 1) return isPlain(text) ? text : undefined;
  // An escaped letter or digit is a class, a place or a number.
  return /^\\[^A-Za-z0-9]$/.test(text) && isPlain(text.slice(1)) ? text.slice(1) : undefined;
}

function repetition(reader: Reader): 'once' | 'optional' | 'repeated' {
  let times: 'once' | 'optional' | 'repeated' = 'once';
  for (;;) {
    const token = reader.tokens[reader.at];
    if (token?.kind !== 'repeat') return times;
    reader.at++;
    // A `?` behind another sign makes it lazy, and changes nothing else.
    if (times !== 'once') continue;
    const [, least] = /^\{(\d+)/.exec(token.text) ?? [];
    const isOptional = token.text === '*' || token.text === '?' || Number(least ?? 1) === 0;
    times = isOptional ? 'optional' : 'repeated';
  }
}

const isPlain = (character: string): boolean => /^[\x20-\x7e]$/.test(character);

/** The more telling one: its shortest literal is longer. */
function better(a: AnyOf, b: AnyOf): AnyOf {
  if (a === undefined || b === undefined) return a ?? b;
  return shortest(b) > shortest(a) ? b : a;
}

const shortest = (texts: readonly string[]): number => Math.min(...texts.map((text) => text.length));
