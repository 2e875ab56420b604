/** Alternatives and lists of them, for things of any type: what `is` and `under` have on their right. */
import type { Pattern } from '../check/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, YES } from '../pattern/truth.ts';
import { anyByName, type NamedAlternative } from './by-name.ts';
import { lazily } from './lazily.ts';
import type { Outcome } from './outcome.ts';

/** A question about one thing. */
export type Judge<Thing> = (thing: Thing, facts: Facts) => Outcome;

export type PlainPattern = Exclude<Pattern, { readonly kind: 'list' }>;

/** What patterns and things are found by, where most patterns are about other things than the one that is asked for. */
export interface NameIndex<Thing> {
  /** Of these names a thing must have one to fit the pattern; undefined where it may have any. */
  namesInPattern(pattern: PlainPattern): readonly string[] | undefined;
  /** Undefined where every pattern must be tried. */
  namesOfThing(thing: Thing): readonly string[] | undefined;
}

/**
 * One of the patterns fits. Of a list, one of its items does and none of its
 * exceptions, which count only to the letter where they excuse.
 */
export function compileAlternatives<Thing>(
  patterns: readonly Pattern[],
  exact: boolean,
  compileOne: (pattern: PlainPattern, exact: boolean) => Judge<Thing>,
  index?: NameIndex<Thing>,
): Judge<Thing> {
  const alternatives = patterns.map(
    (pattern): NamedAlternative<Thing> =>
      pattern.kind === 'list'
        ? { judge: compileList(pattern, exact, compileOne, index), needs: undefined }
        : { judge: lazily(() => compileOne(pattern, exact)), needs: index?.namesInPattern(pattern) },
  );
  const [only] = alternatives;
  if (alternatives.length === 1 && only !== undefined) return only.judge;
  return anyByName(alternatives, (thing) => index?.namesOfThing(thing));
}

function compileList<Thing>(
  { items, except }: Pattern & { readonly kind: 'list' },
  exact: boolean,
  compileOne: (pattern: PlainPattern, exact: boolean) => Judge<Thing>,
  index: NameIndex<Thing> | undefined,
): Judge<Thing> {
  const isItem = compileAlternatives(items, exact, compileOne, index);
  if (except.length === 0) return isItem;
  return butNot(isItem, compileAlternatives(except, !exact, compileOne, index));
}

/** The one, and for certain not the other. */
export function butNot<Thing>(isItem: Judge<Thing>, isException: Judge<Thing>): Judge<Thing> {
  return (thing, facts) => {
    const inside = isItem(thing, facts);
    if (inside === NO) return NO;
    const outside = isException(thing, facts);
    if (outside === YES) return NO;
    return inside === YES && outside !== NO ? outside : inside;
  };
}

/** A pattern that the checker should not have let through. */
export function unfit({ kind }: Pattern, about: string): never {
  throw new Error(`a ${kind} is no pattern for a ${about}`);
}
