/**
 * A known command in which some words are replaced by what cannot be known: a
 * variable that is not set here, the output of an unknown program, a parameter.
 * What is left may not be told any more, but it is never told to do nothing.
 */
import { type Chance, chanceOf, pick } from '../pattern/path-pairs.ts';
import { splitWords } from './words.ts';

const unknowns = [
  '$UNSET_X',
  '"$UNSET_X"',
  `\${UNSET_X}`,
  `"\${UNSET_X:-$UNSET_Y}"`,
  '$(unknown-program)',
  '"$(unknown-program --flag)"',
  '`unknown-program`',
  `\${!UNSET_X}`,
  '$1',
  '"$@"',
  '$*',
  `"\${UNSET_LIST[@]}"`,
  '$(cat no-such-file)',
] as const;

/** Stand for parts of a word: one word, whatever they come to. */
const parts = [`\${UNSET_X}`, '"$UNSET_X"', '"$(unknown-program)"'] as const;

/**
 * The command with at least one word, or part of one, replaced; the same for the
 * same seed. Undefined for a text that is no simple command.
 */
export function withUnresolvedWords(command: string, seed: number): string | undefined {
  const words = splitWords(command.trim());
  if (words === undefined) return undefined;
  const chance = chanceOf(seed);
  const share = pick(chance, [0.15, 0.3, 0.6]);
  const certain = Math.floor(chance() * words.length);
  return words
    .map(({ source, value }, index) => {
      if (index !== certain && chance() >= share) return source;
      return value !== undefined && /^[\w./:-]{2,}$/.test(value) && chance() < 0.4
        ? replacePart(value, chance)
        : pick(chance, unknowns);
    })
    .join(' ');
}

/** The whole of a word is never kept: a part of it, from anywhere, is gone. */
function replacePart(value: string, chance: Chance): string {
  const start = Math.floor(chance() * value.length);
  const end = start + 1 + Math.floor(chance() * (value.length - start));
  return value.slice(0, start) + pick(chance, parts) + value.slice(end);
}
