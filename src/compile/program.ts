/** A checked bundle made ready to decide: every rule a few closures. */
import { asksEffects } from '../check/asks-effects.ts';
import { asksMemory } from '../check/asks-memory.ts';
import type {
  CheckedBundle,
  CheckedException,
  CheckedExpression,
  CheckedLabel,
  CheckedLimit,
  CheckedRule,
  CheckedScenario,
  ClientPin,
  EffectVerb,
  ExceptionTerm,
  LayerName,
  Place,
  Slot,
  TestCase,
} from '../check/checked.ts';
import { conjunctsOf } from '../check/conjuncts.ts';
import { somePart } from '../check/some-part.ts';
import type { Circumstances } from '../facts/circumstances.ts';
import type { Effects } from '../facts/effect.ts';
import type { Event } from '../facts/event.ts';
import { deriveInLayers, type Facts } from '../facts/facts.ts';
import type { Knowledge } from '../facts/knowledge/knowledge.ts';
import { type Known, knownWith } from '../facts/known.ts';
import { type MemoryScope, type MemoryView, memoryScopes } from '../facts/memory-view.ts';
import type { Ended } from '../facts/way.ts';
import type { Severity, UnsureAction } from '../vocabulary/kinds.ts';
import type { Binding, Candidate } from './candidate.ts';
import { compileChoices } from './command-choices.ts';
import { other } from './compilation.ts';
import { compileCondition } from './condition.ts';
import { demandsOf, kindsOf } from './demand.ts';
import { type IndexPlan, planIndex, type Rest } from './index-plan.ts';
import { allOf, clausesOf, conjuncts, isLogic, type Matcher, oneOf, possibly, slotsOf } from './matcher.ts';
import { compileReason } from './reason.ts';
import { indexInTime, type RuleIndex } from './rule-index.ts';
import type { KeptBundle, RuleHead } from './rule-source.ts';

export interface Program {
  /** By code. */
  readonly rules: readonly CompiledRule[];
  /** Finds the rules that an event could concern. */
  readonly index: RuleIndex<CompiledRule>;
  /** By code. */
  readonly labels: readonly CompiledLabel[];
  /** By code. */
  readonly limits: readonly CompiledLimit[];
  /** By code. */
  readonly exceptions: readonly CheckedException[];
  /** The memories that there are; empty where every call is judged by itself. */
  readonly scopes: readonly MemoryScope[];
  /** Whether rules ask for earlier calls. If not, a memory keeps only the files that calls wrote. */
  readonly remembers: boolean;
  /** Whether it matters what is in the files that earlier calls wrote. */
  readonly followsFiles: boolean;
  /** What the configuration pins to clients. */
  readonly clients: readonly ClientPin[];
  /** Whether rules that deny are only recorded. */
  readonly watches?: boolean;
  /** What is known of commands and tools, with what the policies of the highest layer add. */
  readonly knowledge: Known;
  /** The same, and then what is known where lower layers add to it. */
  readonly views: readonly Known[];
}

/** A label, with the calls that set it. */
export interface CompiledLabel extends Omit<CheckedLabel, 'subject'> {
  readonly subject: CompiledRule;
  /** The same for what surely sets it. */
  readonly surely: CompiledRule;
  /** Of which calls that is asked: a label that waits for success is set by no others. */
  readonly ended: Ended;
  readonly memory: MemoryScope;
}

/** A limit, with the calls that count. */
export interface CompiledLimit extends Omit<CheckedLimit, 'subject'> {
  readonly subject: CompiledRule;
}

