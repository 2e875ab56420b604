/**
 * Matches shell patterns at the start or the end of plain texts, for `${x%.txt}` and the like: `*`, `?` and
 * `[…]`. The time is at most the product of both lengths.
 */
import { bracketAt, isAmbiguous, type Membership } from '../../../pattern/path/bracket.ts';

/** A part of a pattern: a character, a test of one character, or any run of characters. */
type Token = '*' | ((character: string) => Membership);

/**
 * The length of the text that a pattern matches; `unknown` if that depends on the locale, undefined if it does
 * not match.
 */
export type Affix = number | 'unknown' | undefined;

/**
 * Compiles a pattern to a function that gives the length of its match at the start or the end of a text.
 * Undefined if the pattern has something that is not supported (`@(…)`).
 */
export function compileAffix(
  pattern: string,
): ((text: string, where: 'start' | 'end', longest: boolean) => Affix) | undefined {
  if (pattern.length > 200 || /[?*+@!]\(/.test(pattern) || isAmbiguous(pattern)) return undefined;
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    if (character === '*') {
      if (tokens[tokens.length - 1] !== '*') tokens.push('*');
      continue;
    }
    const bracket = bracketAt(pattern, at);
    if (bracket !== undefined) {
      tokens.push(ofOne(bracket.has));
      at = bracket.end - 1;
    } else if (character === '?') tokens.push(ofOne(() => 'in'));
    else {
      const literal = character === '\\' ? (pattern[++at] ?? '\\') : character;
      tokens.push((given) => (given === literal ? 'in' : 'out'));
    }
  }
  const backwards = [...tokens].reverse();
  return (text, where, longest) =>
    where === 'start'
      ? lengthFound(tokens, text, longest)
      : lengthFound(backwards, [...text].reverse().join(''), longest);
}

/** Depending on the locale, a character that is not ASCII counts as one, or as its number of bytes. */
const ofOne =
  (has: (character: string) => Membership): ((character: string) => Membership) =>
  (character) =>
    character.charCodeAt(0) > 127 ? 'either' : has(character);

/** Follows all states of the pattern at once, so that each character is read only once. */
function lengthFound(tokens: readonly Token[], text: string, longest: boolean): Affix {
  let states = [0];
  let found: number | undefined;
  let length = 0;
  for (;;) {
    const closed = withRunsEnded(states, tokens);
    if (closed.includes(tokens.length)) {
      found = length;
      if (!longest) return found;
    }
    const character = text[length];
    if (character === undefined || closed.length === 0) return found;
    states = [];
    for (const state of closed) {
      const token = tokens[state];
      const membership = token === undefined || token === '*' ? undefined : token(character);
      if (membership === 'either') return 'unknown';
      const next = token === '*' ? state : membership === 'in' ? state + 1 : undefined;
      if (next !== undefined && states[states.length - 1] !== next) states.push(next);
    }
    length++;
  }
}

/** Adds the states behind each run, since a run may end anywhere. The states stay sorted. */
function withRunsEnded(states: readonly number[], tokens: readonly Token[]): readonly number[] {
  const all: number[] = [];
  for (const state of states) {
    if (all[all.length - 1] !== state) all.push(state);
    if (tokens[state] === '*') all.push(state + 1);
  }
  return all;
}
