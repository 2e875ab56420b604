/** The clauses of a rule that decided. They are kept with every decision, so that it can be explained later. */
import type { SourcePlace } from '../check/tree/source-place.ts';
import type { Binding } from '../compile/candidate.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import { cheapFirst, isLogic, type Matcher } from '../compile/matcher.ts';
import type { Facts } from '../facts/facts.ts';
import { YES } from '../pattern/text/truth.ts';

/**
 * The clauses of `when` that hold, in the order they are written, for a rule that holds for these objects. From alternatives
 * it takes the first that answers yes.
 */
export function decidingClauses(
  { when, fixedClauses }: CompiledRule,
  facts: Facts,
  binding: Binding,
): readonly SourcePlace[] {
  if (fixedClauses !== undefined) return fixedClauses;
  const places: SourcePlace[] = [];
  const collect = (matcher: Matcher): void => {
    if (!isLogic(matcher) || matcher.kind === 'not') {
      places.push(matcher.place);
    } else if (matcher.kind === 'or') {
      const decided = cheapFirst(matcher.parts).find((part) => part.test(facts, binding) === YES);
      if (decided !== undefined) collect(decided);
    } else {
      for (const part of matcher.parts) collect(part);
    }
  };
  collect(when);
  return places;
}
