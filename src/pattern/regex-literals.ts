/**
 * Literals, one of which must be in every text that a regular expression matches: of `ghp_[a-z]+|token`
 * they are `ghp_` and `token`. If none can be found, the expression has to be tried on every text. Letters
 * match both cases.
 */

/** Literals of an expression in RE2's syntax, ASCII only; undefined if there are none. Never throws. */
export function literalsOfRegex(source: string): readonly string[] | undefined {
  const reader = new Reader(source);
  const found = reader.alternatives(0);
  return reader.hasReadAll && found !== undefined && found.length <= mostLiterals ? found : undefined;
}

const mostLiterals = 64;
const deepest = 50;

/** One of these; undefined if nothing is known. */
type AnyOf = readonly string[] | undefined;

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get hasReadAll(): boolean {
    return this.#at === this.#source.length;
  }

  alternatives(depth: number): AnyOf {
    if (depth > deepest) return this.#giveUp();
    let all: AnyOf = this.#sequence(depth);
    while (this.#source[this.#at] === '|') {
      this.#at++;
      const next = this.#sequence(depth);
      all = all === undefined || next === undefined ? undefined : [...all, ...next];
    }
    return all;
  }

  /** Parts in sequence: the longest of their literals. */
  #sequence(depth: number): AnyOf {
    let best: AnyOf;
    let run = '';
    const end = (): void => {
      best = better(best, run === '' ? undefined : [run]);
      run = '';
    };
    while (this.#at < this.#source.length) {
      const character = this.#source[this.#at] ?? '';
      if (character === '|' || character === ')') break;
      if (character === '(') {
        end();
        const group = this.#group(depth);
        best = better(best, this.#repetition() === 'optional' ? undefined : group);
        continue;
      }
      const atom = this.#atom();
      if (atom === 'nothing') {
        // A position between characters has no length; the parts around it may still be adjacent.
        if (this.#repetition() !== 'once') end();
        continue;
      }
      const times = this.#repetition();
      if (atom === 'something' || times === 'optional') {
        end();
        continue;
      }
      run += atom;
      if (times === 'repeated') end();
    }
    end();
    return best;
  }

  #group(depth: number): AnyOf {
    this.#at++;
    if (this.#source[this.#at] === '?') {
      const head = /^\?(?:P?<[A-Za-z0-9_]+>|[imsU-]*:|[imsU-]+(?=\)))/.exec(
        this.#source.slice(this.#at, this.#at + 300),
      );
      if (head === null) return this.#giveUp();
      this.#at += head[0].length;
      // After flags alone, a repetition applies to the part before them.
      if (/^\)[*+?{]/.test(this.#source.slice(this.#at, this.#at + 2)) && !head[0].endsWith(':'))
        return this.#giveUp();
    }
    const inside = this.alternatives(depth + 1);
    if (this.#source[this.#at] !== ')') return this.#giveUp();
    this.#at++;
    return inside;
  }

  /** One character as itself; `something` for what could be several, `nothing` for what takes none. */
  #atom(): string {
    const character = this.#source[this.#at++] ?? '';
    switch (character) {
      case '^':
      case '$':
        return 'nothing';
      case '.':
        return 'something';
      case '[':
        return this.#brackets();
      case '\\':
        return this.#escape();
      default:
        return isPlain(character) ? character : 'something';
    }
  }

  #brackets(): string {
    if (this.#source[this.#at] === '^') this.#at++;
    let first = true;
    for (; this.#at < this.#source.length; first = false) {
      const character = this.#source[this.#at++];
      if (character === ']' && !first) return 'something';
      if (character === '\\') this.#at++;
      if (character === '[' && this.#source[this.#at] === ':') {
        const end = this.#source.indexOf(':]', this.#at);
        if (end >= 0) this.#at = end + 2;
      }
    }
    return 'something';
  }

  #escape(): string {
    const character = this.#source[this.#at++] ?? '';
    if ('AzbB'.includes(character)) return 'nothing';
    // From here on everything would be literal.
    if (character === 'Q') {
      this.#giveUp();
      return 'something';
    }
    if ((character === 'p' || character === 'P' || character === 'x') && this.#source[this.#at] === '{') {
      const end = this.#source.indexOf('}', this.#at);
      this.#at = end < 0 ? this.#source.length + 1 : end + 1;
      return 'something';
    }
    if (character === 'p' || character === 'P') {
      this.#at++;
      return 'something';
    }
    if (character === 'x') {
      this.#at += 2;
      return 'something';
    }
    if (/[0-7]/.test(character)) {
      while (/[0-7]/.test(this.#source[this.#at] ?? '')) this.#at++;
      return 'something';
    }
    return /[A-Za-z]/.test(character) || !isPlain(character) ? 'something' : character;
  }

  #repetition(): 'once' | 'optional' | 'repeated' {
    let times: 'once' | 'optional' | 'repeated' = 'once';
    for (;;) {
      const count = /^(?:[*?+]|\{(\d+)(?:,\d*)?\})/.exec(this.#source.slice(this.#at, this.#at + 20));
      if (count === null) return times;
      this.#at += count[0].length;
      // A `?` after another operator makes it lazy, which matches no less: to treat it as optional costs
      // only speed.
      const optional = count[0] === '*' || count[0] === '?' || Number(count[1] ?? 1) === 0;
      if (times !== 'once') continue;
      times = optional ? 'optional' : 'repeated';
    }
  }

  /** To read on would be a guess: the reader stops here. */
  #giveUp(): undefined {
    this.#at = this.#source.length + 1;
    return undefined;
  }
}

const isPlain = (character: string): boolean => /^[\x20-\x7e]$/.test(character);

/** The more selective of two: the one whose shortest literal is longer. */
function better(a: AnyOf, b: AnyOf): AnyOf {
  if (a === undefined || b === undefined) return a ?? b;
  return shortest(b) > shortest(a) ? b : a;
}

const shortest = (texts: readonly string[]): number => Math.min(...texts.map((text) => text.length));
