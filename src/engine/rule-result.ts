/** One rule on one event: whether it holds, and what could not be told. */

import type { Matcher } from '../compile/matcher.ts';
import {
  AMBIGUOUS,
  type Cause,
  isCause,
  MISSING_FIELD,
  MISSING_WORKSPACE,
  TOO_LONG,
  WRONG_TYPE,
} from '../compile/outcome.ts';
import type { CompiledRule } from '../compile/program.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, type Truth, UNKNOWN, YES } from '../pattern/truth.ts';
import type { Unknown, UnknownCause } from './decision.ts';

export interface RuleResult {
  readonly truth: Truth;
  /** Unknown only for a reason that the rule says to note: it never denies then. */
  readonly noted: boolean;
}

const no: RuleResult = { truth: NO, noted: false };
const yes: RuleResult = { truth: YES, noted: false };
const unknown: RuleResult = { truth: UNKNOWN, noted: false };
const noted: RuleResult = { truth: UNKNOWN, noted: true };

/**
 * All of `when` must hold, and nothing of `unless`; an exception that cannot be
 * checked does not excuse. A rule that would not hold if everything under `if …
 * note` were skipped is unsure, and noted.
 */
export function judgeRule(rule: CompiledRule, facts: Facts): RuleResult {
  const truth = combine(rule.when, rule.unless, facts);
  if (truth !== NO && rule.withoutNotes !== undefined) {
    const bare = combine(rule.withoutNotes.when, rule.withoutNotes.unless, facts);
    if (bare === NO) return noted;
  }
  return truth === YES ? yes : truth === NO ? no : unknown;
}

function combine(when: Matcher, unless: Matcher | undefined, facts: Facts): Truth {
  const truth = when.test(facts);
  return truth !== NO && unless?.test(facts) === YES ? NO : truth;
}

/** Everything in a rule that could not be told, in the order it is written. */
export function unknownsOf(rule: CompiledRule, facts: Facts): Unknown[] {
  const unknowns: Unknown[] = [];
  collect(rule.when, facts, unknowns);
  if (rule.unless !== undefined) collect(rule.unless, facts, unknowns);
  return unknowns;
}

function collect(matcher: Matcher, facts: Facts, into: Unknown[]): void {
  if (matcher.kind !== 'compare') {
    for (const part of matcher.parts) collect(part, facts, into);
    return;
  }
  const outcome = matcher.judge(facts);
  if (!isCause(outcome)) return;
  const field = outcome === MISSING_WORKSPACE ? 'workspace' : matcher.field;
  into.push({ field, cause: causeNames[outcome], place: matcher.place });
}

const causeNames: Readonly<Record<Cause, UnknownCause>> = {
  [MISSING_FIELD]: 'missing',
  [WRONG_TYPE]: 'type',
  [AMBIGUOUS]: 'ambiguous',
  [TOO_LONG]: 'size',
  [MISSING_WORKSPACE]: 'missing',
};
