/**
 * One rule on one event: whether it holds, for which objects, and what is not known. A rule about objects is judged for one
 * object of each slot at a time.
 */
import {
  type Binding,
  bindingsElsewhere,
  candidatesOf,
  type EffectCandidate,
  mostBindings,
  noBinding,
  slotChoices,
} from '../compile/candidate.ts';
import type { Clauses, CompiledException, CompiledRule } from '../compile/compiled-rule.ts';
import { isLogic, type Matcher } from '../compile/matcher.ts';
import {
  AMBIGUOUS,
  type Cause,
  isCause,
  MISSING_FIELD,
  MISSING_WORKSPACE,
  TOO_LONG,
  UNRESOLVED,
  WRONG_TYPE,
} from '../compile/outcome.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, type Truth, UNKNOWN, YES } from '../pattern/text/truth.ts';
import type { Unknown, UnknownCause } from './decision.ts';

export interface RuleResult {
  readonly truth: Truth;
  /** Unknown only for a reason that the rule says to note: it never denies then. */
  readonly noted: boolean;
  /** The objects that decided; for a rule that does not hold, some that it was judged for. */
  readonly binding: Binding;
  /** Not all combinations of objects were looked at. */
  readonly cut: boolean;
}

const no: RuleResult = { truth: NO, noted: false, binding: noBinding, cut: false };
const yes: RuleResult = { truth: YES, noted: false, binding: noBinding, cut: false };
const unknown: RuleResult = { truth: UNKNOWN, noted: false, binding: noBinding, cut: false };
const noted: RuleResult = { truth: UNKNOWN, noted: true, binding: noBinding, cut: false };

/**
 * All of `when` must hold, and nothing of `unless`; an exception that cannot be
 * checked does not excuse. A rule that would not hold if everything under `if …
 * note` were skipped is unsure, and noted. Over the objects of a call the result
 * is yes if one gives yes, else unknown if one gives unknown, else no.
 */
export function judgeRule(rule: CompiledRule, facts: Facts): RuleResult {
  if (rule.slots.length === 0) return judgeBinding(rule, facts, noBinding);
  if (rule.needs.some((verbs) => candidatesOf(facts, verbs).length === 0)) return no;
  const guard = rule.guard?.test(facts, noBinding) ?? YES;
  if (guard === NO) return no;
  if (rule.slots.length === 1) return judgeEach(rule, guard, facts);
  const choices = rule.slots.map((_, slot) => possibleChoices(rule, slot, facts));
  if (choices.some(({ length }) => length === 0)) return no;
  return judgeBindings(rule, choices, facts);
}

/**
 * The facts that give a rule of a layer its strictest result: those of its own layer, or those with what lower layers add. So
 * lower layers never make a result milder.
 */
export function strictestReading(rule: CompiledRule, facts: Facts): Facts {
  if (!facts.isLayered) return facts;
  let best = facts;
  let rank = -1;
  for (const reading of facts.readings(rule.view)) {
    const own = rankOf(judgeRule(rule, reading));
    if (own > rank) {
      best = reading;
      rank = own;
    }
  }
  return best;
}

/** The facts of a call by a layer, with everything that the lower layers add. */
export const fullest = (facts: Facts, view = 0): Facts => facts.readings(view).at(-1) ?? facts;

function judgeBinding(rule: CompiledRule, facts: Facts, binding: Binding): RuleResult {
  return judgeFurther(rule, rule.when.test(facts, binding), facts, binding);
}

/** The same with the answer of `when`. */
function judgeFurther(rule: CompiledRule, when: Truth, facts: Facts, binding: Binding): RuleResult {
  const truth = unlessExcused(when, rule, facts, binding);
  if (truth === NO) return no;
  const { withoutNotes } = rule;
  if (withoutNotes !== undefined) {
    const rest = withoutNotes.when.test(facts, binding);
    if (unlessExcused(rest, withoutNotes, facts, binding) === NO) return noted;
  }
  return truth === YES ? yes : unknown;
}

