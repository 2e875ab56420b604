/**
 * Matchers: conditions compiled to closures. Each keeps the place it was
 * written at and its parts, so that the same closures that decide also explain.
 */
import type { Place } from '../check/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, not, type Truth, UNKNOWN, YES } from '../pattern/truth.ts';
import type { Outcome } from './outcome.ts';
import { truthOf } from './outcome.ts';

export type Matcher = LogicMatcher | CompareMatcher;

export interface LogicMatcher {
  readonly kind: 'and' | 'or' | 'not' | 'might' | 'condition';
  /** The name of a condition; empty for the others. */
  readonly name: string;
  readonly place: Place;
  readonly parts: readonly Matcher[];
  test(facts: Facts): Truth;
}

export interface CompareMatcher {
  readonly kind: 'compare';
  /** The field it is about, as messages write it. */
  readonly field: string;
  readonly place: Place;
  /** The answer, or why there is none. */
  judge(facts: Facts): Outcome;
  test(facts: Facts): Truth;
  /** What the event has there, for explanations; undefined where it has nothing. */
  seen(facts: Facts): unknown;
}

export function allOf(parts: readonly Matcher[], place: Place): LogicMatcher {
  return {
    kind: 'and',
    name: '',
    place,
    parts,
    test(facts) {
      let result: Truth = YES;
      for (const part of parts) {
        const truth = part.test(facts);
        if (truth === NO) return NO;
        if (truth < result) result = truth;
      }
      return result;
    },
  };
}

export function oneOf(parts: readonly Matcher[], place: Place): LogicMatcher {
  return {
    kind: 'or',
    name: '',
    place,
    parts,
    test(facts) {
      let result: Truth = NO;
      for (const part of parts) {
        const truth = part.test(facts);
        if (truth === YES) return YES;
        if (truth > result) result = truth;
      }
      return result;
    },
  };
}

export function opposite(part: Matcher, place: Place): LogicMatcher {
  return { kind: 'not', name: '', place, parts: [part], test: (facts) => not(part.test(facts)) };
}

/** Unknown counts as yes. */
export function possibly(part: Matcher, place: Place): LogicMatcher {
  return {
    kind: 'might',
    name: '',
    place,
    parts: [part],
    test(facts) {
      const truth = part.test(facts);
      return truth === UNKNOWN ? YES : truth;
    },
  };
}

export function named(name: string, part: Matcher, place: Place): LogicMatcher {
  return { kind: 'condition', name, place, parts: [part], test: (facts) => part.test(facts) };
}

export function comparison(
  field: string,
  place: Place,
  judge: (facts: Facts) => Outcome,
  seen: (facts: Facts) => unknown,
): CompareMatcher {
  return { kind: 'compare', field, place, judge, test: (facts) => truthOf(judge(facts)), seen };
}
