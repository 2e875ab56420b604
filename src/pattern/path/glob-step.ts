/**
 * Compares one segment of a path with unknown parts with one segment of a pattern: the pattern matches
 * every name that the segment could be, some, or none. This is exact for `*`, `?`, letters, and brackets of
 * the segment that do not depend on the locale. Other parts (`@(…)`, brackets of the pattern) could be any
 * text of their length, or of any length, so the answer is never too certain.
 */
import { type Bracket, bracketAt, isAmbiguous } from './bracket.ts';
import type { GlobToken } from './path-shape.ts';

export type Extent = 'all' | 'some' | 'none';

/** `*`: any run; `?`: one unknown character; else a character, or one of a bracket. */
type Unit = '*' | '?' | { readonly character: string } | Pick<Bracket, 'has'>;

const units = new WeakMap<readonly GlobToken[], readonly Unit[]>();

function unitsOf(tokens: readonly GlobToken[]): readonly Unit[] {
  let known = units.get(tokens);
  if (known === undefined) {
    known = isAmbiguous(textOf(tokens))
      ? ['*']
      : tokens.flatMap((token) =>
          typeof token === 'string'
            ? [...token].map((character) => ({ character }))
            : globUnits(token.glob, (bracket) => bracket),
        );
    units.set(tokens, known);
  }
  return known;
}

const textOf = (tokens: readonly GlobToken[]): string =>
  tokens.map((token) => (typeof token === 'string' ? token : token.glob)).join('');

/** A glob as units, with its brackets; a glob with parentheses is any run. */
function globUnits(glob: string, unitOf: (bracket: Bracket) => Unit): readonly Unit[] {
  if (/[@!+?*]\(/.test(glob) || isAmbiguous(glob)) return ['*'];
  const result: Unit[] = [];
  for (let at = 0; at < glob.length; ) {
    const bracket = bracketAt(glob, at);
    if (bracket !== undefined) {
      result.push(unitOf(bracket));
      at = bracket.end;
      continue;
    }
    const isEscaped = glob[at] === '\\' && at + 1 < glob.length;
    const character = String.fromCodePoint(glob.codePointAt(isEscaped ? at + 1 : at) ?? 0);
    at += character.length + (isEscaped ? 1 : 0);
    result.push(!isEscaped && (character === '*' || character === '?') ? character : { character });
  }
  return result;
}

const isWild = (unit: Unit): boolean => unit === '?' || (typeof unit === 'object' && 'has' in unit);
const isForeign = (unit: Unit): boolean =>
  typeof unit === 'object' && 'character' in unit && (unit.character.codePointAt(0) ?? 0) > 127;

/** Other characters than ASCII are one, or as many as they have bytes, by the locale; and accents may be characters of their own. */
const withRuns = (units: readonly Unit[]): readonly Unit[] =>
  units.map((unit) => (isWild(unit) ? '*' : unit));

/** Longer segments are not compared: they could match anything. */
const longest = 512;

/** How many of the possible names of the tokens a pattern matches. */
export function extentOf(tokens: readonly GlobToken[], pattern: string, folded: boolean): Extent {
  // Braces are written like this once they are expanded. A bar that is escaped, or in a bracket, is no
  // separator.
  const choices = /^@\(([^()\\]*)\)$/.exec(pattern)?.[1]?.split('|');
  if (choices !== undefined && choices.length < 64 && !/\[[^\]]*\|/.test(pattern)) {
    const extents = choices.map((choice) => extentOf(tokens, choice, folded));
    if (extents.includes('all')) return 'all';
    return extents.includes('some') ? 'some' : 'none';
  }
  const [first] = tokens;
  // Such a glob does not match a name that begins with a dot.
  if (typeof first === 'object' && first.visible === true && /^\\?\./.test(pattern)) return 'none';
  const name = unitsOf(tokens);
  const wanted = globUnits(pattern, () => '?');
  if (name.length > longest || wanted.length > longest) return 'some';
  const same = (a: string, b: string): boolean => a === b || (folded && a.toLowerCase() === b.toLowerCase());
  const isForeignTo = name.some(isForeign) || wanted.some(isForeign);
  const couldMeet = isForeignTo ? meet(withRuns(name), withRuns(wanted), same) : meet(name, wanted, same);
  if (!couldMeet) return 'none';
  const hazy = /[[\]()?!+@]/.test(pattern);
  return !hazy && contains(wanted, name, same) ? 'all' : 'some';
}

/** Whether some text matches both: a walk over the pairs of positions in the two. */
function meet(a: readonly Unit[], b: readonly Unit[], same: (a: string, b: string) => boolean): boolean {
  let row: Uint8Array = new Uint8Array(b.length + 1);
  row[0] = 1;
  const spread = (states: Uint8Array, star: boolean): Uint8Array => {
    for (let j = 0; j < b.length; j++) if (states[j] === 1 && (star || b[j] === '*')) states[j + 1] = 1;
    return states;
  };
  row = spread(row, a[0] === '*');
  for (let i = 0; i < a.length; i++) {
    const unit = a[i];
    const next = new Uint8Array(b.length + 1);
    for (let j = 0; j <= b.length; j++) {
      if (row[j] !== 1) continue;
      const other = b[j];
      if (unit === '*' || other === '*') {
        next[j] = 1;
        if (unit === '*' && other !== undefined) next[j + 1] = 1;
        if (unit !== '*') continue;
      } else if (other !== undefined && unitsMeet(unit, other, same)) next[j + 1] = 1;
    }
    row = spread(next, unit === '*' || a[i + 1] === '*');
  }
  return row[b.length] === 1;
}

function unitsMeet(a: Unit | undefined, b: Unit, same: (a: string, b: string) => boolean): boolean {
  if (a === undefined) return false;
  if (typeof a === 'string' || typeof b === 'string') return true;
  if ('has' in a) return 'has' in b || mayHave(a, b.character, same);
  return 'has' in b ? mayHave(b, a.character, same) : same(a.character, b.character);
}

/** Whether a bracket may have a character, or one that counts as the same. */
const mayHave = (
  { has }: Pick<Bracket, 'has'>,
  character: string,
  same: (a: string, b: string) => boolean,
): boolean =>
  [character, character.toLowerCase(), character.toUpperCase()].some(
    (each) => same(each, character) && has(each) !== 'out',
  );

/**
 * Whether the pattern, of letters and `*`, takes all names: a walk over the places in it that the name can
 * have come to. A `*` of the pattern has to match the unknown parts of the name.
 */
function contains(
  pattern: readonly Unit[],
  name: readonly Unit[],
  same: (a: string, b: string) => boolean,
): boolean {
  const takes = (wanted: Unit | undefined, given: Unit): boolean =>
    typeof wanted === 'object' &&
    typeof given === 'object' &&
    'character' in wanted &&
    'character' in given &&
    same(wanted.character, given.character);
  const withEmptyStars = (places: Set<number>): Set<number> => {
    for (const place of places) if (pattern[place] === '*') places.add(place + 1);
    return places;
  };
  let places = withEmptyStars(new Set([0]));
  for (const unit of name) {
    const next = new Set<number>();
    for (const place of places) {
      if (pattern[place] === '*') next.add(place);
      if (takes(pattern[place], unit)) next.add(place + 1);
    }
    places = withEmptyStars(next);
  }
  return places.has(pattern.length);
}