function unlessExcused(
  when: Truth,
  { unless }: Pick<Clauses, 'unless'>,
  facts: Facts,
  binding: Binding,
): Truth {
  return when !== NO && unless?.test(facts, binding) === YES ? NO : when;
}

/**
 * The same for the objects of a binding in all their places: an excuse must hold also where the call cannot change to a
 * directory.
 */
function judgeAnywhere(rule: CompiledRule, when: Truth, facts: Facts, binding: Binding): RuleResult {
  const result = judgeFurther(rule, when, facts, binding);
  if (result.truth === NO && when !== NO)
    for (const other of bindingsElsewhere(binding, facts.effects)) {
      const there = judgeBinding(rule, facts, other);
      if (there.truth !== NO) return { ...there, truth: UNKNOWN, binding: other };
    }
  return { ...result, binding };
}

/** An exception that holds, and the objects of the rule that it holds for. */
export interface ExceptionUse {
  readonly exception: CompiledException;
  readonly bindings: readonly Binding[];
  /** The facts in which they are found. */
  readonly facts: Facts;
}

/**
 * The exceptions without which the result of a rule would be stricter. Each excuses objects for which the rule without
 * exceptions holds or could hold. `result`: the result with all exceptions.
 */
export function usesOf(rule: CompiledRule, result: RuleResult, event: Facts): readonly ExceptionUse[] {
  const { alone } = rule;
  if (alone === undefined || result.truth === YES) return none;
  const facts = strictestReading(alone, event);
  if (rankOf(judgeRule(alone, facts)) <= rankOf(result)) return none;
  const excused = [...eachBinding(alone, facts)].filter(
    (binding) => judgeBinding(alone, facts, binding).truth !== NO,
  );
  return rule.exceptions.flatMap((exception) => {
    const own = excused.filter((binding) => exception.matcher.test(facts, binding) === YES);
    return own.length === 0 ? [] : [{ exception, bindings: own, facts }];
  });
}

/** The exceptions that have ended, and would otherwise excuse an object for which a rule holds or could hold. */
export function endedUsesOf(
  rule: CompiledRule,
  { truth }: RuleResult,
  event: Facts,
): readonly ExceptionUse[] {
  const { alone } = rule;
  if (alone === undefined || truth === NO || event.at === undefined) return none;
  const { at } = event;
  const ended = rule.exceptions.filter(({ term }) => at >= term.expires);
  if (ended.length === 0) return none;
  const facts = strictestReading(alone, event);
  const held = [...eachBinding(alone, facts)].filter(
    (binding) => judgeBinding(alone, facts, binding).truth !== NO,
  );
  return ended.flatMap((exception) => {
    const own = held.filter((binding) => exception.condition.test(facts, binding) === YES);
    return own.length === 0 ? [] : [{ exception, bindings: own, facts }];
  });
}

/** The objects of a call that a rule could hold for, at most `mostBindings`. */
function* eachBinding(rule: CompiledRule, facts: Facts): Generator<Binding> {
  if (rule.slots.length === 0) {
    yield noBinding;
    return;
  }
  const choices = rule.slots.map((_, slot) => possibleChoices(rule, slot, facts));
  if (choices.some(({ length }) => length === 0)) return;
  let tried = 0;
  for (const binding of bindings(choices)) {
    if (tried++ === mostBindings) return;
    yield binding;
  }
}

