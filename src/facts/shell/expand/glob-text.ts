/** Shell patterns at the ends of plain texts, for `${x%.txt}` and the like: `*`, `?` and `[…]`, in time of the product. */
import { bracketAt, isAmbiguous, type Membership } from '../../../pattern/bracket.ts';

/** The parts of a pattern: a character, or a test of one, or any run. */
type Token = '*' | ((character: string) => Membership);

/** How much of a text a pattern stands for; `unknown` where that depends on the locale, undefined where it stands for none. */
export type Affix = number | 'unknown' | undefined;

/**
 * Compiles a pattern to what gives the length of the part of a text that it stands for, at
 * its start or at its end; undefined where there is none. Undefined itself where the
 * pattern has something that is not read here (`@(…)`).
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

/** Other characters than ASCII are one, or as many as they have bytes, by the locale. */
const ofOne =
  (has: (character: string) => Membership): ((character: string) => Membership) =>
  (character) =>
    character.charCodeAt(0) > 127 ? 'either' : has(character);

/** Every state that the pattern can be in is followed at once, so that each character is looked at once. */
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

/** A run may end anywhere: where one stands, what follows it may too. States stay in order. */
function withRunsEnded(states: readonly number[], tokens: readonly Token[]): readonly number[] {
  const all: number[] = [];
  for (const state of states) {
    if (all[all.length - 1] !== state) all.push(state);
    if (tokens[state] === '*') all.push(state + 1);
  }
  return all;
}
