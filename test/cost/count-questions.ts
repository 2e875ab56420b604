/**
 * A rule that counts what it is asked: the matchers of a compiled rule with every
 * leaf counted, put together as they were. Of `any` and `every`, and of what asks
 * about the whole call, all that there is counts, though the evaluator stops early.
 */

import { candidatesOf } from '../../src/compile/candidate.ts';
import type { CompiledRule } from '../../src/compile/compiled-rule.ts';
import {
  allParts,
  anyPart,
  type CompareMatcher,
  isLogic,
  type LeafMatcher,
  type Matcher,
  namedCondition,
  opposite,
  possibly,
} from '../../src/compile/matcher.ts';
import { outcomeTruth } from '../../src/compile/outcome.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { elementReader, fieldReader } from '../../src/facts/read.ts';
import { NO } from '../../src/pattern/text/truth.ts';
import { plain } from '../engine/program.ts';

export interface Counter {
  questions: number;
}

/** The rule, and a count of the questions that are put to it from now on. */
export function counting(
  rule: CompiledRule,
  counter: Counter = { questions: 0 },
): { readonly rule: CompiledRule; readonly counter: Counter } {
  const count = (matcher: Matcher): Matcher => counted(matcher, counter);
  const clauses = ({ when, unless }: Pick<CompiledRule, 'when' | 'unless'>) => ({
    when: count(when),
    unless: unless && count(unless),
  });
  const { guard, filters, ofWhole, withoutNotes } = rule;
  return {
    counter,
    rule: {
      ...plain(rule),
      ...clauses(rule),
      guard: guard && count(guard),
      filters: filters.map((each) => each.map(count)),
      ofWhole: ofWhole.map(count),
      withoutNotes: withoutNotes && clauses(withoutNotes),
      exceptions: rule.exceptions.map((each) => ({
        ...each,
        matcher: count(each.matcher),
        condition: count(each.condition),
      })),
      alone: rule.alone && counting(rule.alone, counter).rule,
    },
  };
}

function counted(matcher: Matcher, counter: Counter): Matcher {
  if (!isLogic(matcher)) return countedLeaf(matcher, counter);
  const { name, place } = matcher;
  const parts = matcher.parts.map((part) => counted(part, counter));
  const [only] = parts;
  switch (matcher.kind) {
    case 'and':
      return allParts(parts, place);
    case 'or':
      return anyPart(parts, place);
    default: {
      if (only === undefined) throw new Error(`${matcher.kind} has no part`);
      if (matcher.kind === 'not') return opposite(only, place);
      if (matcher.kind === 'might') return possibly(only, place);
      const { outOfForce } = matcher;
      const plainly = namedCondition(name, only, place);
      if (outOfForce === undefined) return plainly;
      const test: Matcher['test'] = (facts, binding) =>
        outOfForce(facts) === undefined ? only.test(facts, binding) : NO;
      return { ...plainly, outOfForce, test };
    }
  }
}

function countedLeaf(leaf: LeafMatcher, counter: Counter): LeafMatcher {
  if (leaf.kind === 'compare') {
    const judge: CompareMatcher['judge'] = (facts, binding) => {
      counter.questions += elementsOf(leaf, facts);
      return leaf.judge(facts, binding);
    };
    return { ...leaf, judge, test: (facts, binding) => outcomeTruth(judge(facts, binding)) };
  }
  const each = Math.max(1, leaf.questions.length);
  const isOfWholeCall = leaf.slot === undefined && leaf.kind === 'effect';
  const asked = (facts: Facts): number =>
    isOfWholeCall ? candidatesOf(facts, leaf.verbs).length * each : each;
  const judge: typeof leaf.judge = (facts, binding) => {
    counter.questions += asked(facts);
    return leaf.judge(facts, binding);
  };
  return {
    ...leaf,
    judge,
    test: (facts, binding) => outcomeTruth(judge(facts, binding)),
    doubt(facts, binding) {
      if (isOfWholeCall) counter.questions += 2 * asked(facts);
      return leaf.doubt(facts, binding);
    },
  };
}

function elementsOf({ compare }: CompareMatcher, facts: Facts): number {
  if (compare?.quantifier === undefined) return 1;
  const { entry, steps } = compare.field;
  if (compare.measure === 'text') {
    const value = fieldReader(entry.id, steps)(facts);
    return typeof value === 'symbol' ? 1 : Math.max(1, facts.textsIn(value, true).length);
  }
  const elements = elementReader(entry.id, steps)(facts);
  return typeof elements === 'symbol' ? 1 : Math.max(1, elements.length);
}
