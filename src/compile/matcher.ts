/**
 * Matchers: conditions compiled to closures. Each keeps the place it was
 * written at and its parts, so that the same closures that decide also explain.
 */
import type { CheckedCompare, EffectVerb, ExceptionTerm, ObjectTest } from '../check/tree/checked.ts';
import type { SourcePlace } from '../check/tree/source-place.ts';
import type { Json } from '../facts/event/event.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, not, type Truth, YES } from '../pattern/text/truth.ts';
import { dayText } from '../vocabulary/day-text.ts';
import type { Judge } from './alternatives.ts';
import type { Binding, EffectCandidate } from './candidate.ts';
import type { Outcome } from './outcome.ts';
import { outcomeTruth } from './outcome.ts';

export type Matcher = LogicMatcher | LeafMatcher;
export type LeafMatcher = CompareMatcher | EffectMatcher;

interface Test {
  readonly place: SourcePlace;
  /** Whether it asks what the call does, which takes longest to derive; or what time it is. */
  readonly asksEffects: boolean;
  /** The binding says which object each slot of the rule is about. */
  test(facts: Facts, binding: Binding): Truth;
}

export interface LogicMatcher extends Test {
  readonly kind: 'and' | 'or' | 'not' | 'might' | 'condition';
  /** The name of a condition; empty for the others. */
  readonly name: string;
  readonly parts: readonly Matcher[];
  /** For an exception: why it is not in force at the time of the decision; undefined where it is. */
  readonly outOfForce?: ((facts: Facts) => string | undefined) | undefined;
}

export interface CompareMatcher extends Test {
  readonly kind: 'compare';
  /** The field it is about, as messages write it. */
  readonly field: string;
  /** The answer, or why there is none. */
  judge(facts: Facts, binding: Binding): Outcome;
  /** What the event has there, for explanations; undefined where it has nothing. */
  seen(facts: Facts, binding: Binding): unknown;
  /** The comparison itself; undefined where it asks what earlier calls did, or what time it is. */
  readonly compare: CheckedCompare | undefined;
  /** It asks what time it is. */
  readonly isAboutTime?: true;
  /** Why the answer is not known, as what follows `because`; undefined where its cause says so. */
  doubt?(facts: Facts): string;
  /** For `any` and `every`: the question about one element. */
  readonly each: ((value: Json, facts: Facts) => Outcome) | undefined;
}

/** One question about an object, and what it was compiled from; nothing where no test of the policy asks it. */
export interface Question {
  readonly judge: Judge<EffectCandidate>;
  readonly test: ObjectTest | undefined;
}

/** A question about what the call does: an effect predicate, one about its object, or `shell is opaque`. */
export interface EffectMatcher extends Test {
  readonly kind: 'effect' | 'object' | 'opaque';
  /** What is asked, as messages write it: `reads`, `every refspec`. */
  readonly field: string;
  /** Whose object it is about; undefined where it is about the whole call. */
  readonly slot: number | undefined;
  /** Those that it is about; empty where any will do. */
  readonly verbs: readonly EffectVerb[];
  /** What is asked of one object: all of it must be answered with yes. */
  readonly questions: readonly Question[];
  /** The object that the answer is about; undefined where there is none. */
  about(facts: Facts, binding: Binding): EffectCandidate | undefined;
  judge(facts: Facts, binding: Binding): Outcome;
  /** The object, as text; undefined where there is none. */
  seen(facts: Facts, binding: Binding): string | undefined;
  /** Why the answer is not known, as what follows `because`; asked only of one that is not. */
  doubt(facts: Facts, binding: Binding): string;
}

/** The order in which parts are asked: those that ask what the call does come last. It never changes a result. */
export function cheapFirst(parts: readonly Matcher[]): readonly Matcher[] {
  if (parts.every(({ asksEffects }) => asksEffects === parts[0]?.asksEffects)) return parts;
  return [...parts.filter((part) => !part.asksEffects), ...parts.filter((part) => part.asksEffects)];
}

/** A matcher of others; `test` says how their answers are joined. */
const logic = (
  kind: LogicMatcher['kind'],
  parts: readonly Matcher[],
  place: SourcePlace,
  test: Matcher['test'],
  name = '',
): LogicMatcher => ({ kind, name, place, parts, asksEffects: parts.some((part) => part.asksEffects), test });

