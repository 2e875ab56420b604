/**
 * Named conditions that rules share. Each is compiled once, and each of its questions is asked once for each object of a call:
 * dozens of rules have the same exceptions, and a call with an unknown part asks all of them.
 */
import type { CheckedExpression } from '../check/tree/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { type Binding, noBinding } from './candidate.ts';
import type { ConditionMatchers, Side } from './compilation.ts';
import type { LeafMatcher, Matcher } from './matcher.ts';
import { type Outcome, outcomeTruth } from './outcome.ts';

/** The compiled conditions of rules that know the same; rules that share a condition have one tree of it. */
export class SharedConditions implements ConditionMatchers {
  readonly #compiled: Readonly<Record<Side, WeakMap<CheckedExpression, Matcher>>> = {
    deny: new WeakMap(),
    excuse: new WeakMap(),
  };

  matcherOf(expression: CheckedExpression, side: Side, compile: () => Matcher): Matcher {
    const known = this.#compiled[side].get(expression);
    if (known !== undefined) return known;
    const matcher = compile();
    this.#compiled[side].set(expression, matcher);
    return matcher;
  }
}

/** Answers for more objects are not kept: a call may have thousands. */
const mostAnswers = 256;

interface Asked {
  /** By the object of the rule. */
  readonly answers: Map<object, Outcome>;
  readonly doubts: Map<object, string>;
}

/** The same question, which keeps its answers for the decision of one call. */
export function askedOnce<Leaf extends LeafMatcher>(leaf: Leaf): Leaf {
  const askedIn = (facts: Facts): Asked =>
    facts.once(leaf, () => ({ answers: new Map(), doubts: new Map() }));
  const judge = (facts: Facts, binding: Binding): Outcome => {
    const object = objectOf(leaf, binding);
    if (object === undefined) return leaf.judge(facts, binding);
    return kept(askedIn(facts).answers, object, () => leaf.judge(facts, binding));
  };
  const { doubt } = leaf;
  return {
    ...leaf,
    judge,
    test: (facts: Facts, binding: Binding) => outcomeTruth(judge(facts, binding)),
    ...(doubt && {
      doubt(facts: Facts, binding: Binding): string {
        const object = objectOf(leaf, binding);
        const ask = () => doubt.call(leaf, facts, binding);
        return object === undefined ? ask() : kept(askedIn(facts).doubts, object, ask);
      },
    }),
  };
}

/** What an answer depends on beside the call; undefined for a rule about several objects at a time. */
function objectOf({ kind }: LeafMatcher, binding: Binding): object | undefined {
  if (kind === 'compare' || binding.length === 0) return noBinding;
  return binding.length === 1 ? (binding[0] ?? noBinding) : undefined;
}

function kept<Answer extends Outcome | string>(
  answers: Map<object, Answer>,
  object: object,
  ask: () => Answer,
): Answer {
  const known = answers.get(object);
  if (known !== undefined) return known;
  const answer = ask();
  if (answers.size < mostAnswers) answers.set(object, answer);
  return answer;
}
