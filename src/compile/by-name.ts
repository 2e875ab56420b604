/**
 * Finds alternatives by name instead of trying them one by one: a thing lacks the names that most of them need. The
 * alternatives that are left out would say no.
 */
import type { Facts } from '../facts/facts.ts';
import { NO, YES } from '../pattern/text/truth.ts';
import { anyOf, type Outcome } from './outcome.ts';

type Judge<Thing> = (thing: Thing, facts: Facts) => Outcome;

/** An alternative. To fit it, a thing must have one of the names in `needs`; undefined where any name will do. */
export interface NamedAlternative<Thing> {
  readonly judge: Judge<Thing>;
  readonly needs: readonly string[] | undefined;
}

/** Fewer alternatives than this are tried one by one. */
const fewAlternatives = 4;

/**
 * One of the alternatives fits. `namesOf`: the names of a thing; undefined where all alternatives must be tried.
 * `isNeverSure`: whether no alternative that needs a name can surely fit a thing. Hundreds of them are tried for a command whose
 * program is not known, and after the first that may fit, the others change nothing.
 */
export function anyByName<Thing>(
  alternatives: readonly NamedAlternative<Thing>[],
  namesOf: (thing: Thing, facts: Facts) => Iterable<string> | undefined,
  isNeverSure: (thing: Thing) => boolean = () => false,
): Judge<Thing> {
  const all: Judge<Thing> = (thing, facts) => {
    if (!isNeverSure(thing)) return anyOf(alternatives, ({ judge }) => judge(thing, facts));
    let result: Outcome = NO;
    for (const { judge, needs } of alternatives) {
      if (result !== NO && needs !== undefined) continue;
      const outcome = judge(thing, facts);
      if (outcome === YES) return YES;
      if (result === NO) result = outcome;
    }
    return result;
  };
  if (alternatives.length < fewAlternatives) return all;
  const always = alternatives.flatMap(({ needs }, at) => (needs === undefined ? at : []));
  const byName = new Map<string, number[]>();
  for (const [at, { needs = [] }] of alternatives.entries()) {
    for (const name of needs) byName.set(name, [...(byName.get(name) ?? []), at]);
  }
  return (thing, facts) => {
    const names = namesOf(thing, facts);
    if (names === undefined) return all(thing, facts);
    let relevant = always;
    for (const name of names) {
      const found = byName.get(name);
      if (found !== undefined) relevant = [...relevant, ...found];
    }
    // In the order written, so that the first cause of not knowing is the same.
    const ordered = relevant === always ? always : [...new Set(relevant)].sort((a, b) => a - b);
    return anyOf(ordered, (at) => alternatives[at]?.judge(thing, facts) ?? NO);
  };
}
