/** Rules that are read and compiled when they are first asked. */
import type { CheckedRule, LayerName, Slot } from '../check/tree/checked.ts';
import type { CheckedScenario, TestCase } from '../check/tree/checked-tests.ts';
import type { SourcePlace } from '../check/tree/source-place.ts';
import type { Ended } from '../facts/effect/way.ts';
import type { Facts } from '../facts/facts.ts';
import type { Knowledge } from '../facts/knowledge/table/knowledge.ts';
import type { Known } from '../facts/known.ts';
import type { Severity, UnsureAction } from '../vocabulary/kinds.ts';
import type { Binding } from './candidate.ts';
import { compileChoices } from './command-choices.ts';
import { type ConditionMatchers, otherSide } from './compilation.ts';
import type { Clauses, CompiledException, CompiledRule } from './compiled-rule.ts';
import { compileCondition } from './condition.ts';
import type { KeptRuleHead } from './kept-bundle.ts';
import {
  allParts,
  anyPart,
  clausesOf,
  conjuncts,
  isLogic,
  type Matcher,
  possibly,
  slotsOf,
} from './matcher.ts';
import { compileReason } from './reason.ts';

/** The layer of a rule, and what that layer knows. */
export interface RuleLayer {
  /** Undefined where there is one layer only. */
  readonly name: LayerName | undefined;
  /** The place of its knowledge among `Program.views`. */
  readonly view: number;
  readonly known: Known;
  /** The conditions that rules with that knowledge share. */
  readonly conditions: ConditionMatchers;
}

/** How a rule is used. */
export interface RuleUse {
  /** For the calls of a label: those that surely set it. */
  readonly surely?: Ended | undefined;
  /** Whether some of its excuses come from exceptions. */
  readonly hasExceptions?: boolean;
}

/**
 * A rule that is read and compiled when it is first asked: most rules are about none of the calls that a process decides.
 * What it keeps depends on the rule only, and never on a call.
 */
export class LazyRule implements CompiledRule {
  readonly #head: KeptRuleHead;
  readonly #layer: RuleLayer;
  readonly #read: () => CheckedRule;
  readonly #use: RuleUse;
  #checked: CheckedRule | undefined;
  #clauses: Clauses | undefined;
  #withoutNotes: Clauses | undefined;
  #fixedClauses: { readonly are: readonly SourcePlace[] | undefined } | undefined;
  #shortcuts: Shortcuts | undefined;
  #reason: CompiledRule['reason'] | undefined;
  #exceptions: readonly CompiledException[] | undefined;
  #alone: CompiledRule | undefined;

  constructor(head: KeptRuleHead, read: () => CheckedRule, layer: RuleLayer, use: RuleUse = {}) {
    this.#head = head;
    this.#read = read;
    this.#use = use;
    this.#layer = layer;
  }

  get checked(): CheckedRule {
    this.#checked ??= this.#read();
    return this.#checked;
  }

  get code(): string {
    return this.#head.code;
  }

  get effect(): CheckedRule['effect'] {
    return this.#head.effect;
  }

  get needs(): KeptRuleHead['needs'] {
    return this.#head.needs;
  }

  get layer(): LayerName | undefined {
    return this.#layer.name;
  }

  get view(): number {
    return this.#layer.view;
  }

  get severity(): Severity {
    return this.checked.severity;
  }

  get unsure(): UnsureAction {
    return this.checked.unsure;
  }

  get tags(): readonly string[] {
    return this.checked.tags;
  }

  get place(): SourcePlace {
    return this.checked.place;
  }

  get slots(): readonly Slot[] {
    return this.checked.slots;
  }

  get tests(): readonly TestCase[] {
    return this.checked.tests;
  }

  get scenarios(): readonly CheckedScenario[] {
    return this.checked.scenarios;
  }

  get when(): Matcher {
    return this.#compiled().when;
  }

  get fixedClauses(): readonly SourcePlace[] | undefined {
    this.#fixedClauses ??= { are: clausesOf(this.when) };
    return this.#fixedClauses.are;
  }

  get unless(): Matcher | undefined {
    return this.#compiled().unless;
  }

