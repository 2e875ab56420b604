/**
 * One segment of a path of which parts are not known, beside one segment of a
 * pattern: whether the pattern takes every name that the segment could be, some,
 * or none. Exact for `*`, `?` and letters; what is more (`[…]`, `@(…)`) could be
 * anything of its length or of any, so that the answer is never too sure.
 */
import type { GlobToken } from './path-shape.ts';

export type Extent = 'all' | 'some' | 'none';

/** `*`: any run; `?`: one character that is not told; else a character. */
type Unit = '*' | '?' | { readonly character: string };

const units = new WeakMap<readonly GlobToken[], readonly Unit[]>();

function unitsOf(tokens: readonly GlobToken[]): readonly Unit[] {
  let known = units.get(tokens);
  if (known === undefined) {
    known = tokens.flatMap((token) =>
      typeof token === 'string' ? [...token].map((character) => ({ character })) : globUnits(token.glob),
    );
    units.set(tokens, known);
  }
  return known;
}

/** A glob as units; brackets are some character, and whatever has parentheses is any run. */
function globUnits(glob: string): readonly Unit[] {
  if (/[@!+?*]\(/.test(glob)) return ['*'];
  const result: Unit[] = [];
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at] ?? '';
    if (character === '*') result.push('*');
    else if (character === '?') result.push('?');
    else if (character === '[' && endOfBracket(glob, at) > 0) {
      result.push('?');
      at = endOfBracket(glob, at);
    } else if (character === '\\') result.push({ character: glob[++at] ?? '\\' });
    else result.push({ character });
  }
  return result;
}

/** Where a bracket ends that opens there: not within a class, as in `[[:lower:]]`; -1 where it does not. */
function endOfBracket(glob: string, from: number): number {
  if (glob.indexOf(']', from + 2) < 0) return -1;
  const named = /\[(?:[!^])?\]?(?:\[:\w*:\]|\[\.[^\]]*\.\]|\[=[^\]]*=\]|[^\]])*\]/y;
  named.lastIndex = from;
  const found = named.exec(glob);
  return found === null ? -1 : from + found[0].length - 1;
}

/** Longer segments are not compared: they could be like anything. */
const longest = 512;

/** How many of the names that tokens stand for a pattern takes. */
export function extentOf(tokens: readonly GlobToken[], pattern: string, folded: boolean): Extent {
  // Braces are written like this once they are expanded.
  const choices = /^@\(([^()]*)\)$/.exec(pattern)?.[1]?.split('|');
  if (choices !== undefined && choices.length < 64) {
    const extents = choices.map((choice) => extentOf(tokens, choice, folded));
    if (extents.includes('all')) return 'all';
    return extents.includes('some') ? 'some' : 'none';
  }
  const [first] = tokens;
  // A name with a dot before it is not among those that such a glob stands for.
  if (typeof first === 'object' && first.visible === true && /^\\?\./.test(pattern)) return 'none';
  const name = unitsOf(tokens);
  const wanted = globUnits(pattern);
  if (name.length > longest || wanted.length > longest) return 'some';
  const same = (a: string, b: string): boolean => a === b || (folded && a.toLowerCase() === b.toLowerCase());
  if (!meet(name, wanted, same)) return 'none';
  const hazy = /[[\]()?!+@]/.test(pattern);
  return !hazy && contains(wanted, name, same) ? 'all' : 'some';
}

/** Whether some text is like both: a walk over the pairs of places in the two. */
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
  if (a === '?' || b === '?' || a === '*' || b === '*') return true;
  return same(a.character, b.character);
}

/** Whether the pattern takes all names: told where it is letters around one `*`. */
function contains(
  pattern: readonly Unit[],
  name: readonly Unit[],
  same: (a: string, b: string) => boolean,
): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return false;
  const before = pattern.slice(0, star);
  const after = pattern.slice(pattern.lastIndexOf('*') + 1);
  if (pattern.slice(star, pattern.length - after.length).some((unit) => unit !== '*')) return false;
  const fixed = name.filter((unit) => unit !== '*').length;
  if (fixed < before.length + after.length) return false;
  const covers = (wanted: Unit, given: Unit | undefined): boolean =>
    typeof wanted === 'object' && typeof given === 'object' && same(wanted.character, given.character);
  return (
    before.every((unit, index) => covers(unit, name[index])) &&
    after.every((unit, index) => covers(unit, name[name.length - after.length + index]))
  );
}
