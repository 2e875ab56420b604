/**
 * Finds which of many literals are in a text. It is only a filter: it ignores the case of ASCII letters, and the two other
 * letters that fold to one of them. So a literal that it finds may be in the text, and one that it does not find is not.
 */
import { once } from '../../language/once.ts';

export interface LiteralSet {
  /**
   * Calls `found` once with the index of each literal that could be in the text. Returns whether the text
   * has characters beyond ASCII.
   */
  search(text: string, found: (literal: number) => void): boolean;
}

/** Only so many first characters of a longer literal are searched. */
const longestLiteral = 16;

/** Whether a text can be searched: some ASCII characters. */
export const isLiteral = (text: string): boolean => /^[\0-\x7f]+$/.test(text);

/** A way to make a set. Throws for a text that is no literal (`isLiteral`). */
export type MakeLiterals = (literals: readonly string[]) => LiteralSet;

/** The part of a literal that is searched. */
function searchedPart(literal: string): string {
  if (!isLiteral(literal)) throw new Error('only ASCII texts can be looked for');
  return literal.toLowerCase().slice(0, longestLiteral);
}

/** A longer text is searched with an automaton: to make it takes longer than to decide a usual call, but not than to scan such a text. */
const longestScanned = 4096;

/** For a process that decides one call: short texts are searched for one literal after the other, and nothing is made before. */
export const scanLiterals: MakeLiterals = (literals) => {
  const parts = literals.map(searchedPart);
  const automaton = once(() => compileLiterals(literals));
  return {
    search(text, found) {
      if (text.length > longestScanned) return automaton().search(text, found);
      const folded = text.toLowerCase().replaceAll('\u017f', 's');
      for (const [literal, part] of parts.entries()) if (folded.includes(part)) found(literal);
      return !isLiteral(text) && text !== '';
    },
  };
};

/**
 * For a process that stays: one pass over a text finds all literals, and takes no longer where they are more (Aho and
 * Corasick's automaton, made deterministic).
 */
export const compileLiterals: MakeLiterals = (literals) => {
  const texts = literals.map(searchedPart);
  const { classes, count } = classify(texts);
  const tree = plant(texts, classes, count);
  const { next, reports, shorter } = link(tree, count);
  const rows = rowsOf(next, reports, count);
  const { ends } = tree;
  /** The search in which a state was last reported, with all literals that end in it. */
  const reported = new Float64Array(tree.states);
  let searches = 0;
  const report = (state: number, found: (literal: number) => void): void => {
    let end = reports[state] as number;
    while (end !== 0 && reported[end] !== searches) {
      reported[end] = searches;
      for (const literal of ends[end] ?? nothing) found(literal);
      end = shorter[end] as number;
    }
  };
  return {
    search(text, found) {
      searches++;
      let row = 0;
      let codes = 0;
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        codes |= code;
        const own = code < 128 ? (classes[code] as number) : classOf(code, classes);
        row = rows[row + own] as number;
        if (row < 0) {
          row = ~row;
          report(row / count, found);
        }
      }
      return codes > 127;
    },
  };
};

/** The table for the walk: instead of a state, the offset of its row; negative if the state reports a literal. */
function rowsOf(next: Int32Array, reports: Int32Array, count: number): Int32Array {
  return next.map((state) => (reports[state] === 0 ? state * count : ~(state * count)));
}

const nothing: readonly number[] = [];

/** The Kelvin sign folds to `k`, and the long s to `s`; no other character beyond ASCII folds to one of it. */
function classOf(code: number, classes: Uint8Array): number {
  if (code === 0x212a) return classes[107] ?? 0;
  return code === 0x17f ? (classes[115] ?? 0) : 0;
}

/** Each character of some literal has a class, and both cases of a letter have the same; all others share class 0. */
function classify(texts: readonly string[]): { readonly classes: Uint8Array; readonly count: number } {
  const classes = new Uint8Array(128);
  let count = 1;
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (classes[code] === 0) classes[code] = count++;
    }
  }
  for (let code = 65; code <= 90; code++) classes[code] = classes[code + 32] ?? 0;
  return { classes, count };
}

/** The literals as a tree: `next` by state and class (0 for none), and the literals that end at a state. */
interface Tree {
  readonly next: Int32Array;
  readonly ends: readonly (readonly number[] | undefined)[];
  readonly states: number;
}

function plant(texts: readonly string[], classes: Uint8Array, count: number): Tree {
  const most = texts.reduce((sum, text) => sum + text.length, 1);
  const next = new Int32Array(most * count);
  const ends: number[][] = [];
  let states = 1;
  for (const [literal, text] of texts.entries()) {
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const edge = state * count + (classes[text.charCodeAt(at)] ?? 0);
      if (next[edge] === 0) next[edge] = states++;
      state = next[edge] ?? 0;
    }
    const own = ends[state] ?? [];
    own.push(literal);
    ends[state] = own;
  }
  return {
    next: next.slice(0, states * count),
    ends: Array.from({ length: states }, (_, at) => ends[at]),
    states,
  };
}

/** The states that report literals: 0 means none, because no literal is empty. */
interface Links {
  /** From each state with every class. */
  readonly next: Int32Array;
  /** The longest suffix of a state, or the state itself, at which a literal ends. */
  readonly reports: Int32Array;
  /** The next shorter one. */
  readonly shorter: Int32Array;
}

function link({ next, ends, states }: Tree, count: number): Links {
  const fallback = new Int32Array(states);
  const shorter = new Int32Array(states);
  const reports = new Int32Array(states);
  const queue: number[] = [];
  for (let each = 0; each < count; each++) {
    const state = next[each] ?? 0;
    if (state !== 0) queue.push(state);
  }
  for (const state of queue) {
    const back = fallback[state] ?? 0;
    shorter[state] = reports[back] ?? 0;
    reports[state] = ends[state] === undefined ? (reports[back] ?? 0) : state;
    for (let each = 0; each < count; each++) {
      const edge = state * count + each;
      const onward = next[back * count + each] ?? 0;
      const child = next[edge] ?? 0;
      if (child === 0) {
        next[edge] = onward;
      } else {
        fallback[child] = onward;
        queue.push(child);
      }
    }
  }
  return { next, reports, shorter };
}
