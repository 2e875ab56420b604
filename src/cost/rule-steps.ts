/**
 * How many steps one rule can take. A step is one question put to one thing: to the
 * value of a field, to one element of a list, or to one thing that the call does.
 * All patterns of a question are asked in one step; how long the thing itself is
 * does not count here. What comes out is a bound that no event within the limits
 * exceeds, and not an estimate.
 */
import type { CheckedExpression, CheckedRule } from '../check/tree/checked.ts';
import { asksEffects, conjunctsOf } from '../check/tree/walk.ts';

/** What an event can have at most, and how far a rule is followed. */
export interface EventLimits {
  /** Things that the call does, of all sorts together. */
  readonly effects: number;
  /** Elements of all lists of the event. */
  readonly elements: number;
  /** Texts in the event, keys of objects among them. */
  readonly texts: number;
  /** Combinations of objects that a rule is judged for. */
  readonly combinations: number;
}

/** What a rule asks at most of an event within the limits, when it is judged once. */
export function stepsOfRule(rule: CheckedRule, limits: EventLimits): number {
  const work = workOf(rule, limits);
  const { slots, once, selection } = work;
  // A rule is unsure, or holds: never both.
  const reasons = Math.max(work.doubts, work.deciding);
  const combinations = slots === 0 ? 1 : Math.min(limits.combinations, work.choices ** slots);
  // What is not about the object is asked once for all of them.
  const judging =
    slots === 0
      ? once
      : slots === 1
        ? work.ofAll + work.choices * work.ofEach
        : selection + combinations * once;
  if (!rule.unless.some(isException)) return judging + reasons;
  // A rule with exceptions is also judged without them, and then each of its objects alone and by each exception: by those in
  // force, and by those that have ended.
  return 2 * judging + 2 * (selection + combinations * 2 * once) + reasons;
}

const isException = (part: CheckedExpression): boolean =>
  part.kind === 'condition' && part.exception !== undefined;

/**
 * The most steps to find the objects of a slot that the rule holds for: each object alone, with all combinations of the
 * others. Labels on files find their files this way.
 */
export function stepsOfObjects(rule: CheckedRule, limits: EventLimits): number {
  const { choices, once, selection, slots } = workOf(rule, limits);
  if (slots === 0) return selection;
  const others = Math.min(limits.combinations, choices ** (slots - 1));
  return selection + choices * others * once;
}

interface Work {
  readonly slots: number;
  /** Objects that a slot can be bound to. */
  readonly choices: number;
  /** For a rule about one object: the steps for all objects together, and for each object. */
  readonly ofAll: number;
  readonly ofEach: number;
  /** To find the objects that each slot could be bound to. */
  readonly selection: number;
  /** For one combination of objects. */
  readonly once: number;
  /** To say why a rule is unsure: everything is asked once more, and what decided about the whole call is sought. */
  readonly doubts: number;
  /** To find the part of each `or` that decided, where the rule holds: its parts are asked once more. */
  readonly deciding: number;
}

function workOf({ when, unless, absences, slots }: CheckedRule, limits: EventLimits): Work {
  const all = [...when, ...unless];
  const steps = sum(all, (each) => stepsIn(each, limits));
  const doubts = steps + sum(all, (each) => stepsIn(each, limits, (leaf) => (isOfWholeCall(leaf) ? 2 : 0)));
  // A rule with a clause `note` is judged a second time, as if that clause said `skip`.
  const again = absences.some(({ action }) => action === 'note') ? steps : 0;
  const once = steps + again;
  // One unknown part follows the objects; with other slots also the empty object.
  const choices = limits.effects + (slots.length > 1 ? 2 : 1);
  const parts = when.flatMap(conjunctsOf);
  const guard = sum(parts, (part) => (asksEffects(part) ? 0 : stepsIn(part, limits)));
  const filters = sum(parts, (part) => (slotsIn(part).size === 1 ? stepsIn(part, limits) : 0));
  const ofAll = sum(parts, (part) => (slotsIn(part).size === 0 ? stepsIn(part, limits) : 0));
  return {
    slots: slots.length,
    choices,
    ofAll,
    ofEach: steps - ofAll + again,
    selection: guard + choices * filters,
    once,
    doubts,
    deciding: sum(when, (each) => stepsToDecide(each, limits)),
  };
}

/** As `decidingClauses` of the engine looks: into the part of each `or` that holds, and not below a `not`. */
function stepsToDecide(expression: CheckedExpression, limits: EventLimits): number {
  switch (expression.kind) {
    case 'or':
      return sum(expression.operands, (part) => stepsIn(part, limits) + stepsToDecide(part, limits));
    case 'and':
      return sum(expression.operands, (part) => stepsToDecide(part, limits));
    case 'might':
      return stepsToDecide(expression.operand, limits);
    case 'condition':
      return stepsToDecide(expression.expression, limits);
    default:
      return 0;
  }
}

type Leaf = Exclude<
  CheckedExpression,
  { readonly kind: 'and' | 'or' | 'not' | 'might' } | { readonly kind: 'condition' }
>;

const stepsIn = (
  expression: CheckedExpression,
  limits: EventLimits,
  times: (leaf: Leaf) => number = () => 1,
): number => sum(leavesOf(expression), (leaf) => times(leaf) * stepsOfLeaf(leaf, limits));

function leavesOf(expression: CheckedExpression): readonly Leaf[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.flatMap(leavesOf);
    case 'not':
    case 'might':
      return leavesOf(expression.operand);
    case 'condition':
      return leavesOf(expression.expression);
    default:
      return [expression];
  }
}

function stepsOfLeaf(leaf: Leaf, { effects, elements, texts }: EventLimits): number {
  switch (leaf.kind) {
    case 'compare':
      if (leaf.quantifier === undefined) return 1;
      return Math.max(1, leaf.measure === 'text' ? texts : elements);
    case 'effect': {
      const questions = Math.max(1, leaf.tests.length + (leaf.onlyUnknown === true ? 1 : 0));
      return isOfWholeCall(leaf) ? (effects + 1) * questions : questions;
    }
    case 'object':
    case 'label':
    case 'limit':
    case 'denials':
    case 'window':
    case 'opaque':
      return 1;
    default:
      return leaf satisfies never;
  }
}

/** It is asked of everything that the call does, and not of one object of the rule. */
const isOfWholeCall = (leaf: Leaf): boolean => leaf.kind === 'effect' && leaf.slot === undefined;

function slotsIn(expression: CheckedExpression): ReadonlySet<number> {
  const slots = new Set<number>();
  for (const leaf of leavesOf(expression)) {
    if (leaf.kind === 'object') slots.add(leaf.slot);
    if (leaf.kind === 'effect' && leaf.slot !== undefined) slots.add(leaf.slot);
  }
  return slots;
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
