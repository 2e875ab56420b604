/** Shell patterns over plain texts, for `${x%.txt}` and the like: `*`, `?` and `[…]`, in time of the product. */

/** The parts of a pattern: a character, or a test of one, or any run. */
type Token = '*' | ((character: string) => boolean);

/** Compiles a pattern; undefined where it has something that is not read here (`@(…)`). */
export function compileGlobText(pattern: string): ((text: string) => boolean) | undefined {
  if (pattern.length > 200 || /[?*+@!]\(/.test(pattern)) return undefined;
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    if (character === '*') tokens.push('*');
    else if (character === '?') tokens.push(() => true);
    else if (character === '[' && pattern.indexOf(']', at + 2) > 0) {
      const end = pattern.indexOf(']', at + 2);
      tokens.push(bracket(pattern.slice(at + 1, end)));
      at = end;
    } else {
      const literal = character === '\\' ? (pattern[++at] ?? '\\') : character;
      tokens.push((given) => given === literal);
    }
  }
  return (text) => matches(tokens, text);
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

function matches(tokens: readonly Token[], text: string): boolean {
  let states = new Set([0]);
  const close = (from: Set<number>): Set<number> => {
    for (const state of from) if (tokens[state] === '*') from.add(state + 1);
    return from;
  };
  states = close(states);
  for (const character of text) {
    const next = new Set<number>();
    for (const state of states) {
      const token = tokens[state];
      if (token === '*') next.add(state);
      else if (token?.(character)) next.add(state + 1);
    }
    if (next.size === 0) return false;
    states = close(next);
  }
  return states.has(tokens.length);
}
