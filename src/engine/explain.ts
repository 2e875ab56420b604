/**
 * How a rule came to its result: every clause with its value and what was seen.
 * Uses the matchers that decide, so that an explanation cannot disagree.
 */
import type { ObjectTest } from '../check/tree/checked.ts';
import type { SourcePlace } from '../check/tree/source-place.ts';
import type { Binding } from '../compile/candidate.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import { type EffectMatcher, isLogic, type Matcher } from '../compile/matcher.ts';
import { isCause, outcomeTruth } from '../compile/outcome.ts';
import type { Facts } from '../facts/facts.ts';
import { showFact } from '../mask/show-fact.ts';
import { NO, type TruthName, truthName } from '../pattern/text/truth.ts';
import { closestBinding } from './closest.ts';
import type { PendingRollout, Unknown } from './decision.ts';
import { type EventPart, originsOfCompare, originsOfEffect } from './origin.ts';
import { describedRollout, isRolledOut } from './rollout.ts';
import { judgeRule, shownBinding, strictestReading, unknownsOf } from './rule-result.ts';

export interface Explanation {
  readonly code: string;
  readonly effect: 'deny' | 'watch';
  readonly result: TruthName;
  /** Unknown, and the rule says only to note it. */
  readonly noted: boolean;
  readonly place: SourcePlace;
  readonly when: ClauseTrace;
  readonly unless: ClauseTrace | undefined;
  readonly unknowns: readonly Unknown[];
  /** Whether a rule that denies already does so at this time and for this session; undefined for one that always does. */
  readonly rolledOut: TruthName | undefined;
  /** From when and for whom such a rule denies. */
  readonly rollout: Omit<PendingRollout, 'reason'> | undefined;
}

export interface ClauseTrace {
  readonly kind: Matcher['kind'];
  /** The condition's name, the field compared, or the predicate. */
  readonly name: string;
  readonly value: TruthName;
  readonly place: SourcePlace;
  /** What the event has in the field, or the object that is asked about, shortened and without secrets. */
  readonly seen: string | undefined;
  /** For a question about what calls do: why it has no answer, as a text after `because`. For an exception: that it is not in force. */
  readonly doubt: string | undefined;
  /** It asks what earlier calls did, and nothing of the event. */
  readonly remembered: boolean;
  /** It is an exception from another place. */
  readonly isException: boolean;
  /** It asks for the time, and nothing of the event. */
  readonly isAboutTime: boolean;
  /** The pieces of the event that the value comes from; empty where the event has nothing there. */
  readonly origins: readonly EventPart[];
  /** For a predicate: the questions about one object; empty for other clauses. */
  readonly tests: readonly TestTrace[];
  readonly parts: readonly ClauseTrace[];
}

/** One question about the object of a predicate. */
export interface TestTrace {
  /** The question; undefined for one that policies cannot ask: whether no table knows the program. */
  readonly test: ObjectTest | undefined;
  readonly value: TruthName;
}

/** The explanation of a rule that does not hold, for the objects for which it comes closest. */
export function explainRule(rule: CompiledRule, event: Facts): Explanation {
  const facts = strictestReading(rule, event);
  const result = judgeRule(rule, facts);
  const { truth, noted } = result;
  const { rollout } = rule.checked;
  const binding = truth === NO ? closestBinding(rule, facts).binding : shownBinding(rule, result, facts);
  return {
    code: rule.code,
    effect: rule.effect,
    result: truthName(truth),
    noted,
    place: rule.place,
    when: trace(rule.when, facts, binding),
    unless: rule.unless && trace(rule.unless, facts, binding),
    unknowns: unknownsOf(rule, facts, { ...result, binding }),
    rollout: rollout && describedRollout(rollout, facts.at),
    rolledOut: rollout && truthName(isRolledOut(rule.code, rollout, facts)),
  };
}

function trace(matcher: Matcher, facts: Facts, binding: Binding): ClauseTrace {
  const { kind, place } = matcher;
  if (isLogic(matcher)) {
    const value = truthName(matcher.test(facts, binding));
    const { name, outOfForce } = matcher;
    const isException = outOfForce !== undefined;
    const doubt = outOfForce?.(facts);
    if (doubt !== undefined) return { ...nothing, kind, name, value, place, isException, doubt };
    const parts = matcher.parts.map((part) => trace(part, facts, binding));
    return { ...nothing, kind, name, value, place, isException, parts };
  }
  const outcome = matcher.judge(facts, binding);
  const doubt = isCause(outcome) ? matcher.doubt?.(facts, binding) : undefined;
  const seen = matcher.seen(facts, binding);
  const shown =
    seen === undefined ? undefined : showFact(typeof seen === 'string' ? seen : JSON.stringify(seen));
  return {
    ...nothing,
    kind,
    name: matcher.field,
    value: truthName(outcomeTruth(outcome)),
    place,
    seen: shown,
    doubt,
    remembered: matcher.kind === 'compare' && matcher.compare === undefined && matcher.isAboutTime !== true,
    isAboutTime: matcher.kind === 'compare' && matcher.isAboutTime === true,
    origins:
      matcher.kind === 'compare'
        ? originsOfCompare(matcher, facts, binding)
        : originsOfEffect(matcher, facts, binding),
    tests: matcher.kind === 'compare' ? [] : testsOf(matcher, facts, binding),
  };
}

const nothing = {
  seen: undefined,
  doubt: undefined,
  remembered: false,
  isException: false,
  isAboutTime: false,
  origins: [],
  tests: [],
  parts: [],
} as const;

function testsOf(matcher: EffectMatcher, facts: Facts, binding: Binding): readonly TestTrace[] {
  const candidate = matcher.about(facts, binding);
  if (candidate === undefined || matcher.kind !== 'effect') return [];
  return matcher.questions.map(({ judge, test }) => ({
    test,
    value: truthName(outcomeTruth(judge(candidate, facts))),
  }));
}