export function allParts(parts: readonly Matcher[], place: SourcePlace): LogicMatcher {
  const ordered = cheapFirst(parts);
  return logic('and', parts, place, (facts, binding) => {
    let result: Truth = YES;
    for (const part of ordered) {
      const truth = part.test(facts, binding);
      if (truth === NO) return NO;
      if (truth < result) result = truth;
    }
    return result;
  });
}

export function anyPart(parts: readonly Matcher[], place: SourcePlace): LogicMatcher {
  const ordered = cheapFirst(parts);
  return logic('or', parts, place, (facts, binding) => {
    let result: Truth = NO;
    for (const part of ordered) {
      const truth = part.test(facts, binding);
      if (truth === YES) return YES;
      if (truth > result) result = truth;
    }
    return result;
  });
}

export const opposite = (part: Matcher, place: SourcePlace): LogicMatcher =>
  logic('not', [part], place, (facts, binding) => not(part.test(facts, binding)));

/** Unknown counts as yes. */
export const possibly = (part: Matcher, place: SourcePlace): LogicMatcher =>
  logic('might', [part], place, (facts, binding) => (part.test(facts, binding) === NO ? NO : YES));

export const namedCondition = (name: string, part: Matcher, place: SourcePlace): LogicMatcher =>
  logic('condition', [part], place, (facts, binding) => part.test(facts, binding), name);

/** An exception excuses within its term, and never where the time is not given. */
export function excepting(term: ExceptionTerm, part: Matcher, place: SourcePlace): LogicMatcher {
  const { code, expires, longest } = term;
  const isInForce = ({ at }: Facts): boolean => at !== undefined && at < expires && at >= expires - longest;
  return {
    ...namedCondition(code, part, place),
    outOfForce: (facts) => (isInForce(facts) ? undefined : whyNotInForce(term, facts)),
    test: (facts, binding) => (isInForce(facts) ? part.test(facts, binding) : NO),
  };
}

function whyNotInForce({ owner, ticket, expires, longest }: ExceptionTerm, { at }: Facts): string {
  const whose = ticket === undefined ? owner : `${owner}, ${ticket}`;
  if (at === undefined) return 'the exception is not in force where the time is not given';
  return at >= expires
    ? `the exception ended on ${dayText(expires)} (${whose})`
    : `the exception is in force from ${dayText(expires - longest)} to ${dayText(expires)} (${whose})`;
}

export function comparison(
  field: string,
  place: SourcePlace,
  judge: (facts: Facts) => Outcome,
  seen: (facts: Facts) => unknown,
  compare?: CheckedCompare,
  each?: CompareMatcher['each'],
): CompareMatcher {
  return {
    kind: 'compare',
    field,
    place,
    asksEffects: false,
    judge,
    test: (facts) => outcomeTruth(judge(facts)),
    seen,
    compare,
    each,
  };
}

export const effectMatcher = (parts: Omit<EffectMatcher, 'asksEffects' | 'test'>): EffectMatcher => ({
  ...parts,
  asksEffects: true,
  test: (facts, binding) => outcomeTruth(parts.judge(facts, binding)),
});

export const isLogic = (matcher: Matcher): matcher is LogicMatcher => 'parts' in matcher;

/** The slots that a matcher looks at. */
export function slotsOf(matcher: Matcher): ReadonlySet<number> {
  if (isLogic(matcher)) return new Set(matcher.parts.flatMap((part) => [...slotsOf(part)]));
  return new Set(matcher.kind === 'compare' || matcher.slot === undefined ? [] : [matcher.slot]);
}

/** What must hold for a matcher to: `and`s and named conditions taken apart. */
export function conjuncts(matcher: Matcher): readonly Matcher[] {
  if (matcher.kind === 'and' || matcher.kind === 'condition') return matcher.parts.flatMap(conjuncts);
  return [matcher];
}

/** The clauses that have to hold, each by itself; undefined where there are alternatives. */
export function clausesOf(matcher: Matcher): readonly SourcePlace[] | undefined {
  if (hasAlternatives(matcher)) return undefined;
  const isWhole = !isLogic(matcher) || matcher.kind === 'not';
  return isWhole ? [matcher.place] : matcher.parts.flatMap((part) => clausesOf(part) ?? []);
}

const hasAlternatives = (matcher: Matcher): boolean =>
  isLogic(matcher) &&
  matcher.kind !== 'not' &&
  (matcher.kind === 'or' || matcher.parts.some(hasAlternatives));
