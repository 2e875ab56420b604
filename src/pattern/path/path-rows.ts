/** The text of a path pattern → rows of segments, one row for each alternative in braces. */
import { GLOBSTAR, Minimatch } from 'minimatch';
import { maximalAlternatives } from '../text/braces.ts';
import type { PathPattern } from './path-pattern.ts';
import { type Step, someName } from './path-shape.ts';
import { homeDirectories } from './path-value.ts';

const options = {
  dot: true,
  nonegate: true,
  nocomment: true,
  braceExpandMax: maximalAlternatives,
  platform: 'linux',
} as const;

/** One segment of a pattern, or `**`. */
export type PatternPart =
  | { readonly deep: true }
  /** `name`: the only segment that it matches, if there is only one. */
  | { readonly deep: false; readonly name?: string; readonly glob: string; test(segment: string): boolean };

export type PatternRow = readonly PatternPart[];

/** A pattern, in both views of names. */
export interface PatternRows {
  readonly exact: readonly PatternRow[];
  readonly folded: readonly PatternRow[];
}

/** PatternRows of parts below the anchor: without the `~`, and without the empty parts before, between and after slashes. */
export function parseRows(text: string, anchor: PathPattern['anchor'], folded: boolean): PatternRow[] {
  const spelled = text === '.' ? '' : text.replace(/^\.\//, '').replace(/\/+$/, '').normalize('NFC');
  const body =
    anchor === 'home'
      ? spelled.slice(2)
      : anchor === 'root'
        ? spelled.replace(/^\/+|^([A-Za-z]):/, (_, drive?: string) =>
            drive === undefined ? '' : `${drive.toLowerCase()}:`,
          )
        : spelled;
  if (body === '') return [[]];
  const plain = plainRow(body, folded);
  const rows = plain === undefined ? globRows(body, folded) : [plain];
  if (/^\/\/[^/]/.test(spelled)) return rows.map(alsoOfServer);
  return anchor === 'root' || anchor === 'anywhere' ? rows.flatMap(alsoTheRoot) : rows;
}

/** The row of a pattern of ASCII names and `**` alone, as most patterns are; minimatch takes far longer to read it. */
function plainRow(body: string, folded: boolean): PatternRow | undefined {
  const row: PatternPart[] = [];
  for (const name of body.split('/')) {
    if (name === '' || (name === '**' && row.at(-1) === deep)) continue;
    if (name === '**') row.push(deep);
    else if (!isPlainName(name) || !isAscii(name)) return undefined;
    else row.push(folded && /[a-z]/i.test(name) ? inAnyCase(name) : literal(name));
  }
  return row;
}

const isAscii = (name: string): boolean => /^[ -~]*$/.test(name);

function globRows(body: string, folded: boolean): PatternRow[] {
  const parsed = new Minimatch(body, { ...options, nocase: folded });
  return parsed.set.map((row) =>
    row.flatMap((part): PatternPart[] => {
      if (part === '') return [];
      if (part === GLOBSTAR) return [deep];
      if (typeof part === 'string') return [literal(part)];
      const glob = globOf(part);
      const test = isPlainName(glob) ? likeName(glob, part) : (name: string) => part.test(name);
      return [{ deep: false, glob, test }];
    }),
  );
}

/** `/**` also matches the root, which has no segments; below any other directory, `**` matches what is in it. */
const alsoTheRoot = (row: PatternRow): PatternRow[] => (row.length === 1 && row[0]?.deep ? [row, []] : [row]);

/** `//server/share` is a server if the path names one, and an ordinary directory otherwise. */
function alsoOfServer(row: PatternRow): PatternRow {
  const [first, ...rest] = row;
  if (first === undefined || first.deep) return row;
  return [
    { deep: false, glob: first.glob, test: (segment) => first.test(segment.replace(/^\\\\/, '')) },
    ...rest,
  ];
}

const deep: PatternPart = { deep: true };

const literal = (name: string): PatternPart => ({
  deep: false,
  name,
  glob: name.replace(/[\\*?[\]()!+@]/g, '\\$&'),
  test: (segment) => segment === name,
});

const isPlainName = (glob: string): boolean => !/[\\*?[\]{}()!+@|]/.test(glob);

/** A name of ASCII letters, in any case. Only a segment with other letters (`ſ`) needs minimatch. */
function inAnyCase(name: string): PatternPart {
  const lowered = name.toLowerCase();
  let matcher: Minimatch | undefined;
  const isLike = (segment: string): boolean => {
    if (isAscii(segment)) return segment.toLowerCase() === lowered;
    matcher ??= new Minimatch(name, { ...options, nocase: true });
    return matcher.match(segment);
  };
  return { deep: false, glob: name, test: (segment) => segment.length === name.length && isLike(segment) };
}

/** A name in another case has the same length, which most names have not. */
const likeName =
  (name: string, part: Pick<RegExp, 'test'>): ((segment: string) => boolean) =>
  (segment) =>
    segment.length === name.length && part.test(segment);

/** The source of a compiled part; without it, the part could match anything. */
const globOf = (part: object): string => {
  const glob = (part as { readonly pattern?: unknown }).pattern;
  return typeof glob === 'string' ? glob : '@(?)';
};

/** A row below a directory that may be anywhere on the path. */
export const somewhereBelow = (row: PatternRow): PatternRow[] =>
  row.length === 0 ? [row, [deep]] : [[deep, ...row]];

/** `**` may match no segment, except at the end: `a/**` is not `a`. */
export function skipDeep(row: PatternRow, states: number[]): void {
  for (let at = 0; at < row.length - 1; at++) {
    if (states[at] === 1 && row[at]?.deep === true) states[at + 1] = 1;
  }
}

const homes = homeDirectories.map((home) => home.map((part): Step => (part === '*' ? someName : part)));
const placesInHomes = new WeakMap<readonly Step[], readonly (readonly Step[])[]>();

/** A path in a home, in each of the folders of homes; thousands of patterns ask for them. */
export function homesOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  let places = placesInHomes.get(steps);
  if (places === undefined) {
    places = homes.map((home) => [...home, ...steps]);
    placesInHomes.set(steps, places);
  }
  return places;
}
