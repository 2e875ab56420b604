/**
 * Path patterns together with paths that they may or may not name. A pattern is
 * built piece by piece, and each piece can give a text that it matches, so
 * that about half of the paths match. The same number always gives the same pair.
 */
import { braceExpand, Minimatch } from 'minimatch';

export interface PathPair {
  /** Relative, or beginning with a `**` of its own. */
  readonly pattern: string;
  readonly segments: readonly string[];
}

/** Numbers from 0 up to 1, the same for the same seed. */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <Item>(chance: Chance, items: readonly Item[]): Item =>
  items[Math.floor(chance() * items.length)] as Item;

const below = (chance: Chance, bound: number): number => Math.floor(chance() * bound);
const some = <Item>(chance: Chance, least: number, most: number, item: () => Item): Item[] =>
  Array.from({ length: least + below(chance, most - least + 1) }, item);

/** A part of a segment's pattern, and one text that it probably matches. */
interface Piece {
  readonly text: string;
  sample(): string;
}

const letters = ['a', 'b', 'c', 'A', 'B', '.', '-', '1', '2', 'é', 'É', 'ß', '漢', '😀', ' ', '~', '$'];
const escaped = ['*', '?', '[', ']', '{', '}', '(', ')', '!', '\\', '|', '#'];
const classes: readonly (readonly [string, readonly string[]])[] = [
  ['[ab]', ['a', 'b']],
  ['[!a]', ['b', 'c', '.', 'é']],
  ['[^b]', ['a', 'c', 'B']],
  ['[a-c]', ['a', 'b', 'c']],
  ['[!a-b]', ['c', '1', 'A']],
  ['[A-B1-2]', ['A', 'B', '1']],
  ['[[:alpha:]]', ['a', 'B', 'é']],
  ['[[:digit:]]', ['1', '2']],
  ['[[:upper:]]', ['A', 'É']],
  ['[![:alpha:]]', ['1', '.', '-']],
  ['[.]', ['.']],
  ['[*]', ['*']],
  ['[]a]', [']', 'a']],
];

function piece(chance: Chance, depth: number): Piece {
  const word = (): string => some(chance, 0, 3, () => pick(chance, letters)).join('');
  const kind = below(chance, depth > 0 ? 13 : 9);
  switch (kind) {
    case 0:
    case 1:
    case 2:
    case 3:
      return fixed(some(chance, 1, 2, () => pick(chance, letters)).join(''));
    case 4:
    case 5:
      return { text: '*', sample: word };
    case 6:
      return { text: '?', sample: () => pick(chance, letters) };
    case 7: {
      const [text, members] = pick(chance, classes);
      return { text, sample: () => pick(chance, members) };
    }
    case 8: {
      const character = pick(chance, escaped);
      return { text: `\\${character}`, sample: () => character };
    }
    case 9:
      return pick(chance, [
        { text: '{1..3}', sample: () => pick(chance, ['1', '2', '3']) },
        { text: '{a..c}', sample: () => pick(chance, ['a', 'b', 'c']) },
        { text: '{a}', sample: () => '{a}' },
      ]);
    case 10: {
      const options = some(chance, 2, 3, () => pieces(chance, depth - 1));
      return {
        text: `{${options.map(textOf).join(',')}}`,
        sample: () => sampleOf(pick(chance, options)),
      };
    }
    default: {
      const sign = pick(chance, ['?', '*', '+', '@', '!']);
      const options = some(chance, 1, 3, () => pieces(chance, depth - 1));
      const one = (): string => sampleOf(pick(chance, options));
      const samples: Readonly<Record<string, () => string>> = {
        '?': () => (chance() < 0.5 ? '' : one()),
        '*': () => some(chance, 0, 2, one).join(''),
        '+': () => some(chance, 1, 2, one).join(''),
        '@': one,
        '!': word,
      };
      return { text: `${sign}(${options.map(textOf).join('|')})`, sample: samples[sign] ?? one };
    }
  }
}

const fixed = (text: string): Piece => ({ text, sample: () => text });
const pieces = (chance: Chance, depth: number): Piece[] => some(chance, 1, 2, () => piece(chance, depth));
const textOf = (parts: readonly Piece[]): string => parts.map(({ text }) => text).join('');
const sampleOf = (parts: readonly Piece[]): string => parts.map((part) => part.sample()).join('');

/** One pattern, and one path that it matches about every other time. */
export function pathPair(chance: Chance): PathPair {
  const parts = some(chance, 1, 4, () =>
    chance() < 0.3 ? undefined : some(chance, 1, 3, () => piece(chance, 2)),
  );
  const pattern = parts.map((part) => (part === undefined ? '**' : textOf(part))).join('/');
  const name = (): string => some(chance, 1, 3, () => pick(chance, letters)).join('');
  const sampled = parts.flatMap((part) => (part === undefined ? some(chance, 0, 3, name) : [sampleOf(part)]));
  const changed = chance() < 0.75 ? change(chance, sampled, name) : sampled;
  const segments = changed.filter((segment) => !['', '.', '..'].includes(segment));
  return { pattern: chance() < 0.05 ? `${pattern}/` : pattern, segments };
}

function change(chance: Chance, segments: readonly string[], name: () => string): string[] {
  const at = below(chance, segments.length + 1);
  switch (below(chance, 5)) {
    case 0:
      return segments.toSpliced(at, 0, name());
    case 1:
      return segments.toSpliced(at, 1);
    case 2:
      return segments.toSpliced(at, 1, name());
    case 3:
      return segments.map((segment) =>
        segment === segment.toLowerCase() ? segment.toUpperCase() : segment.toLowerCase(),
      );
    default:
      return segments.map((segment, index) => (index === at ? segment.slice(1) : segment));
  }
}

const options = { dot: true, nonegate: true, nocomment: true, platform: 'linux' } as const;

/**
 * What minimatch itself says of a path below a directory, with the decision that
 * is ours: a slash at the end of a pattern is dropped, also where braces make it,
 * and so is `./` at its start.
 */
export function minimatchSays(pattern: string, segments: readonly string[], nocase: boolean): boolean {
  const path = segments.join('/');
  const bare = (text: string): string => text.replace(/^\.\//, '').replace(/\/+$/, '');
  if (new Minimatch(bare(pattern), { ...options, nocase }).match(path)) return true;
  if (!/\/[,}]|[{,]\.\//.test(pattern)) return false;
  return braceExpand(bare(pattern), options).some(
    (each) =>
      bare(each) !== each && new Minimatch(bare(each), { ...options, nobrace: true, nocase }).match(path),
  );
}

/** A text in which every character matches itself in a pattern. */
export const escapePattern = (text: string): string => text.replace(/[\\*?[\]{}()!|+@,]/g, '\\$&');
