/**
 * Texts that a regular expression matches: one for every way through its alternatives, up to a bound. Each is a guess by
 * the syntax of RE2, and is given only if the expression matches it.
 */
import { compileRegex } from '../pattern/regex/regex.ts';

/** At most so many ways through an expression are tried. */
const mostWays = 24;
const longestSample = 2000;
const deepest = 60;

/** At most `most` texts that the expression matches, the simplest first. */
export function regexSamples(source: string, flags: string, most = 4): readonly string[] {
  const { pattern } = compileRegex(source, flags);
  if (pattern === undefined) return [];
  const found = new Set<string>();
  for (let way = 0; way < mostWays && found.size < most; way++) {
    const text = new Writer(source, way).write();
    // A boundary may need something beside it.
    for (const candidate of [text, ` ${text} `, `x${text}`]) {
      if (candidate.length > longestSample || pattern.test(candidate) !== true) continue;
      found.add(candidate);
      break;
    }
  }
  return [...found];
}

interface Class {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [string, string])[];
}

/** For a class of characters, the first of these that is in it. */
const preferred = [...'xa0-/._ A1:+=@,;'];

const named: Readonly<Record<string, Class>> = {
  d: { negated: false, ranges: [['0', '9']] },
  w: {
    negated: false,
    ranges: [
      ['a', 'z'],
      ['A', 'Z'],
      ['0', '9'],
      ['_', '_'],
    ],
  },
  s: {
    negated: false,
    ranges: [
      [' ', ' '],
      ['\t', '\t'],
      ['\n', '\n'],
    ],
  },
};
const controls: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  v: '\v',
  a: '\u0007',
};

/** Reads an expression and writes a text as it goes along one way. */
class Writer {
  readonly #source: string;
  #at = 0;
  /** Choices not yet made: each alternative takes its part of the number. */
  #way: number;
  #depth = 0;

  constructor(source: string, way: number) {
    this.#source = source;
    this.#way = way;
  }

  write(): string {
    return this.#alternatives();
  }

  #alternatives(): string {
    if (++this.#depth > deepest) return '';
    const ways: string[] = [];
    const before = this.#way;
    do {
      ways.push(this.#sequence());
    } while (this.#take('|'));
    this.#depth--;
    const chosen = ways[before % ways.length] ?? '';
    this.#way = Math.floor(before / ways.length);
    return chosen;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#source.length && !this.#isNext('|') && !this.#isNext(')')) {
      const piece = this.#piece();
      text += piece.repeat(this.#times());
      if (text.length > longestSample) text = text.slice(0, longestSample);
    }
    return text;
  }

  #piece(): string {
    if (this.#take('(')) return this.#group();
    if (this.#take('[')) return choose(this.#class());
    if (this.#take('\\')) return this.#escape();
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    if (character === '^' || character === '$') return '';
    return character === '.' ? 'x' : character;
  }

  #group(): string {
    if (this.#take('?')) {
      // `(?i)` sets flags; `(?i:…)`, `(?:…)` and `(?P<name>…)` are groups.
      while (this.#at < this.#source.length && !':>)'.includes(this.#source[this.#at] ?? '')) this.#at++;
      if (this.#take(')')) return '';
      this.#at++;
    }
    const text = this.#alternatives();
    this.#take(')');
    return text;
  }

  #escape(): string {
    const letter = this.#source[this.#at] ?? '';
    this.#at++;
    if ('bBAz'.includes(letter)) return '';
    const isClass = named[letter.toLowerCase()];
    if (isClass !== undefined) return choose({ ...isClass, negated: letter !== letter.toLowerCase() });
    if (letter === 'Q') return this.#quoted();
    if (letter === 'x') return this.#code();
    if (letter === 'p' || letter === 'P') return this.#property(letter);
    return controls[letter] ?? letter;
  }

  #quoted(): string {
    const end = this.#source.indexOf('\\E', this.#at);
    const text = this.#source.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#source.length : end + 2;
    return text;
  }

  #code(): string {
    const digits = /^(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))/.exec(
      this.#source.slice(this.#at, this.#at + 10),
    );
    if (digits === null) return '';
    this.#at += digits[0].length;
    const point = Number.parseInt(digits[1] ?? digits[2] ?? '0', 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  }

  #property(letter: string): string {
    const end = this.#isNext('{') ? this.#source.indexOf('}', this.#at) : this.#at;
    const name = this.#source.slice(this.#at, end + 1);
    this.#at = end + 1;
    if (letter === 'P') return ' ';
    return /N/.test(name)
      ? '0'
      : /Lu/.test(name)
        ? 'A'
        : /Z/.test(name)
          ? ' '
          : /[PS]/.test(name)
            ? '-'
            : 'a';
  }

  #class(): Class {
    const negated = this.#take('^');
    const ranges: (readonly [string, string])[] = [];
    let isFirst = true;
    while (this.#at < this.#source.length && (isFirst || !this.#isNext(']'))) {
      isFirst = false;
      const posix = /^\[:(\^?)([a-z]+):\]/.exec(this.#source.slice(this.#at, this.#at + 20));
      if (posix !== null) {
        this.#at += posix[0].length;
        ranges.push(...(named[posixNames[posix[2] ?? ''] ?? 'w']?.ranges ?? []));
        continue;
      }
      const set = /^\\([dwsDWS])/.exec(this.#source.slice(this.#at, this.#at + 2))?.[1];
      if (set !== undefined) {
        this.#at += 2;
        if (set === set.toLowerCase()) ranges.push(...(named[set]?.ranges ?? []));
        else ranges.push(['x', 'x'], ['-', '-']);
        continue;
      }
      const low = this.#member();
      if (this.#isNext('-') && this.#source[this.#at + 1] !== ']') {
        this.#at++;
        ranges.push([low, this.#member()]);
      } else ranges.push([low, low]);
    }
    this.#take(']');
    return { negated, ranges };
  }

  #member(): string {
    if (this.#take('\\')) return this.#escape();
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  /** How often a piece is written: as few times as possible, but once on every second way if it is optional. */
  #times(): number {
    const low = this.#bounds();
    if (low === undefined) return 1;
    this.#take('?');
    if (low.from > 0 || low.to === 0) return Math.min(low.from, longestSample);
    const taken = this.#way % 2;
    this.#way = Math.floor(this.#way / 2);
    return taken;
  }

  #bounds(): { readonly from: number; readonly to: number } | undefined {
    if (this.#take('*') || this.#take('?')) return { from: 0, to: 1 };
    if (this.#take('+')) return { from: 1, to: 1 };
    const counted = /^\{(\d{1,4})(?:,(\d{0,4}))?\}/.exec(this.#source.slice(this.#at, this.#at + 16));
    if (counted === null) return undefined;
    this.#at += counted[0].length;
    return { from: Number(counted[1]), to: Number(counted[2] || '1') };
  }

  #isNext(character: string): boolean {
    return this.#source[this.#at] === character;
  }

  #take(character: string): boolean {
    if (!this.#isNext(character)) return false;
    this.#at++;
    return true;
  }
}

const posixNames: Readonly<Record<string, string>> = { digit: 'd', space: 's', blank: 's' };

function choose({ negated, ranges }: Class): string {
  const isIn = (character: string): boolean =>
    ranges.some(([low, high]) => low <= character && character <= high) !== negated;
  return preferred.find(isIn) ?? (negated ? '' : (ranges[0]?.[0] ?? ''));
}
