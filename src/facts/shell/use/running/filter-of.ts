/** Reads what the options of a command leave out of the folders that it works on. */
import { type Shape, staticText } from '../../../../pattern/text/shape.ts';
import type { Filter } from '../../../effect/filter.ts';
import type { FilterTrait } from '../../../knowledge/table/entry.ts';
import type { Running } from './running.ts';

/** The most patterns that are read; what is beyond them may leave out anything. */
const mostPatterns = 64;

/**
 * The filter for an operand at a place among the words; undefined if the command has none. Where options are about what follows
 * them (`tar`), only those in front of the operand count.
 */
export function filterOf(at: number | undefined, { invocation, words }: Running): Filter | undefined {
  const { traits, values, options } = invocation;
  const { filters } = traits;
  if (filters === undefined) return undefined;
  const has = (trait: FilterTrait): boolean =>
    options.some(({ names }) => names.some((name) => filters[trait]?.includes(name)));
  const given = values.filter(
    (each) => each.option !== undefined && (!traits.bundled || at === undefined || each.at < at),
  );
  let chooses = has('chooses');
  let restores = has('restores');
  const patterns = (trait: FilterTrait): readonly string[] => {
    const all = given.flatMap(({ option = '', value, at: from }) => {
      const isNegated = filters[trait]?.includes(`${option}!`) === true;
      if (!isNegated && filters[trait]?.includes(option) !== true) return [];
      const read = [value, ...(trait === 'omits-paths' ? listBehind(from) : [])].map(patternOf);
      if (read.includes(undefined)) chooses = true;
      const known = read.filter((pattern) => pattern !== undefined);
      if (!isNegated) return known;
      if (known.some((pattern) => !pattern.startsWith('!'))) restores = true;
      return known.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
    });
    if (all.length > mostPatterns) chooses = true;
    return all.slice(0, mostPatterns);
  };
  // `zip -x a b c`: all words up to the next option.
  const listBehind = (from: number): readonly Shape[] => {
    const rest = words.slice(from + 1).map(({ shape }) => shape);
    const end = rest.findIndex((shape) => /^[-@]/.test(staticText(shape) ?? ''));
    return end < 0 ? rest : rest.slice(0, end);
  };
  const filter = {
    omits: patterns('omits'),
    omitsFiles: patterns('omits-files'),
    omitsFolders: patterns('omits-folders'),
    omitsPaths: patterns('omits-paths'),
    limits: patterns('limits'),
  };
  const isEmpty = Object.values(filter).every((each) => each.length === 0);
  return isEmpty && !chooses ? undefined : { ...filter, restores: restores || invocation.open, chooses };
}

/** The text of a pattern, also if the shell has expanded it to names that match it. */
export function patternOf(value: Shape | undefined): string | undefined {
  let text = '';
  for (const piece of value?.pieces ?? [{ kind: 'any' } as const]) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'glob') text += piece.glob;
    else return undefined;
  }
  return text;
}
