/** A checked bundle made ready to decide: each rule a few closures, and an index of the rules. */
import type {
  CheckedBundle,
  CheckedException,
  CheckedLabel,
  CheckedLimit,
  CheckedRule,
  ClientPin,
} from '../check/tree/checked.ts';
import type { Circumstances } from '../facts/circumstances.ts';
import type { Ended } from '../facts/effect/way.ts';
import type { Event } from '../facts/event/event.ts';
import { deriveInLayers, type Facts } from '../facts/facts.ts';
import { type Known, knownWith } from '../facts/known.ts';
import type { MemoryScope, MemoryView } from '../facts/memory-view.ts';
import { askFieldsOnce } from '../rule-index/field-question.ts';
import type { RuleKeys } from '../rule-index/index-plan.ts';
import type { CompiledRule } from './compiled-rule.ts';
import { asKept, type DenialQuestion, headOf, type KeptBundle } from './kept-bundle.ts';
import { LazyRule, type RuleLayer } from './lazy-rule.ts';
import { indexOneView, indexViews, keysOfRule, type ProgramIndex } from './program-index.ts';
import { isCodeOf } from './remembered.ts';
import { SharedConditions } from './shared-conditions.ts';

export interface Program {
  /** By code. */
  readonly rules: readonly CompiledRule[];
  /** Finds the rules that can concern a call. */
  readonly index: ProgramIndex;
  /** By code. */
  readonly labels: readonly CompiledLabel[];
  /** By code. */
  readonly limits: readonly CompiledLimit[];
  /** By code. */
  readonly exceptions: readonly CheckedException[];
  /** The memories that the program uses; empty where every call is judged by itself. */
  readonly scopes: readonly MemoryScope[];
  /** The denials that rules count. */
  readonly denials: readonly CountedDenials[];
  /** Whether rules ask for earlier calls. If not, a memory keeps only the files that calls wrote. */
  readonly remembers: boolean;
  /** Whether the content of files that earlier calls wrote matters. */
  readonly followsFiles: boolean;
  /** What the configuration pins to clients. */
  readonly clients: readonly ClientPin[];
  /** Whether rules that deny are only recorded. */
  readonly watches?: boolean;
  /** The built-in knowledge of commands and tools, with what the policies of the highest layer add. */
  readonly knowledge: Known;
  /** The knowledge of each layer that adds to it, the highest first. */
  readonly views: readonly Known[];
}

/** `denied 3 times within 5m by "com.example.*"`, wherever it is asked. */
interface CountedDenials extends Pick<DenialQuestion, 'times' | 'within'> {
  readonly isOne: (code: string) => boolean;
}

/** A label, with the calls that set it. */
export interface CompiledLabel extends Omit<CheckedLabel, 'subject'> {
  readonly subject: CompiledRule;
  /** The calls that surely set it. */
  readonly surely: CompiledRule;
  /** The calls that can set it: only successful ones where it waits for success. */
  readonly ended: Ended;
  readonly memory: MemoryScope;
  /** The place of its layer; 0 is the highest. */
  readonly layer: number;
}

/** A limit, with the calls that count. */
export interface CompiledLimit extends Omit<CheckedLimit, 'subject'> {
  readonly subject: CompiledRule;
}

/**
 * Compiles a bundle. A rule that passed the checks and does not compile is a defect of the checker: it throws when it is
 * first asked, which is a fault, and a fault denies.
 */
export const compile = (bundle: CheckedBundle): Program => compileKept(asKept(bundle));

/**
 * As `compile`, for rules that are read when they are first asked. `places`: where bylaw is on this machine, which is no part
 * of the bundle; by default where tests have it.
 */
export function compileKept(bundle: KeptBundle, places?: OwnPlaces): Program {
  const { labels, limits, exceptions = [], scopes, denials, followsFiles, rules: source } = bundle;
  const { later = [], layers, clients = [] } = bundle;
  const excepted = new Set(exceptions.flatMap(({ rules: codes }) => codes));
  const views = [bundle.knowledge, ...later.map(({ knowledge }) => knowledge)].map((added) =>
    knownWith(added, places),
  );
  const conditions = views.map(() => new SharedConditions());
  const layerOf = (layer = 0): RuleLayer => {
    const view = later.filter((each) => each.layer <= layer).length;
    return {
      name: layers?.[layer],
      view,
      known: views[view] ?? knownWith(bundle.knowledge, places),
      conditions: conditions[view] ?? new SharedConditions(),
    };
  };
  const rules = source.heads.map(
    (head, place) =>
      new LazyRule(head, () => source.read(place), layerOf(head.layer), {
        hasExceptions: excepted.has(head.code),
      }),
  );
  // The tree that the index reads is not kept: calls ask few of the rules.
  const ask = askFieldsOnce();
  const keysOf = (place: number): RuleKeys =>
    keysOfRule(source.read(place), layerOf(source.heads[place]?.layer).known, ask);
  // With knowledge of lower layers, the plan that is kept is empty.
  const plan = () => (bundle.later === undefined ? source.plan?.() : undefined);
  const compileSubject = (rule: CheckedRule, surely?: Ended): CompiledRule =>
    new LazyRule(headOf(rule), () => rule, layerOf(rule.layer), { surely });
  return {
    rules,
    index:
      views.length === 1
        ? indexOneView({ rules, keysOf, known: layerOf().known, plan })
        : indexViews(rules, keysOf, views),
    labels: labels.map((label) => {
      const { scope, subject, on, orUnknown } = label;
      const ended = orUnknown || on.some((each) => each !== 'ok') ? 'always' : 'on success';
      return {
        ...label,
        subject: compileSubject(subject),
        surely: compileSubject(subject, ended),
        ended,
        memory: scope === 'file' ? 'session' : scope,
        layer: subject.layer ?? 0,
      };
    }),
    limits: limits.map((limit) => ({ ...limit, subject: compileSubject(limit.subject) })),
    exceptions,
    scopes: scopes.length === 0 && followsFiles ? ['session'] : scopes,
    denials: denials.map(({ times, within, by }) => ({ times, within, isOne: isCodeOf(by) })),
    remembers: scopes.length > 0,
    followsFiles,
    clients,
    knowledge: layerOf().known,
    views,
  };
}

/** The path patterns of `@bylaw`. They are looked up once, and only if a rule uses them. */
export type OwnPlaces = () => readonly string[];

/** How a process uses policies, whatever is in them. */
export interface UseMode {
  /** The process decides one call: it asks every rule, and makes no index. */
  readonly once?: boolean | undefined;
  /** What calls write to files is forgotten. */
  readonly forgetsFiles?: boolean | undefined;
  /** Nothing is denied: rules that would deny are recorded. */
  readonly watches?: boolean | undefined;
}

/** The same program in a mode. */
export function inMode(
  program: Program,
  { once = false, forgetsFiles = false, watches = false }: UseMode,
): Program {
  const { index, remembers, scopes, followsFiles } = program;
  return {
    ...program,
    index: once ? index.forOneCall() : index,
    scopes: forgetsFiles && !remembers ? [] : scopes,
    followsFiles: followsFiles && !forgetsFiles,
    watches,
  };
}

/** The facts of an event by a program's knowledge of commands and tools, beside a memory, and in given circumstances. */
export const deriveFor = (
  { views }: Pick<Program, 'views'>,
  event: Event,
  memory?: MemoryView,
  circumstances?: Circumstances,
): Facts => deriveInLayers(event, views, memory, circumstances);