export interface CompiledRule {
  /** As it was before compiling: its matchers have their parts in the same order. */
  readonly checked: CheckedRule;
  readonly code: string;
  readonly effect: 'deny' | 'watch';
  readonly severity: Severity;
  readonly unsure: UnsureAction;
  readonly tags: readonly string[];
  readonly place: Place;
  /** Its layer, where there are several. */
  readonly layer: LayerName | undefined;
  /** The place of what its layer knows among `Program.views`. */
  readonly view: number;
  /** The objects that the rule is about; empty for a rule about fields alone. */
  readonly slots: readonly Slot[];
  /**
   * Verbs of each of which the call must do one for the rule to hold: where it does
   * none, nothing else of the rule need be compiled. Empty for a rule with a `guard`
   * that asks more than texts.
   */
  readonly needs: readonly (readonly EffectVerb[])[];
  readonly when: Matcher;
  /** The clauses of `when`, all of which have to hold; undefined where it has alternatives. */
  readonly fixedClauses: readonly Place[] | undefined;
  /** Undefined where nothing excuses. */
  readonly unless: Matcher | undefined;
  /** Those of `unless` that come from exceptions. */
  readonly exceptions: readonly CompiledException[];
  /** The rule as it stands in its file; undefined where no exceptions touch it, and it is the same. */
  readonly alone: CompiledRule | undefined;
  /** The rule with one of the exceptions that touch it, and without the others. */
  withOnly(exception: string): CompiledRule;
  /**
   * The parts of `when` that ask nothing about what the call does: where they fail,
   * no object need be looked for. Undefined where there are none, or no slots.
   */
  readonly guard: Matcher | undefined;
  /** For each slot the parts of `when` that are about it alone: where one fails, no other object matters. */
  readonly filters: readonly (readonly Matcher[])[];
  /** The parts of `when` that ask what the whole call does, whatever the objects are; none for a rule without slots. */
  readonly ofWhole: readonly Matcher[];
  /** For a rule with one slot: the objects of a call that it could hold for. `undefined` in the list means “no object”. */
  choices(effects: Effects): readonly (Candidate | undefined)[];
  /** The same two with every `if … note` read as `skip`; only for rules that have one. */
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
  readonly place: Place;
  readonly matcher: Matcher;
  /** What it excuses, whatever the time. */
  readonly condition: Matcher;
}

/**
 * Compiles a bundle. A defect of the checker, a bundle that passed and does not
 * compile, throws where the rule is first asked about: a fault, which denies.
 */
export const compile = (bundle: CheckedBundle): Program => compileKept(asKept(bundle));

/**
 * As `compile`, of rules that may be read when they are first asked about. `places`: where bylaw is on this machine, which
 * is no part of the bundle; where tests have it by default.
 */
export function compileKept(bundle: KeptBundle, places?: OwnPlaces): Program {
  const { labels, limits, exceptions = [], scopes, followsFiles, rules: source } = bundle;
  const { later = [], layers, clients = [] } = bundle;
  const excepted = new Set(exceptions.flatMap(({ rules: codes }) => codes));
  const views = [bundle.knowledge, ...later.map(({ knowledge }) => knowledge)].map((added) =>
    knownWith(added, places),
  );
  const seatOf = (layer = 0): Seat => {
    const view = later.filter((each) => each.layer <= layer).length;
    return { layer: layers?.[layer], view, known: views[view] ?? knownWith(bundle.knowledge, places) };
  };
  const rules = source.heads.map(
    (head, place) =>
      new RuleInUse(head, () => source.read(place), seatOf(head.layer), {
        hasExceptions: excepted.has(head.code),
      }),
  );
  // With knowledge of lower layers, the plan that is kept is empty.
  const planOfBundle = () => (bundle.later === undefined ? source.plan?.() : undefined);
  // What the index reads of a rule is not kept: few of them will ever be asked.
  const rest = (place: number): Rest => restOf(source.read(place), seatOf(source.heads[place]?.layer).known);
  const compileSubject = (rule: CheckedRule, surely?: Ended): CompiledRule =>
    new RuleInUse(headOf(rule), () => rule, seatOf(rule.layer), { surely });
  return {
    rules,
    index:
      views.length === 1
        ? indexInTime({ rules, restOf: rest, known: seatOf().known, plan: planOfBundle })
        : indexInViews(rules, rest, views),
    labels: labels.map((label) => {
      const { scope, subject, on, unlessTold } = label;
      const ended = unlessTold || on.some((each) => each !== 'ok') ? 'always' : 'on success';
      return {
        ...label,
        subject: compileSubject(subject),
        surely: compileSubject(subject, ended),
        ended,
        memory: scope === 'file' ? 'session' : scope,
      };
    }),
    limits: limits.map((limit) => ({ ...limit, subject: compileSubject(limit.subject) })),
    exceptions,
    scopes: scopes.length === 0 && followsFiles ? ['session'] : scopes,
    remembers: scopes.length > 0,
    followsFiles,
    clients,
    knowledge: seatOf().known,
    views,
  };
}