/** For one slot of a rule: the objects for which it holds, and those for which it could. Unknown parts are left out. */
export function objectsOf(
  rule: CompiledRule,
  slot: number,
  facts: Facts,
): { readonly certain: readonly EffectCandidate[]; readonly possible: readonly EffectCandidate[] } {
  const none = { certain: [], possible: [] };
  if (rule.guard?.test(facts, noBinding) === NO) return none;
  const choices = rule.slots.map((_, each) => possibleChoices(rule, each, facts));
  if (choices.some(({ length }) => length === 0)) return none;
  const found: { certain: EffectCandidate[]; possible: EffectCandidate[] } = { certain: [], possible: [] };
  for (const choice of choices[slot] ?? []) {
    if (choice === undefined || choice.kind === 'unknown') continue;
    const own = choices.map((each, index) => (index === slot ? [choice] : each));
    const { truth } = judgeBindings(rule, own, facts);
    if (truth !== NO) (truth === YES ? found.certain : found.possible).push(choice);
  }
  return found;
}

/**
 * The objects that a rule is judged for on a call, up to the first for which it holds. Where the call has none, the objects
 * that an explanation shows.
 */
export function* judgedBindings(rule: CompiledRule, facts: Facts): Generator<Binding> {
  const choices = rule.slots.map((_, slot) => possibleChoices(rule, slot, facts));
  const isOpen = rule.guard?.test(facts, noBinding) !== NO && choices.every(({ length }) => length > 0);
  if (rule.slots.length === 0 || !isOpen) {
    yield shownBinding(rule, no, facts);
    return;
  }
  let tried = 0;
  for (const binding of bindings(choices)) {
    if (tried++ === mostBindings) return;
    yield binding;
    if (judgeBinding(rule, facts, binding).truth === YES) return;
  }
}

type Choices = readonly (EffectCandidate | undefined)[];

/** The objects of a slot for which the rule could hold at all. */
function possibleChoices({ slots, filters }: CompiledRule, slot: number, facts: Facts): Choices {
  const asked = slots[slot];
  if (asked === undefined) return [];
  const choices = slotChoices(facts, asked, slots.length);
  const tests = filters[slot] ?? [];
  if (tests.length === 0) return choices;
  const binding: (EffectCandidate | undefined)[] = slots.map(() => undefined);
  return choices.filter((choice) => {
    binding[slot] = choice;
    return tests.every((test) => test.test(facts, binding) !== NO);
  });
}

/**
 * A rule about one object at a time: its parts are either about that object, or are
 * answered once for all objects, as the guard has been.
 */
function judgeEach(rule: CompiledRule, guard: Truth, facts: Facts): RuleResult {
  const [filters = none] = rule.filters;
  let ofWhole: Truth | undefined;
  let best = no;
  let tried = 0;
  for (const choice of rule.choices(facts)) {
    const binding = [choice];
    const ofObject = testAll(filters, facts, binding);
    if (ofObject === NO) continue;
    if (tried++ === mostBindings) return cutShort(best === no ? binding : best.binding);
    ofWhole ??= Math.min(guard, testAll(rule.ofWhole, facts, binding)) as Truth;
    const when = Math.min(ofObject, ofWhole) as Truth;
    const result = judgeAnywhere(rule, when, facts, binding);
    if (best === no || rankOf(result) > rankOf(best)) best = result;
    if (result.truth === YES || ofWhole === NO) break;
  }
  return best;
}

function testAll(parts: readonly Matcher[], facts: Facts, binding: Binding): Truth {
  let result: Truth = YES;
  for (const part of parts) {
    const truth = part.test(facts, binding);
    if (truth === NO) return NO;
    if (truth < result) result = truth;
  }
  return result;
}

/** The rule could hold for the combinations that are not tried: the result is never no. */
const cutShort = (binding: Binding): RuleResult => ({ truth: UNKNOWN, noted: false, binding, cut: true });

/** From a rule that does not hold to one that does: the first of the highest rank decides. */
const rankOf = ({ truth, noted }: RuleResult): number =>
  truth === NO ? 0 : truth === YES ? 3 : noted ? 1 : 2;

