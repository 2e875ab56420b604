/**
 * What policies cost: how each rule is reached, and how many steps it and all of
 * them take at most. Everything is told from the policies alone; nothing is
 * measured, no clock is read, and no decision rests on it.
 */
import type { CheckedBundle, CheckedExpression, CheckedRule, Pattern, Place } from '../check/checked.ts';
import { type Known, knownWith } from '../facts/known.ts';
import { mostEffects } from '../facts/recorder.ts';
import { compileRegex } from '../pattern/regex.ts';
import { mostBindings } from './candidate.ts';
import { choose, type Demand, demandsOf } from './demand.ts';
import { type EventLimits, stepsOfObjects, stepsOfRule } from './rule-steps.ts';
import { type Undemanding, undemandingParts } from './undemanding.ts';

/** Words that a rule is found by, in the answers to one question. */
export interface Lookup {
  /** What is looked at: `kind`, `program`, `path`, a field. */
  readonly of: string;
  /** Any of these; at least one. */
  readonly words: readonly string[];
}

export interface RuleCost {
  readonly code: string;
  /** The calls that a label or a limit is about are judged as a rule of their own. */
  readonly role: 'rule' | 'label' | 'limit';
  readonly place: Place;
  /** Asked about every event, whatever it has. */
  readonly scanned: boolean;
  /** How it is reached: any of these is enough; empty where it is asked about every event. */
  readonly lookups: readonly Lookup[];
  /** Why it is asked about every event; empty for labels and limits, which are always asked. */
  readonly because: readonly Undemanding[];
  /** Steps for an ordinary event, if it is reached. */
  readonly ordinary: number;
  /** Steps for any event. */
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
  /** Steps for an ordinary event that reaches no rule: lookups, and what is asked about every event. */
  readonly ordinary: number;
  /** Steps for an event that reaches every rule and takes each as far as it goes. */
  readonly worst: number;
  /** Steps of all regular expressions for each character that all of them look through. */
  readonly expressions: number;
  readonly limits: CostLimits;
}

export interface CostLimits {
  readonly ordinary: EventLimits;
  readonly worst: EventLimits;
}

/** A call that does four things, and has eight elements of lists and eight texts. */
export const ordinaryLimits: EventLimits = {
  effects: 4,
  elements: 8,
  texts: 8,
  combinations: mostBindings,
};

/** Whatever an event of so many octets can have: an element takes two (`1,`) and a text three (`"",`). */
export const limitsOfEvent = (octets: number): EventLimits => ({
  effects: mostEffects,
  elements: Math.floor(octets / 2),
  texts: Math.floor(octets / 3),
  combinations: mostBindings,
});

