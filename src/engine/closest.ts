/**
 * How far a rule is from holding: the questions that would need another answer, for the objects with the fewest of them. For
 * explanations only; the result of a rule is in `rule-result.ts`.
 */
import {
  type Binding,
  candidatesOf,
  type EffectCandidate,
  noBinding,
  slotChoices,
} from '../compile/candidate.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import {
  type EffectMatcher,
  isLogic,
  type LeafMatcher,
  type LogicMatcher,
  type Matcher,
} from '../compile/matcher.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, type Truth, YES } from '../pattern/text/truth.ts';

/** The answer that a condition must have for the rule to hold. */
export type Goal = 'yes' | 'no' | 'not-yes' | 'not-no';

/** A question whose answer keeps a rule from holding. */
export interface RuleObstacle {
  readonly matcher: LeafMatcher;
  readonly goal: Goal;
  /** From 0 (nearly right) to 1. */
  readonly distance: number;
}

/** The limit of combinations of objects that are compared. */
const mostCompared = 400;

/** The objects for which a rule is closest to holding, and its distance: 0 where it holds. */
export function closestBinding(
  rule: CompiledRule,
  facts: Facts,
): { readonly binding: Binding; readonly distance: number } {
  if (rule.slots.length === 0) return { binding: noBinding, distance: distanceOf(rule, facts, noBinding) };
  let closest: { readonly binding: Binding; readonly distance: number } | undefined;
  let compared = 0;
  for (const binding of combinations(
    rule.slots.map((slot) => choicesOrNone(slotChoices(facts, slot, rule.slots.length))),
  )) {
    const distance = distanceOf(rule, facts, binding);
    if (closest === undefined || distance < closest.distance) closest = { binding, distance };
    if (distance === 0 || ++compared === mostCompared) break;
  }
  return closest ?? { binding: rule.slots.map(() => undefined), distance: 1 };
}

/** How much has to change for a rule to hold for these objects: about one for every question. */
const distanceOf = ({ when, unless }: CompiledRule, facts: Facts, binding: Binding): number =>
  distance(when, 'yes', facts, binding) +
  (unless === undefined ? 0 : distance(unless, 'not-yes', facts, binding));

/** The questions whose answers keep a rule from holding for these objects, in the order they are written. */
export function obstaclesOf({ when, unless }: CompiledRule, facts: Facts, binding: Binding): RuleObstacle[] {
  const found: RuleObstacle[] = [];
  gather(when, 'yes', facts, binding, found);
  if (unless !== undefined) gather(unless, 'not-yes', facts, binding, found);
  return found;
}

const choicesOrNone = (
  choices: readonly (EffectCandidate | undefined)[],
): readonly (EffectCandidate | undefined)[] => (choices.length === 0 ? [undefined] : choices);

function* combinations(choices: readonly (readonly (EffectCandidate | undefined)[])[]): Generator<Binding> {
  const [first, ...rest] = choices;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const choice of first) for (const others of combinations(rest)) yield [choice, ...others];
}

const isMet: Readonly<Record<Goal, (truth: Truth) => boolean>> = {
  yes: (truth) => truth === YES,
  no: (truth) => truth === NO,
  'not-yes': (truth) => truth !== YES,
  'not-no': (truth) => truth !== NO,
};

const mirrored: Readonly<Record<Goal, Goal>> = {
  yes: 'no',
  no: 'yes',
  'not-yes': 'not-no',
  'not-no': 'not-yes',
};

/** The values that the parts of a condition need, and whether all parts need them. */
function goalOfParts({ kind }: LogicMatcher, goal: Goal): { readonly goal: Goal; readonly all: boolean } {
  const holds = goal === 'yes' || goal === 'not-no';
  switch (kind) {
    case 'and':
      return { goal, all: holds };
    case 'or':
      return { goal, all: !holds };
    case 'not':
      return { goal: mirrored[goal], all: true };
    case 'might':
      return { goal: holds ? 'not-no' : 'no', all: true };
    case 'condition':
      return { goal, all: true };
    default:
      return kind satisfies never;
  }
}

function distance(matcher: Matcher, goal: Goal, facts: Facts, binding: Binding): number {
  const truth = matcher.test(facts, binding);
  if (isMet[goal](truth)) return 0;
  if (!isLogic(matcher)) return distanceOfLeaf(matcher, goal, truth, facts, binding);
  const parts = goalOfParts(matcher, goal);
  const distances = matcher.parts.map((part) => distance(part, parts.goal, facts, binding));
  return parts.all ? distances.reduce((sum, each) => sum + each, 0) : Math.min(1, ...distances);
}

function gather(matcher: Matcher, goal: Goal, facts: Facts, binding: Binding, into: RuleObstacle[]): void {
  const truth = matcher.test(facts, binding);
  if (isMet[goal](truth)) return;
  if (!isLogic(matcher)) {
    into.push({ matcher, goal, distance: distanceOfLeaf(matcher, goal, truth, facts, binding) });
    return;
  }
  const parts = goalOfParts(matcher, goal);
  for (const part of matcher.parts) gather(part, parts.goal, facts, binding, into);
}

const wrongAnswer = 1;
/** The distance of an unknown answer. */
const noAnswer = 0.5;

/** If one object nearly fits a predicate, the predicate is closer than one that no object comes near. */
function distanceOfLeaf(
  matcher: LeafMatcher,
  goal: Goal,
  truth: Truth,
  facts: Facts,
  binding: Binding,
): number {
  if (truth !== NO && truth !== YES) return noAnswer;
  if (matcher.kind === 'compare' || goal === 'no' || goal === 'not-yes') return wrongAnswer;
  return Math.min(
    wrongAnswer,
    ...asked(matcher, facts, binding).map((each) => missing(matcher, each, facts)),
  );
}

/** The objects that could fit a predicate. */
function asked(
  { slot, verbs, about }: EffectMatcher,
  facts: Facts,
  binding: Binding,
): readonly EffectCandidate[] {
  if (slot === undefined) return candidatesOf(facts, verbs);
  const candidate = about(facts, binding);
  return candidate === undefined ? [] : [candidate];
}

function missing({ questions, verbs }: EffectMatcher, candidate: EffectCandidate, facts: Facts): number {
  if (candidate.kind === 'unknown' || (verbs.length > 0 && !verbs.includes(candidate.verb)))
    return wrongAnswer;
  const answered = questions.filter(({ judge }) => judge(candidate, facts) === YES).length;
  return 0.9 - (questions.length === 0 ? 0 : (0.3 * answered) / questions.length);
}
