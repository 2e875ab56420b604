/**
 * Which clauses of a rule decided: what it takes to explain a decision later, kept
 * with every one. Nothing of an explanation's text is made here.
 */
import type { Place } from '../check/checked.ts';
import type { Binding } from '../compile/candidate.ts';
import { isLogic, type Matcher } from '../compile/matcher.ts';
import type { CompiledRule } from '../compile/program.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, YES } from '../pattern/truth.ts';

/**
 * The clauses of `when` that hold, or could, for the objects that decided, in the
 * order they are written; of alternatives the first that holds, else the first
 * that could.
 */
export function decidingClauses(
  { when, fixedClauses }: CompiledRule,
  facts: Facts,
  binding: Binding,
): readonly Place[] {
  if (fixedClauses !== undefined) return fixedClauses;
  const places: Place[] = [];
  collect(when, facts, binding, places);
  return places;
}

function collect(matcher: Matcher, facts: Facts, binding: Binding, into: Place[]): void {
  if (!isLogic(matcher) || matcher.kind === 'not') {
    into.push(matcher.place);
  } else if (matcher.kind === 'or') {
    const decisive = firstThat(matcher.parts, facts, binding);
    if (decisive !== undefined) collect(decisive, facts, binding, into);
  } else {
    for (const part of matcher.parts) collect(part, facts, binding, into);
  }
}

function firstThat(parts: readonly Matcher[], facts: Facts, binding: Binding): Matcher | undefined {
  let possible: Matcher | undefined;
  for (const part of parts) {
    const truth = part.test(facts, binding);
    if (truth === YES) return part;
    if (truth !== NO) possible ??= part;
  }
  return possible;
}
