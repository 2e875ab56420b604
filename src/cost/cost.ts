/**
 * What policies cost: how each rule is found, and the most steps that it and all rules together take. It follows from the
 * policies alone. Nothing is measured, and no decision uses it.
 */
import type { CheckedBundle, CheckedLabel, CheckedRule } from '../check/tree/checked.ts';
import type { SourcePlace } from '../check/tree/source-place.ts';
import { mostBindings } from '../compile/candidate.ts';
import { type Known, knownWith } from '../facts/known.ts';
import { mostEffects } from '../facts/record/ledger.ts';
import { chooseKeys } from '../rule-index/choose-keys.ts';
import type { KeySet } from '../rule-index/question.ts';
import { requiredKeys, requiredKinds } from '../rule-index/required-keys.ts';
import { expressionsOf, type Sizes } from './expression-steps.ts';
import { type FoundBy, foundBy } from './found-by.ts';
import { type EventLimits, stepsOfObjects, stepsOfRule } from './rule-steps.ts';
import { type AlwaysAsked, whyAlwaysAsked } from './why-always-asked.ts';

export interface RuleCost {
  readonly code: string;
  /** The calls that a label or a limit is about are judged as a rule of their own. */
  readonly role: 'rule' | 'label' | 'limit';
  readonly place: SourcePlace;
  /** Asked about every event, whatever it has. */
  readonly scanned: boolean;
  /** How it is reached: any of these is enough; empty where it is asked about every event. */
  readonly lookups: readonly FoundBy[];
  /** Fields without which it is asked about an event all the same, of whatever tool, and can be unsure of it. */
  readonly without: readonly string[];
  /** Why it is asked about every event; empty for labels and limits, which are always asked. */
  readonly because: readonly AlwaysAsked[];
  /** The most steps that it takes for any event. */
  readonly worst: number;
  /** Steps of its regular expressions for each character that they look through. */
  readonly expressions: number;
}

export interface PolicyCost {
  /** In the order of their codes: rules, then labels, then limits. */
  readonly rules: readonly RuleCost[];
  /** Rules that are asked about every event; labels and limits do not count. */
  readonly scanned: number;
  /** Questions that are put to every event to find the other rules. */
  readonly lookups: number;
  /** Steps for an event that reaches every rule and takes each as far as it goes. */
  readonly worst: number;
  /** Steps of all regular expressions for each character that all of them look through. */
  readonly expressions: number;
  readonly limits: CostLimits;
}

export interface CostLimits {
  readonly worst: EventLimits;
}

/** The most that an event of so many octets can have: an element takes two (`1,`) and a text three (`"",`). */
export const limitsOfEvent = (octets: number): EventLimits => ({
  effects: mostEffects,
  elements: Math.floor(octets / 2),
  texts: Math.floor(octets / 3),
  combinations: mostBindings,
});

/** The cost of policies for events of at most so many octets. Total. */
export function policyCost(bundle: CheckedBundle, octets: number): PolicyCost {
  const known = knownWith(bundle.knowledge);
  const limits: CostLimits = { worst: limitsOfEvent(octets) };
  const context: Context = { limits, known, sizes: new Map() };
  const chosen = chooseKeys(bundle.rules.map((rule) => requiredKeys(rule, known)));
  const rules = [
    ...bundle.rules.map((rule, at) => costOfRule(rule, chosen[at], context)),
    ...bundle.labels.map((label) => costOfLabel(label, context)),
    ...bundle.limits.map(({ code, subject }) => costOfSubject({ role: 'limit', code, subject }, context)),
  ];
  const lookups = new Set(chosen.flatMap((keys = []) => keys.map(({ question }) => question.id))).size;
  return {
    rules,
    scanned: rules.filter(({ scanned, role }) => scanned && role === 'rule').length,
    lookups,
    worst: lookups + sum(rules, ({ worst }) => worst),
    expressions: sum(rules, ({ expressions }) => expressions),
    limits,
  };
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

interface Context {
  readonly limits: CostLimits;
  readonly known: Known;
  readonly sizes: Sizes;
}

const costOfRule = (
  rule: CheckedRule,
  keys: KeySet | undefined,
  { limits, known, sizes }: Context,
): RuleCost => ({
  code: rule.code,
  role: 'rule',
  place: rule.place,
  scanned: keys === undefined,
  lookups: foundBy(keys ?? []),
  without: requiredKinds(rule, known) === undefined ? fieldsOf(keys ?? []) : [],
  because: keys === undefined ? whyAlwaysAsked(rule, known) : [],
  worst: stepsOfRule(rule, limits.worst),
  expressions: expressionsOf(rule, sizes),
});

const fieldsOf = (keys: KeySet): readonly string[] => [
  ...new Set(keys.flatMap(({ question }) => question.without ?? [])),
];

/** A label that lies on files is about objects of a call, and judged for each of them. */
const costOfLabel = ({ code, subject, fileSlot }: CheckedLabel, context: Context): RuleCost =>
  costOfSubject(
    { role: 'label', code, subject },
    context,
    fileSlot === undefined ? stepsOfRule : stepsOfObjects,
  );

interface Counted {
  readonly role: 'label' | 'limit';
  readonly code: string;
  readonly subject: CheckedRule;
}

/** The calls of a label or limit are judged whenever a call has been decided. */
const costOfSubject = (
  { role, code, subject }: Counted,
  { limits, sizes }: Context,
  steps: (rule: CheckedRule, limits: EventLimits) => number = stepsOfRule,
): RuleCost => ({
  code,
  role,
  place: subject.place,
  scanned: true,
  lookups: [],
  without: [],
  because: [],
  // For a label that a call sets, the rule is asked again whether it is surely set.
  worst: steps(subject, limits.worst) * (role === 'label' ? 2 : 1),
  expressions: expressionsOf(subject, sizes),
});
