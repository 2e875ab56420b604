/**
 * How a rule came to its result: every clause with its value and what was seen.
 * Uses the matchers that decide, so that an explanation cannot disagree.
 */
import type { Place } from '../check/checked.ts';
import type { Matcher } from '../compile/matcher.ts';
import type { CompiledRule } from '../compile/program.ts';
import { showFact } from '../compile/reason.ts';
import type { Facts } from '../facts/facts.ts';
import { nameOf, type TruthName } from '../pattern/truth.ts';
import type { Unknown } from './decision.ts';
import { judgeRule, unknownsOf } from './rule-result.ts';

export interface Explanation {
  readonly code: string;
  readonly effect: 'deny' | 'watch';
  readonly result: TruthName;
  /** Unknown, and the rule says only to note it. */
  readonly noted: boolean;
  readonly place: Place;
  readonly when: ClauseTrace;
  readonly unless: ClauseTrace | undefined;
  readonly unknowns: readonly Unknown[];
}

export interface ClauseTrace {
  readonly kind: Matcher['kind'];
  /** The condition's name, or the field compared. */
  readonly name: string;
  readonly value: TruthName;
  readonly place: Place;
  /** What the event has in the field, shortened and without secrets. */
  readonly seen: string | undefined;
  readonly parts: readonly ClauseTrace[];
}

export function explainRule(rule: CompiledRule, facts: Facts): Explanation {
  const { truth, noted } = judgeRule(rule, facts);
  return {
    code: rule.code,
    effect: rule.effect,
    result: nameOf(truth),
    noted,
    place: rule.place,
    when: trace(rule.when, facts),
    unless: rule.unless && trace(rule.unless, facts),
    unknowns: unknownsOf(rule, facts),
  };
}

function trace(matcher: Matcher, facts: Facts): ClauseTrace {
  const value = nameOf(matcher.test(facts));
  if (matcher.kind !== 'compare') {
    const parts = matcher.parts.map((part) => trace(part, facts));
    return { kind: matcher.kind, name: matcher.name, value, place: matcher.place, seen: undefined, parts };
  }
  const seen = matcher.seen(facts);
  const shown =
    seen === undefined ? undefined : showFact(typeof seen === 'string' ? seen : JSON.stringify(seen));
  return { kind: 'compare', name: matcher.field, value, place: matcher.place, seen: shown, parts: [] };
}
