/**
 * Which clauses of a rule decided: what it takes to explain a decision later, kept
 * with every one. Nothing of an explanation's text is made here, and nothing is
 * asked again.
 */
import type { Place } from '../check/checked.ts';
import { isLogic, type Matcher } from '../compile/matcher.ts';
import type { CompiledRule } from '../compile/program.ts';

/**
 * Of a rule that has just been judged and holds: the clauses of `when` that hold, in
 * the order they are written; of alternatives the one that answered.
 */
export function decidingClauses({ when, fixedClauses }: CompiledRule): readonly Place[] {
  if (fixedClauses !== undefined) return fixedClauses;
  const places: Place[] = [];
  collect(when, places);
  return places;
}

function collect(matcher: Matcher, into: Place[]): void {
  if (!isLogic(matcher) || matcher.kind === 'not') {
    into.push(matcher.place);
  } else if (matcher.kind === 'or') {
    const decided = matcher.decided?.();
    if (decided !== undefined) collect(decided, into);
  } else {
    for (const part of matcher.parts) collect(part, into);
  }
}
