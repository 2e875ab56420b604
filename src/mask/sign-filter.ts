/**
 * Expressions of many alternatives, such as the signs of secrets, asked of many texts of
 * which hardly one has any: what every match must contain is read off the expressions, and
 * found in one pass of a table. A text without any of it matches none of them; of the
 * others the expressions themselves decide. It is for processes that stay: to make the
 * table takes as long as some hundred looks.
 */

/** Whether a text may match one of some expressions; false is certain. */
export type SignFilter = (text: string) => boolean;

/** A filter for expressions without backreferences and lookarounds; ASCII letters are the same in both cases. */
export function signFilter(expressions: readonly RegExp[]): SignFilter {
  const signs: Sign[] = [];
  const others: RegExp[] = [];
  for (const expression of expressions) {
    const found = alternativesOf(expression.source).map(signOf);
    // Of a shape there is nothing to find: the expression is asked itself.
    if (found.some(({ text }) => text.length < 2 || !isAscii(text))) others.push(expression);
    else signs.push(...found);
  }
  const hasLiteral = signFinder(signs);
  return (text) => hasLiteral(text) || others.some((other) => other.test(text));
}

/** What every match of an alternative has: a text, which may have to be a word of its own. */
interface Sign {
  /** In small letters. */
  readonly text: string;
  readonly isWord: boolean;
}

function signOf(alternative: string): Sign {
  const [, word] = /^\\b([A-Za-z0-9]+)\\b$/.exec(alternative) ?? [];
  return { text: (word ?? longestLiteral(alternative)).toLowerCase(), isWord: word !== undefined };
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** The alternatives of an expression, outermost only. */
export function alternativesOf(source: string): readonly string[] {
  const alternatives: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at];
    if (sign === '\\') at++;
    else if (sign === '[') at = endOfClass(source, at);
    else if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === '|' && depth === 0) {
      alternatives.push(source.slice(start, at));
      start = at + 1;
    }
  }
  return [...alternatives, source.slice(start)];
}

/** The longest text that stands in every match of an alternative, as far as that is plain to see; may be empty. */
export function longestLiteral(alternative: string): string {
  let longest = '';
  let run = '';
  const end = (): void => {
    if (run.length > longest.length) longest = run;
    run = '';
  };
  for (let at = 0; at < alternative.length; at++) {
    const sign = alternative[at]!;
    if (sign === '(') {
      end();
      at = endOfGroup(alternative, at);
    } else if (sign === '[') {
      end();
      at = endOfClass(alternative, at);
    } else if (sign === '\\') {
      at++;
      const escaped = alternative[at] ?? '';
      // `\b`, `\s` and their like are no characters.
      if (/[A-Za-z0-9]/.test(escaped)) end();
      else run += escaped;
    } else if ('?*{'.includes(sign)) {
      // The character before may be missing.
      run = run.slice(0, -1);
      end();
      if (sign === '{') at = alternative.indexOf('}', at);
    } else if ('+.^$'.includes(sign)) {
      end();
    } else {
      run += sign;
    }
  }
  end();
  return longest;
}

function endOfClass(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at;
}

function endOfGroup(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    const sign = source[at];
    if (sign === '\\') at++;
    else if (sign === '[') at = endOfClass(source, at);
    else if (sign === '(') depth++;
    else if (sign === ')' && --depth === 0) return at;
  }
  return source.length;
}

/** The columns of the table for characters that no sign has: in a word, and in none. */
const inWord = 0;
const inNone = 1;

/** Finds one of some signs in one pass (Aho and Corasick's table of all steps). Before and behind a text there is no word. */
function signFinder(signs: readonly Sign[]): SignFilter {
  const letters = [...new Set(signs.map(({ text }) => text).join(''))];
  const width = letters.length + 2;
  const columns = Uint8Array.from({ length: 128 }, (_, code) => (isInWord(code) ? inWord : inNone));
  letters.forEach((letter, index) => {
    columns[letter.charCodeAt(0)] = index + 2;
    columns[letter.toUpperCase().charCodeAt(0)] = index + 2;
  });
  const gaps = [
    inNone,
    ...letters.flatMap((each, index) => (isInWord(each.charCodeAt(0)) ? [] : [index + 2])),
  ];
  const paths = signs.flatMap((sign) => pathsOf(sign, columns, gaps));
  const states = paths.reduce((sum, { steps }) => sum + steps.length, 2);
  const next = new Int32Array(states * width);
  const found = states - 1;
  let made = 1;
  for (const { steps, ends } of paths) {
    let state = 0;
    for (const column of steps) {
      const step = state * width + column;
      if (next[step] === 0) next[step] = made++;
      state = next[step]!;
      if (state === found) break;
    }
    if (state !== found) for (const column of ends) next[state * width + column] = found;
  }
  completeSteps(next, width, found);
  return (text) => {
    let state = next[inNone]!;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      state = next[state * width + (code < 128 ? columns[code]! : inNone)]!;
      if (state === found) return true;
    }
    return next[state * width + inNone] === found;
  };
}

/** What `\b` stands between. */
const isInWord = (code: number): boolean => /^\w$/.test(String.fromCharCode(code));

/** Columns one after another, and those of which one must follow. */
interface Path {
  readonly steps: readonly number[];
  readonly ends: readonly number[];
}

/** A word of its own has a character of no word on both sides. */
function pathsOf({ text, isWord }: Sign, columns: Uint8Array, gaps: readonly number[]): readonly Path[] {
  const steps = [...text].map((letter) => columns[letter.charCodeAt(0)]!);
  if (isWord) return gaps.map((gap) => ({ steps: [gap, ...steps], ends: gaps }));
  return [{ steps: steps.slice(0, -1), ends: steps.slice(-1) }];
}

/** Where a state has no step of its own, that of the longest end of what was read is taken. */
function completeSteps(next: Int32Array, width: number, found: number): void {
  const fallback = new Int32Array(next.length / width);
  const queue: number[] = [];
  for (let column = 0; column < width; column++) {
    const state = next[column]!;
    if (state !== 0 && state !== found) queue.push(state);
  }
  for (const state of queue) {
    for (let column = 0; column < width; column++) {
      const step = state * width + column;
      const other = next[fallback[state]! * width + column]!;
      const own = next[step]!;
      if (own === 0 || other === found) next[step] = other;
      else if (own !== found) {
        fallback[own] = other;
        queue.push(own);
      }
    }
  }
}
