/**
 * The index of a program: one for the rules of each view, since a call can read differently by what each layer knows. It is
 * made at the first call, or by `prepare`.
 */
import type { CheckedBundle, CheckedRule } from '../check/tree/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { type Known, knownWith } from '../facts/known.ts';
import { once } from '../language/once.ts';
import { type AskField, askFieldsOnce } from '../rule-index/field-question.ts';
import { type IndexPlan, planIndex, type RuleKeys } from '../rule-index/index-plan.ts';
import { requiredKeys, requiredKinds } from '../rule-index/required-keys.ts';
import { candidates, compileLookups, type Indexable, indexRules } from '../rule-index/rule-index.ts';
import type { CompiledRule } from './compiled-rule.ts';

export interface ProgramIndex {
  /** The rules that could hold for a call or be unsure of it, by code. Never throws. */
  candidates(facts: Facts): readonly CompiledRule[];
  /** Makes the index now: it takes a while, which the first call need not wait for. */
  prepare(): void;
  /** For a process that decides one call. */
  forOneCall(): ProgramIndex;
}

/** Every rule is a candidate for every call: for one call, that takes less time than to make an index. */
const withoutIndex = (rules: readonly CompiledRule[]): ProgramIndex => ({
  candidates: () => rules,
  prepare: () => {},
  forOneCall: () => withoutIndex(rules),
});

type IndexedRules = Omit<Indexable<CompiledRule>, 'isForOneCall'>;

/** The index of rules that are all in one view. Where its plan is kept, it is worth it for one call as well. */
export function indexOneView(indexable: IndexedRules, isForOneCall = false): ProgramIndex {
  const plan = once(indexable.plan);
  const index = once(() => indexRules({ ...indexable, plan, isForOneCall }));
  return {
    candidates(facts) {
      try {
        return candidates(index(), facts);
      } catch {
        // A plan of other rules: to ask every rule comes to the same.
        return indexable.rules;
      }
    },
    prepare: () => compileLookups(index()),
    forOneCall: () =>
      plan() === undefined ? withoutIndex(indexable.rules) : indexOneView({ ...indexable, plan }, true),
  };
}

/** The index of rules in several views. The rules of a view are looked up with every reading that the view has of a call. */
export function indexViews(
  rules: readonly CompiledRule[],
  keysOf: (place: number) => RuleKeys,
  views: readonly Known[],
): ProgramIndex {
  const indexes = views.map((known, view) => {
    const places = rules.flatMap((rule, place) => (rule.view === view ? [place] : []));
    const own = places.flatMap((place) => rules[place] ?? []);
    return indexOneView({
      rules: own,
      keysOf: (at) => keysOf(places[at] ?? -1),
      known,
      plan: () => undefined,
    });
  });
  return {
    candidates(facts) {
      try {
        const found = indexes.flatMap((index, view) =>
          facts.readings(view).flatMap((reading) => index.candidates(reading)),
        );
        return [...new Set(found)].sort((a, b) => (a.code < b.code ? -1 : 1));
      } catch {
        // What fails here fails again where a rule asks, and is a fault there.
        return rules;
      }
    },
    prepare() {
      for (const index of indexes) index.prepare();
    },
    forOneCall: () => withoutIndex(rules),
  };
}

/** What a rule is found by. */
export const keysOfRule = (rule: CheckedRule, known: Known, ask: AskField): RuleKeys => ({
  required: requiredKeys(rule, known, ask),
  kinds: requiredKinds(rule, known),
});

/** The plan of the index of a bundle, to be kept with it; empty for a bundle with several views, which have no plan. */
export function planOf({ rules, knowledge, later }: CheckedBundle): IndexPlan {
  if (later !== undefined) return planIndex([]);
  const known = knownWith(knowledge);
  const ask = askFieldsOnce();
  return planIndex(rules.map((rule) => keysOfRule(rule, known, ask)));
}
