/**
 * What a program is compiled from: checked policies whose rules are read one by
 * one. Of most rules no call ever asks more than the little that stands in their
 * heads, so that a tree may be kept as text until somebody does.
 */
import type { CheckedBundle, CheckedRule, EffectVerb } from '../check/checked.ts';
import type { MemoryScope } from '../facts/memory-view.ts';
import type { IndexPlan } from './index-plan.ts';

/** What is asked of every rule. */
export interface RuleHead {
  readonly code: string;
  readonly effect: CheckedRule['effect'];
  /** See `CompiledRule`. */
  readonly needs: readonly (readonly EffectVerb[])[];
  /** The place of its layer; undefined for the highest, or the only one. */
  readonly layer?: number | undefined;
}

export interface RuleSource {
  /** By code. */
  readonly heads: readonly RuleHead[];
  /** A rule by its place among the heads; perhaps a tree of its own each time. Throws where there is none. */
  read(place: number): CheckedRule;
  /** How they are found, where that is kept; undefined where it has to be worked out. */
  plan?(): IndexPlan | undefined;
}

export interface KeptBundle extends Omit<CheckedBundle, 'rules'> {
  readonly rules: RuleSource;
  /** The memories that the rules ask for. */
  readonly scopes: readonly MemoryScope[];
  /** Whether a rule asks what calls do, so that the content of files matters. */
  readonly followsFiles: boolean;
}

/** The bundle with all of its rules read. */
export const treesOf = (kept: KeptBundle): CheckedBundle => ({
  ...kept,
  rules: kept.rules.heads.map((_, place) => kept.rules.read(place)),
});
