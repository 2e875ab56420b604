/** Alternatives and lists of alternatives, for things of any type: the right side of `is` and `under`. */
import type { Pattern } from '../check/tree/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, YES } from '../pattern/text/truth.ts';
import { anyByName, type NamedAlternative } from './by-name.ts';
import { lazily } from './lazily.ts';
import type { Outcome } from './outcome.ts';

/** A question about one thing. */
export type Judge<Thing> = (thing: Thing, facts: Facts) => Outcome;

export type PlainPattern = Exclude<Pattern, { readonly kind: 'list' }>;

/** The names by which patterns are found, where most patterns are about other things than the one that is asked about. */
export interface NameIndex<Thing> {
  /** A thing must have one of these names to fit the pattern; undefined where any name will do. */
  namesInPattern(pattern: PlainPattern): readonly string[] | undefined;
  /** Undefined where every pattern must be tried. */
  namesOfThing(thing: Thing): readonly string[] | undefined;
  /** Whether a pattern that fixes a name can only perhaps fit the thing. */
  isNeverSure?(thing: Thing): boolean;
}

/**
 * One of the patterns fits. A list fits where one of its items does and none of its exceptions. Where they excuse, items and
 * exceptions are compared exactly.
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
  return anyByName(
    alternatives,
    (thing) => index?.namesOfThing(thing),
    (thing) => index?.isNeverSure?.(thing) === true,
  );
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

/** Yes where the item fits and the exception surely does not. */
export function butNot<Thing>(isItem: Judge<Thing>, isException: Judge<Thing>): Judge<Thing> {
  return (thing, facts) => {
    const inside = isItem(thing, facts);
    if (inside === NO) return NO;
    const outside = isException(thing, facts);
    if (outside === YES) return NO;
    return inside === YES && outside !== NO ? outside : inside;
  };
}

/** Throws for a pattern that the checker should have refused. */
export function unfit({ kind }: Pattern, about: string): never {
  throw new Error(`a ${kind} is no pattern for a ${about}`);
}
