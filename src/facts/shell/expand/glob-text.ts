/** Shell patterns at the ends of plain texts, for `${x%.txt}` and the like: `*`, `?` and `[…]`, in time of the product. */

/** The parts of a pattern: a character, or a test of one, or any run. */
type Token = '*' | ((character: string) => boolean);

/**
 * Compiles a pattern to what gives the length of the part of a text that it stands for, at
 * its start or at its end; undefined where there is none. Undefined itself where the
 * pattern has something that is not read here (`@(…)`).
 */
export function compileAffix(
  pattern: string,
): ((text: string, where: 'start' | 'end', longest: boolean) => number | undefined) | undefined {
  if (pattern.length > 200 || /[?*+@!]\(/.test(pattern)) return undefined;
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    if (character === '*') {
      if (tokens[tokens.length - 1] !== '*') tokens.push('*');
    } else if (character === '?') tokens.push(() => true);
    else if (character === '[' && pattern.indexOf(']', at + 2) > 0) {
      const end = pattern.indexOf(']', at + 2);
      tokens.push(bracket(pattern.slice(at + 1, end)));
      at = end;
    } else {
      const literal = character === '\\' ? (pattern[++at] ?? '\\') : character;
      tokens.push((given) => given === literal);
    }
  }
  const backwards = [...tokens].reverse();
  return (text, where, longest) =>
    where === 'start'
      ? lengthFound(tokens, text, longest)
      : lengthFound(backwards, [...text].reverse().join(''), longest);
}

function bracket(body: string): (character: string) => boolean {
  const negated = /^[!^]/.test(body);
  const set = negated ? body.slice(1) : body;
  return (character) => {
    let inside = false;
    for (let at = 0; at < set.length; at++) {
      const low = set[at] ?? '';
      const high = set[at + 1] === '-' && at + 2 < set.length ? (set[at + 2] ?? low) : low;
      if (character >= low && character <= high) inside = true;
      if (high !== low) at += 2;
    }
    return inside !== negated;
  };
}

/** Every state that the pattern can be in is followed at once, so that each character is looked at once. */
function lengthFound(tokens: readonly Token[], text: string, longest: boolean): number | undefined {
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
      const next = token === '*' ? state : token?.(character) ? state + 1 : undefined;
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
