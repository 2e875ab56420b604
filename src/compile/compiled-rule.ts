/** A rule as closures. */
import type { CheckedRule, EffectVerb, ExceptionTerm, LayerName, Slot } from '../check/tree/checked.ts';
import type { CheckedScenario, TestCase } from '../check/tree/checked-tests.ts';
import type { SourcePlace } from '../check/tree/source-place.ts';
import type { Facts } from '../facts/facts.ts';
import type { Severity, UnsureAction } from '../vocabulary/kinds.ts';
import type { Binding, EffectCandidate } from './candidate.ts';
import type { Matcher } from './matcher.ts';

export interface CompiledRule {
  /** The rule before compiling: its matchers have their parts in the same order. */
  readonly checked: CheckedRule;
  readonly code: string;
  readonly effect: 'deny' | 'watch';
  readonly severity: Severity;
  readonly unsure: UnsureAction;
  readonly tags: readonly string[];
  readonly place: SourcePlace;
  /** Its layer, where there are several. */
  readonly layer: LayerName | undefined;
  /** The place of its layer's knowledge among `Program.views`. */
  readonly view: number;
  /** The objects that the rule is about; empty for a rule about fields alone. */
  readonly slots: readonly Slot[];
  /**
   * Sets of verbs: the rule holds only if the call does one of each set. Where it does not, the rest of the rule is not
   * even compiled. Empty for a rule with a `guard` that asks more than texts.
   */
  readonly needs: readonly (readonly EffectVerb[])[];
  readonly when: Matcher;
  /** The clauses of `when`, which all must hold; undefined where it has alternatives. */
  readonly fixedClauses: readonly SourcePlace[] | undefined;
  /** Undefined where nothing excuses. */
  readonly unless: Matcher | undefined;
  /** The parts of `unless` that come from exceptions. */
  readonly exceptions: readonly CompiledException[];
  /** The rule as its file says it, without exceptions; undefined where no exception touches it. */
  readonly alone: CompiledRule | undefined;
  /** The rule with one of its exceptions only. */
  withOnly(exception: string): CompiledRule;
  /**
   * The parts of `when` that do not ask what the call does: where they fail, no object is
   * looked for. Undefined where there are none, or no slots.
   */
  readonly guard: Matcher | undefined;
  /** For each slot the parts of `when` about its object alone: where one fails, the other objects do not matter. */
  readonly filters: readonly (readonly Matcher[])[];
  /** The parts of `when` that ask what the whole call does, and about no object; none for a rule without slots. */
  readonly ofWhole: readonly Matcher[];
  /** For a rule with one slot: the objects of a call that it could hold for. `undefined` in the list means “no object”. */
  choices(facts: Facts): readonly (EffectCandidate | undefined)[];
  /** `when` and `unless` with every `if … note` read as `skip`; only for rules that have one. */
  readonly withoutNotes: Clauses | undefined;
  /** The reason with its hint, for the person or agent who made the call. */
  reason(facts: Facts, binding: Binding): string;
  readonly tests: readonly TestCase[];
  readonly scenarios: readonly CheckedScenario[];
}

export interface Clauses {
  readonly when: Matcher;
  readonly unless: Matcher | undefined;
}

export interface CompiledException {
  readonly term: ExceptionTerm;
  readonly place: SourcePlace;
  readonly matcher: Matcher;
  /** What it excuses at any time. */
  readonly condition: Matcher;
}
