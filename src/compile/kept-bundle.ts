/**
 * What a program is compiled from: checked policies whose rules are read one by one. Most calls need no more of most rules
 * than their heads, so the tree of a rule can stay text until it is read.
 */
import type {
  CheckedBundle,
  CheckedDenials,
  CheckedExpression,
  CheckedRule,
  EffectVerb,
} from '../check/tree/checked.ts';
import { asksEffects, asksMemory, conjunctsOf, type ExpressionPart, somePart } from '../check/tree/walk.ts';
import { type MemoryScope, memoryScopes } from '../facts/memory-view.ts';
import type { IndexPlan } from '../rule-index/index-plan.ts';

/** What every call may ask of a rule. */
export interface KeptRuleHead {
  readonly code: string;
  readonly effect: CheckedRule['effect'];
  /** See `CompiledRule`. */
  readonly needs: readonly (readonly EffectVerb[])[];
  /** The place of its layer; undefined for the highest, or the only one. */
  readonly layer?: number | undefined;
}

export interface RuleSource {
  /** By code. */
  readonly heads: readonly KeptRuleHead[];
  /** The rule at a place among the heads; a new tree each time, where it is kept as text. Throws where there is none. */
  read(place: number): CheckedRule;
  /** The kept plan of their index; undefined where there is none. */
  plan?(): IndexPlan | undefined;
}

/** `denied 3 times within 5m by "com.example.*"`, wherever it is asked. */
export type DenialQuestion = Pick<CheckedDenials, 'times' | 'within'> & {
  /** Name patterns of codes; empty for all. */
  readonly by: readonly string[];
};

export interface KeptBundle extends Omit<CheckedBundle, 'rules'> {
  readonly rules: RuleSource;
  /** The memories that the rules ask for. */
  readonly scopes: readonly MemoryScope[];
  /** Which denials the rules count. */
  readonly denials: readonly DenialQuestion[];
  /** Whether a rule asks what calls do: then the content of files matters. */
  readonly followsFiles: boolean;
}

/** The bundle with all of its rules read. */
export const treesOf = (kept: KeptBundle): CheckedBundle => ({
  ...kept,
  rules: kept.rules.heads.map((_, place) => kept.rules.read(place)),
});

/** A checked bundle in the form that programs are compiled from; its trees are shared. */
export function asKept(bundle: CheckedBundle): KeptBundle {
  const { rules } = bundle;
  const read = (place: number): CheckedRule => {
    const rule = rules[place];
    if (rule === undefined) throw new Error(`there is no rule ${place}`);
    return rule;
  };
  const followsFiles = [...rules, ...labelsAndLimits(bundle)].some(({ when, unless }) =>
    [...when, ...unless].some(asksEffects),
  );
  const denials = denialsCounted(bundle);
  const scopes = scopesOf(bundle);
  return { ...bundle, scopes, denials, followsFiles, rules: { heads: rules.map(headOf), read } };
}

/** Each question once. */
function denialsCounted(bundle: CheckedBundle): readonly DenialQuestion[] {
  const found = new Map<string, DenialQuestion>();
  const note = (part: ExpressionPart): boolean => {
    if (part.kind !== 'denials') return false;
    const question = { times: part.times, within: part.within, by: part.by.map(({ text }) => text) };
    found.set(JSON.stringify(question), question);
    return false;
  };
  for (const { when, unless } of [...bundle.rules, ...labelsAndLimits(bundle)])
    for (const expression of [...when, ...unless]) somePart(expression, note);
  return [...found.values()];
}

const labelsAndLimits = ({ labels, limits }: CheckedBundle): readonly CheckedRule[] =>
  [...labels, ...limits].map(({ subject }) => subject);

export const headOf = (rule: CheckedRule): KeptRuleHead => ({
  code: rule.code,
  effect: rule.effect,
  needs: needsOf(rule),
  ...(rule.layer === undefined ? {} : { layer: rule.layer }),
});

/** The session's memory comes first: it answers retries. */
function scopesOf({ rules, labels, limits }: CheckedBundle): MemoryScope[] {
  const asked = new Set<MemoryScope>([
    ...labels.map(({ scope }) => (scope === 'file' ? 'session' : scope)),
    ...limits.map(({ scope }) => scope),
  ]);
  const remembers = asked.size > 0 || rules.some(({ when, unless }) => [...when, ...unless].some(asksMemory));
  if (!remembers) return [];
  return ['session', ...memoryScopes.filter((scope) => scope !== 'session' && asked.has(scope))];
}

/**
 * The verbs that `when` cannot hold without. None where a field of the event can settle the rule sooner; a search of all
 * texts takes longer than to ask what the call does.
 */
function needsOf({ when }: CheckedRule): readonly (readonly EffectVerb[])[] {
  const parts = when.flatMap(conjunctsOf);
  if (!parts.every((part) => asksEffects(part) || asksTexts(part) || asksTime(part))) return [];
  return parts.flatMap((part) => {
    const verbs = verbsNeededBy(part);
    return verbs === undefined ? [] : [verbs];
  });
}

/** The rule can only hold if the call has an effect of one of these verbs; undefined if it can hold without one. */
function verbsNeededBy(part: CheckedExpression): readonly EffectVerb[] | undefined {
  switch (part.kind) {
    case 'effect':
      return part.slot === undefined ? undefined : part.verbs;
    case 'condition':
      return verbsNeededBy(part.expression);
    case 'and':
      return part.operands.map(verbsNeededBy).find((verbs) => verbs !== undefined);
    case 'or': {
      const verbs = part.operands.map(verbsNeededBy);
      return verbs.every((each) => each !== undefined) ? [...new Set(verbs.flat())] : undefined;
    }
    default:
      return undefined;
  }
}

/** Rules ask for the time after the effects. */
const asksTime = (part: CheckedExpression): boolean => somePart(part, ({ kind }) => kind === 'window');

const asksTexts = (part: CheckedExpression): boolean => part.kind === 'compare' && part.measure === 'text';