/** The cost of policies for events of at most so many octets. Total. */
export function costOf(bundle: CheckedBundle, octets: number): PolicyCost {
  const known = knownWith(bundle.knowledge);
  const limits: CostLimits = { ordinary: ordinaryLimits, worst: limitsOfEvent(octets) };
  const sizes: Sizes = new Map();
  const demands = choose(bundle.rules.map((rule) => demandsOf(rule, known)));
  const ruled = bundle.rules.map((rule, at) => costOfRule(rule, demands[at], { limits, known, sizes }));
  const labels = bundle.labels.map(({ code, subject, fileSlot }) =>
    costOfSubject(
      'label',
      code,
      subject,
      fileSlot === undefined ? stepsOfRule : stepsOfObjects,
      limits,
      sizes,
    ),
  );
  const counted = bundle.limits.map(({ code, subject }) =>
    costOfSubject('limit', code, subject, stepsOfRule, limits, sizes),
  );
  const rules = [...ruled, ...labels, ...counted];
  const asked = rules.filter(({ scanned }) => scanned);
  const lookups = new Set(demands.flatMap((demand = []) => demand.map(({ question }) => question.id))).size;
  return {
    rules,
    scanned: asked.filter(({ role }) => role === 'rule').length,
    lookups,
    ordinary: lookups + sum(asked, ({ ordinary }) => ordinary),
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
  demand: Demand | undefined,
  { limits, known, sizes }: Context,
): RuleCost => ({
  code: rule.code,
  role: 'rule',
  place: rule.place,
  scanned: demand === undefined,
  lookups: lookupsOf(demand ?? []),
  because: demand === undefined ? undemandingParts(rule, known) : [],
  ordinary: stepsOfRule(rule, limits.ordinary),
  worst: stepsOfRule(rule, limits.worst),
  expressions: expressionsOf(rule, sizes),
});

/** The calls of a label or limit are judged whenever a call has been decided. */
const costOfSubject = (
  role: 'label' | 'limit',
  code: string,
  subject: CheckedRule,
  steps: (rule: CheckedRule, limits: EventLimits) => number,
  limits: CostLimits,
  sizes: Sizes,
): RuleCost => ({
  code,
  role,
  place: subject.place,
  scanned: true,
  lookups: [],
  because: [],
  ordinary: steps(subject, limits.ordinary),
  worst: steps(subject, limits.worst),
  expressions: expressionsOf(subject, sizes),
});

// ── how a rule is reached ─────────────────────────────────────────────────────────────────

function lookupsOf(demand: Demand): readonly Lookup[] {
  const byQuestion = new Map<string, Set<string>>();
  for (const { question, word } of demand) {
    // Beside `git push`, for a call of which that word cannot be told: no word of the rule's own.
    if (question.id === 'program' && word.endsWith(' *')) continue;
    // What stands for whole directories is the index's own as well.
    if (hasControl(word)) continue;
    const of = nameOfQuestion(question.id);
    byQuestion.set(of, (byQuestion.get(of) ?? new Set()).add(word));
  }
  return [...byQuestion].map(([of, words]) => ({ of, words: [...words] }));
}

const hasControl = (word: string): boolean => word.charCodeAt(1) < 32;

/** What a question is about, without how it is asked: the views of a field and the verbs are the index's own. */
const nameOfQuestion = (id: string): string =>
  id
    .replace(/^(path|host) .*$/, '$1')
    .replace(/^(any )?(text in )?(?:folded|composed|names|parts|matches(?:\/[a-z]+)?) /, '$1$2');

// ── regular expressions ───────────────────────────────────────────────────────────────────

/** By flags and source. */
type Sizes = Map<string, number>;

const expressionsOf = ({ when, unless }: CheckedRule, sizes: Sizes): number =>
  sum([...when, ...unless], (each) => expressionsIn(each, sizes));

function expressionsIn(expression: CheckedExpression, sizes: Sizes): number {
  const inPatterns = (patterns: readonly Pattern[]): number =>
    sum(patterns, (pattern) => {
      if (pattern.kind === 'list') return inPatterns([...pattern.items, ...pattern.except]);
      return pattern.kind === 'regex' ? sizeOf(pattern, sizes) : 0;
    });
  switch (expression.kind) {
    case 'and':
    case 'or':
      return sum(expression.operands, (each) => expressionsIn(each, sizes));
    case 'not':
    case 'might':
      return expressionsIn(expression.operand, sizes);
    case 'condition':
      return expressionsIn(expression.expression, sizes);
    case 'compare':
      return inPatterns(expression.patterns);
    case 'effect':
      return sum(expression.tests, ({ patterns }) => inPatterns(patterns));
    case 'object':
      return inPatterns(expression.test.patterns);
    case 'label':
    case 'limit':
    case 'denials':
    case 'opaque':
      return 0;
    default:
      return expression satisfies never;
  }
}

function sizeOf({ source, flags }: Pattern & { readonly kind: 'regex' }, sizes: Sizes): number {
  const key = `${flags}/${source}`;
  let size = sizes.get(key);
  if (size === undefined) {
    // What passed the checks compiles.
    size = compileRegex(source, flags).pattern?.size ?? 0;
    sizes.set(key, size);
  }
  return size;
}