/** Where a rule stands: its layer, and what that knows. */
interface Seat {
  readonly layer: LayerName | undefined;
  readonly view: number;
  readonly known: Known;
}

/** An index for the rules of each view, which is asked with every reading that they have. */
function indexInViews(
  rules: readonly CompiledRule[],
  rest: (place: number) => Rest,
  views: readonly Known[],
): RuleIndex<CompiledRule> {
  const indexes = views.map((known, view) => {
    const places = rules.flatMap((rule, place) => (rule.view === view ? [place] : []));
    const own = places.flatMap((place) => rules[place] ?? []);
    return indexInTime({ rules: own, restOf: (at) => rest(places[at] ?? -1), known, plan: () => undefined });
  });
  return {
    reach(facts) {
      try {
        const found = indexes.flatMap((index, view) =>
          facts.readings(view).flatMap((reading) => index.reach(reading)),
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
  };
}

/** The path patterns of `@bylaw`. They are looked up once, and only if a rule uses them. */
export type OwnPlaces = () => readonly string[];

/** How policies are used, whatever is in them. */
export interface UseMode {
  /** What calls write to files is forgotten. */
  readonly forgetsFiles?: boolean | undefined;
  /** Nothing is denied: rules that would deny are recorded. */
  readonly watches?: boolean | undefined;
}

/** The same program in a mode. */
export function inMode(program: Program, { forgetsFiles = false, watches = false }: UseMode): Program {
  const { remembers, scopes, followsFiles } = program;
  return {
    ...program,
    scopes: forgetsFiles && !remembers ? [] : scopes,
    followsFiles: followsFiles && !forgetsFiles,
    watches,
  };
}

/** How a rule is found. */
const restOf = (rule: CheckedRule, known: Known): Rest => ({
  demands: demandsOf(rule, known),
  kinds: kindsOf(rule, known),
});

/** How the rules of a bundle are found, to be kept with them. */
export function planOf({ rules, knowledge, later }: CheckedBundle): IndexPlan {
  // The rules of each layer have an index of their own.
  if (later !== undefined) return planIndex([]);
  const known = knownWith(knowledge);
  return planIndex(rules.map((rule) => restOf(rule, known)));
}

/** A bundle as a program is compiled from it; its trees are the bundle's own. */
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
  return { ...bundle, scopes: scopesOf(bundle), followsFiles, rules: { heads: rules.map(headOf), read } };
}

const labelsAndLimits = ({ labels, limits }: CheckedBundle): readonly CheckedRule[] =>
  [...labels, ...limits].map(({ subject }) => subject);

const headOf = (rule: CheckedRule): RuleHead => ({
  code: rule.code,
  effect: rule.effect,
  needs: needsOf(rule),
  ...(rule.layer === undefined ? {} : { layer: rule.layer }),
});

/** The session's comes first: it answers for retries. */
function scopesOf({ rules, labels, limits }: CheckedBundle): MemoryScope[] {
  const asked = new Set<MemoryScope>([
    ...labels.map(({ scope }) => (scope === 'file' ? 'session' : scope)),
    ...limits.map(({ scope }) => scope),
  ]);
  const remembers = asked.size > 0 || rules.some(({ when, unless }) => [...when, ...unless].some(asksMemory));
  if (!remembers) return [];
  return ['session', ...memoryScopes.filter((scope) => scope !== 'session' && asked.has(scope))];
}

/** The facts of an event by what a program knows of commands and tools, by what is remembered, and in which circumstances. */
export const deriveFor = (
  { views }: Pick<Program, 'views'>,
  event: Event,
  memory?: MemoryView,
  circumstances?: Circumstances,
): Facts => deriveInLayers(event, views, memory, circumstances);

const none: readonly never[] = Object.freeze([]);

/** How a rule is used. */
interface RuleUse {
  /** Of a label's calls: which of them it is surely set by. */
  readonly surely?: Ended | undefined;
  /** Whether exceptions are among what excuses from it. */
  readonly hasExceptions?: boolean;
}

/** A rule that is read, and its conditions compiled, when they are first asked: most calls do nothing that most rules are about. */
class RuleInUse implements CompiledRule {
  readonly #head: RuleHead;
  readonly #seat: Seat;
  readonly #read: () => CheckedRule;
  readonly #use: RuleUse;
  #checked: CheckedRule | undefined;
  #clauses: Clauses | undefined;
  #withoutNotes: Clauses | undefined;
  #fixedClauses: { readonly are: readonly Place[] | undefined } | undefined;
  #shortcuts: Shortcuts | undefined;
  #reason: CompiledRule['reason'] | undefined;
  #exceptions: readonly CompiledException[] | undefined;
  #alone: CompiledRule | undefined;

  constructor(head: RuleHead, read: () => CheckedRule, seat: Seat, use: RuleUse = {}) {
    this.#head = head;
    this.#read = read;
    this.#use = use;
    this.#seat = seat;
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

  get needs(): RuleHead['needs'] {
    return this.#head.needs;
  }

  get layer(): LayerName | undefined {
    return this.#seat.layer;
  }

  get view(): number {
    return this.#seat.view;
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

  get place(): Place {
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

  get fixedClauses(): readonly Place[] | undefined {
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
    this.#alone ??= new RuleInUse(this.#head, () => withoutExceptions(this.checked), this.#seat);
    return this.#alone;
  }

  withOnly(exception: string): CompiledRule {
    const read = (): CheckedRule => withoutExceptions(this.checked, (code) => code !== exception);
    return new RuleInUse(this.#head, read, this.#seat, { hasExceptions: true });
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

  choices(effects: Effects): ReturnType<CompiledRule['choices']> {
    return this.#shortened().choices(effects);
  }

  get withoutNotes(): Clauses | undefined {
    if (!this.checked.absences.some(({ action }) => action === 'note')) return undefined;
    this.#withoutNotes ??= compileClauses(this.checked, this.#seat.known, true, this.#use.surely);
    return this.#withoutNotes;
  }

  reason(facts: Facts, binding: Binding): string {
    this.#reason ??= compileReason(this.checked);
    return this.#reason(facts, binding);
  }

  #compiled(): Clauses {
    this.#clauses ??= compileClauses(this.checked, this.#seat.known, false, this.#use.surely);
    return this.#clauses;
  }

  #shortened(): Shortcuts {
    this.#shortcuts ??= compileShortcuts(this.when, this.checked, this.#seat.known.commands);
    return this.#shortcuts;
  }
}

/** The exceptions among what excuses, which was compiled one by one. */
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

/** A rule as it stands in its file; where `isSuch` is given, only such exceptions are left out. */
export const withoutExceptions = (
  rule: CheckedRule,
  isSuch: (code: string) => boolean = () => true,
): CheckedRule => ({
  ...rule,
  unless: rule.unless.filter(
    (each) => each.kind !== 'condition' || each.exception === undefined || !isSuch(each.exception.code),
  ),
});

/**
 * The verbs of the effects without which `when` cannot hold, whatever else is asked of them. None where a field of the
 * event can settle it sooner; to look through all of its texts takes longer than to ask what it does.
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

/** What time it is is asked behind the effects. */
const asksTime = (part: CheckedExpression): boolean => somePart(part, ({ kind }) => kind === 'window');

const asksTexts = (part: CheckedExpression): boolean => part.kind === 'compare' && part.measure === 'text';

function compileClauses(
  { when, unless, absences, place }: CheckedRule,
  known: Known,
  notesSkip: boolean,
  surely: Ended | undefined,
): Clauses {
  const compilation = { absences, notesSkip, known, surely };
  const side = surely === undefined ? 'deny' : 'excuse';
  const excuses = unless.map((each) => compileCondition(each, other(side), compilation));
  const excuse = excuses.length === 0 ? undefined : oneOf(excuses, place);
  return {
    when: allOf(
      when.map((each) => compileCondition(each, side, compilation)),
      place,
    ),
    // Where an exception may hold, the label is not set for sure.
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
  return { guard: cheap.length === 0 ? undefined : allOf(cheap, place), filters, ofWhole, choices };
}
