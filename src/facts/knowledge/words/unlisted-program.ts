/** Reads words that no table describes by their spelling alone. */
import { type Shape, showShape, staticText, textShape } from '../../../pattern/text/shape.ts';
import type { CommandOption } from '../../effect/effect.ts';
import type { Use } from '../table/entry.ts';
import { noTraits } from '../table/read-columns.ts';
import type { Invocation, UsedValue } from './invocation.ts';
import { knownStart, rest, startsOption } from './word-parts.ts';

export function readUnknown(program: string, words: readonly Shape[]): Invocation {
  const options: CommandOption[] = [];
  const values: UsedValue[] = [];
  let open = false;
  let plain = false;
  words.forEach((word, at) => {
    const known = knownStart(word);
    if (known === undefined) open = true;
    if (known === '--' && staticText(word) !== undefined) plain = true;
    else if (!plain && known !== undefined && /^-./.test(known)) {
      const sign = known.indexOf('=');
      const name = sign > 0 ? known.slice(0, sign) : known;
      const value = sign > 0 ? rest(word, sign + 1) : undefined;
      options.push(value === undefined ? withNext(name, words[at + 1]) : withExtra([name], value));
      if (sign < 0 && /^-[A-Za-z]{2,}$/.test(known)) options.push(...merged(known, words[at + 1]));
      else if (/^-[A-Za-z]./.test(known))
        options.push({ names: [known.slice(0, 2)], value: undefined, certain: false, next: rest(word, 2) });
      if (sign < 0 && staticText(word) === undefined) open = true;
      if (value !== undefined) values.push({ value, uses: guess(value), role: undefined, at, option: name });
    } else values.push({ value: word, uses: guess(word), role: undefined, at, option: undefined });
  });
  return {
    program,
    known: false,
    words: [],
    options,
    values,
    open,
    possible: [],
    traits: { ...noTraits, stdin: 'data', recursive: true },
    places: [],
  };
}

/** The readings of `-nprod` or `-xf file` for an unlisted program: single letters, each of which may take the rest as its value. */
const merged = (known: string, next: Shape | undefined): readonly CommandOption[] =>
  [...known.slice(1)].map((letter, index) => {
    const behind = known.slice(index + 2);
    const value = behind === '' ? next : textShape(behind);
    const option = { names: [`-${letter}`], value: undefined, certain: false } as const;
    return value === undefined ? option : { ...option, next: value };
  });

/** A program that is in no table: its words are read by their spelling alone. An option may have the next word as its value. */
export const withNext = (name: string, next: Shape | undefined): CommandOption =>
  next === undefined || startsOption(knownStart(next) ?? '')
    ? { names: [name], value: undefined, certain: true }
    : { names: [name], value: undefined, certain: true, next };

/** An option with a value that no table lists. */
export const withExtra = (names: readonly string[], value: Shape | undefined): CommandOption =>
  value === undefined ? { names, value, certain: true } : { names, value, certain: true, isExtra: true };

/** The possible uses of a word that no table describes, by its spelling. */
export function guess(value: Shape): readonly Use[] {
  const text = staticText(value) ?? showShape(value);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [{ name: 'url', certain: false }];
  if (value.pieces[0]?.kind === 'home') return possibleRead;
  // No system accepts a longer path.
  if (/\s/.test(text) || text.length > 4096) return [];
  if (/^(?:\.{0,2}\/|~(?:\/|$)|\.\.?$|[A-Za-z]:[\\/])/.test(text) || /^[^=:@,/]*\/[^=:]*$/.test(text))
    return possibleRead;
  return /^[\w.-]*\.[A-Za-z][A-Za-z0-9]{0,4}$/.test(text) || /^\.[A-Za-z]/.test(text) ? possibleRead : [];
}

const possibleRead: readonly Use[] = [
  { name: 'read', certain: false },
  { name: 'write', certain: false },
];