function judgeBindings(rule: CompiledRule, choices: readonly Choices[], facts: Facts): RuleResult {
  let best: RuleResult | undefined;
  let tried = 0;
  for (const binding of bindings(choices)) {
    if (tried++ === mostBindings) return cutShort(best?.binding ?? binding);
    const result = judgeAnywhere(rule, rule.when.test(facts, binding), facts, binding);
    if (best === undefined || rankOf(result) > rankOf(best)) best = result;
    if (result.truth === YES) break;
  }
  return best ?? no;
}

/** Every combination of one choice of each; the last changes fastest. */
function* bindings(choices: readonly Choices[]): Generator<Binding> {
  const places = choices.map(() => 0);
  for (;;) {
    yield choices.map((each, slot) => each[places[slot] ?? 0]);
    let slot = places.length - 1;
    for (; slot >= 0; slot--) {
      const next = (places[slot] ?? 0) + 1;
      if (next < (choices[slot]?.length ?? 0)) {
        places[slot] = next;
        break;
      }
      places[slot] = 0;
    }
    if (slot < 0) return;
  }
}

/** The objects to explain a rule by: those that decided, else the first that it is about. */
export function shownBinding(rule: CompiledRule, { binding }: RuleResult, facts: Facts): Binding {
  if (binding.length === rule.slots.length) return binding;
  return rule.slots.map((slot) => slotChoices(facts, slot, rule.slots.length)[0]);
}

// ── what is not known ──────────────────────────────────────────────────────────────────────

/**
 * Everything in a rule that is not known about the objects that decided, in the order it is written. Where `before` says
 * exactly this, it is `before` itself: in some policies thousands of rules say the same of every call.
 */
export function unknownsOf(
  rule: CompiledRule,
  facts: Facts,
  { binding, cut }: RuleResult,
  before: readonly Unknown[] = none,
): readonly Unknown[] {
  const noted: Noted = { before, same: 0, own: undefined };
  collect(rule.when, facts, binding, noted);
  if (rule.unless !== undefined) collect(rule.unless, facts, binding, noted);
  if (cut) note(noted, 'what the call does', 'size', rule.place, undefined);
  const { same, own } = noted;
  return own ?? (same === before.length ? before : before.slice(0, same));
}

const none: readonly never[] = Object.freeze([]);

/** What is not known so far: the first `same` of `before`, or a list of its own where that differs. */
interface Noted {
  readonly before: readonly Unknown[];
  same: number;
  own: Unknown[] | undefined;
}

function note(
  noted: Noted,
  field: string,
  cause: UnknownCause,
  place: Unknown['place'],
  detail: string | undefined,
): void {
  const { before, same, own } = noted;
  const known = own === undefined ? before[same] : undefined;
  const isSame =
    known?.field === field && known.cause === cause && known.place === place && known.detail === detail;
  if (isSame) {
    noted.same++;
    return;
  }
  noted.own ??= before.slice(0, same);
  noted.own.push({ field, cause, place, ...(detail === undefined ? {} : { detail }) });
}

function collect(matcher: Matcher, facts: Facts, binding: Binding, into: Noted): void {
  if (isLogic(matcher)) {
    // The answer does not depend on an exception that is not in force.
    if (matcher.outOfForce?.(facts) !== undefined) return;
    for (const part of matcher.parts) collect(part, facts, binding, into);
    return;
  }
  const outcome = matcher.judge(facts, binding);
  if (!isCause(outcome)) return;
  const field = outcome === MISSING_WORKSPACE ? 'workspace' : matcher.field;
  const isExplained = outcome === UNRESOLVED || matcher.kind === 'compare';
  const detail = isExplained ? matcher.doubt?.(facts, binding) : undefined;
  note(into, field, causeNames[outcome], matcher.place, detail);
}

const causeNames: Readonly<Record<Cause, UnknownCause>> = {
  [MISSING_FIELD]: 'missing',
  [WRONG_TYPE]: 'type',
  [AMBIGUOUS]: 'ambiguous',
  [TOO_LONG]: 'size',
  [MISSING_WORKSPACE]: 'missing',
  [UNRESOLVED]: 'unresolved',
};
