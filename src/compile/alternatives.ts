/** Alternatives and lists of them, for things of any type: what `is` and `under` have on their right. */
import type { Pattern } from '../check/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, YES } from '../pattern/truth.ts';
import { lazily } from './lazily.ts';
import { anyOf, type Outcome } from './outcome.ts';

/** A question about one thing. */
export type Judge<Thing> = (thing: Thing, facts: Facts) => Outcome;

export type PlainPattern = Exclude<Pattern, { readonly kind: 'list' }>;

/**
 * One of the patterns fits. Of a list, one of its items does and none of its
 * exceptions, which count only to the letter where they excuse.
 */
export function compileAlternatives<Thing>(
  patterns: readonly Pattern[],
  exact: boolean,
  compileOne: (pattern: PlainPattern, exact: boolean) => Judge<Thing>,
): Judge<Thing> {
  const judges = patterns.map((pattern) =>
    pattern.kind === 'list'
      ? compileList(pattern, exact, compileOne)
      : lazily(() => compileOne(pattern, exact)),
  );
  const [only] = judges;
  if (judges.length === 1 && only !== undefined) return only;
  return (thing, facts) => anyOf(judges, (judge) => judge(thing, facts));
}

function compileList<Thing>(
  { items, except }: Pattern & { readonly kind: 'list' },
  exact: boolean,
  compileOne: (pattern: PlainPattern, exact: boolean) => Judge<Thing>,
): Judge<Thing> {
  const isItem = compileAlternatives(items, exact, compileOne);
  if (except.length === 0) return isItem;
  return butNot(isItem, compileAlternatives(except, !exact, compileOne));
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