  get exceptions(): readonly CompiledException[] {
    if (this.#use.hasExceptions !== true) return none;
    this.#exceptions ??= exceptionsOf(this.checked, this.unless);
    return this.#exceptions;
  }

  get alone(): CompiledRule | undefined {
    if (this.#use.hasExceptions !== true) return undefined;
    this.#alone ??= new LazyRule(this.#head, () => withoutExceptions(this.checked), this.#layer);
    return this.#alone;
  }

  withOnly(exception: string): CompiledRule {
    const read = (): CheckedRule => withoutExceptions(this.checked, (code) => code !== exception);
    return new LazyRule(this.#head, read, this.#layer, { hasExceptions: true });
  }

  get guard(): Matcher | undefined {
    return this.#shortened().guard;
  }

  get filters(): CompiledRule['filters'] {
    return this.#shortened().filters;
  }

  get ofWhole(): CompiledRule['ofWhole'] {
    return this.#shortened().ofWhole;
  }

  choices(facts: Facts): ReturnType<CompiledRule['choices']> {
    return this.#shortened().choices(facts);
  }

  get withoutNotes(): Clauses | undefined {
    if (!this.checked.absences.some(({ action }) => action === 'note')) return undefined;
    this.#withoutNotes ??= compileClauses(this.checked, this.#layer, true, this.#use.surely);
    return this.#withoutNotes;
  }

  reason(facts: Facts, binding: Binding): string {
    this.#reason ??= compileReason(this.checked);
    return this.#reason(facts, binding);
  }

  #compiled(): Clauses {
    this.#clauses ??= compileClauses(this.checked, this.#layer, false, this.#use.surely);
    return this.#clauses;
  }

  #shortened(): Shortcuts {
    this.#shortcuts ??= compileShortcuts(this.when, this.checked, this.#layer.known.commands);
    return this.#shortcuts;
  }
}

/** The exceptions of a rule, with their parts of its compiled `unless`. */
function exceptionsOf({ unless }: CheckedRule, compiled: Matcher | undefined): readonly CompiledException[] {
  const parts = compiled !== undefined && isLogic(compiled) ? compiled.parts : [];
  return unless.flatMap((each, at) => {
    const matcher = parts[at];
    const term = each.kind === 'condition' ? each.exception : undefined;
    if (term === undefined || matcher === undefined || !isLogic(matcher)) return [];
    const [condition = matcher] = matcher.parts;
    return [{ term, place: each.place, matcher, condition }];
  });
}

/** The rule as its file says it; with `isSuch` only such exceptions are left out. */
export const withoutExceptions = (
  rule: CheckedRule,
  isSuch: (code: string) => boolean = () => true,
): CheckedRule => ({
  ...rule,
  unless: rule.unless.filter(
    (each) => each.kind !== 'condition' || each.exception === undefined || !isSuch(each.exception.code),
  ),
});

function compileClauses(
  { when, unless, absences, place }: CheckedRule,
  { known, conditions }: RuleLayer,
  notesSkip: boolean,
  surely: Ended | undefined,
): Clauses {
  const compilation = { absences, notesSkip, known, conditions, surely };
  const side = surely === undefined ? 'deny' : 'excuse';
  const excuses = unless.map((each) => compileCondition(each, otherSide(side), compilation));
  const excuse = excuses.length === 0 ? undefined : anyPart(excuses, place);
  return {
    when: allParts(
      when.map((each) => compileCondition(each, side, compilation)),
      place,
    ),
    // A label is not surely set where an exception may hold.
    unless: excuse !== undefined && surely !== undefined ? possibly(excuse, place) : excuse,
  };
}

type Shortcuts = Pick<CompiledRule, 'guard' | 'filters' | 'ofWhole' | 'choices'>;

function compileShortcuts(when: Matcher, rule: CheckedRule, knowledge: Knowledge): Shortcuts {
  const { slots, place } = rule;
  const choices = compileChoices(rule, knowledge);
  if (slots.length === 0) return { guard: undefined, filters: [], ofWhole: [], choices };
  const parts = conjuncts(when);
  const cheap = parts.filter(({ asksEffects }) => !asksEffects);
  const filters = slots.map((_, slot) =>
    parts.filter((part) => {
      const asked = slotsOf(part);
      return asked.size === 1 && asked.has(slot);
    }),
  );
  const ofWhole = parts.filter((part) => part.asksEffects && slotsOf(part).size === 0);
  return { guard: cheap.length === 0 ? undefined : allParts(cheap, place), filters, ofWhole, choices };
}

const none: readonly never[] = Object.freeze([]);
