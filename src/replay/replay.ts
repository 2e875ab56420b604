/**
 * Decides recorded calls, one after the other, by policies that were not in force: with the same engine, a
 * separate memory, and the times of the records. It compares the answers with the recorded ones, or with
 * those of other policies for the same calls. It reads and writes nothing; calls that cannot be replayed or
 * compared are counted.
 */
import type { Program } from '../compile/program.ts';
import type { Decision } from '../engine/decision.ts';
import { Engine, memoryCode } from '../engine/engine.ts';
import type { ImmediateMemoryStore } from '../engine/memory-store.ts';
import type { Digest } from '../engine/scope-key.ts';
import {
  type ChangeGroup,
  ChangeGroups,
  type Example,
  type ExampleAnswer,
  type ExampleUnknown,
} from './change-groups.ts';
import { type AnswerChange, type ChangeKind, changeKinds, compare } from './compare.ts';
import { type DayCount, DayCounts, dayOf } from './day-counts.ts';
import { fewUnsure } from './few-unsure.ts';
import type { Selection } from './selection.ts';
import {
  type Answer,
  type AskedStep,
  type LostStep,
  type ReplayObstacle,
  type ReplayStep,
  replayObstacles,
} from './step.ts';

/** What the answers of the candidate are compared with. */
export type Baseline = 'record' | 'policies' | 'nothing';

export interface ReplayOptions {
  readonly candidate: Program;
  /** The digest of the candidate's policies, as a log has it. */
  readonly policies?: string;
  /** Compare with these instead of the record. */
  readonly against?: Program | undefined;
  readonly selection: Selection;
  /** How many examples each group has at most. */
  readonly examples: number;
  /** Makes an empty memory; called once for each set of policies. */
  openStore(): ImmediateMemoryStore;
  readonly digest: Digest;
}

export interface DayReport {
  readonly day: string;
  readonly compared: number;
  readonly changed: number;
}

export interface ReplayReport {
  /** Calls that were compared, retries left out. */
  readonly compared: number;
  /** Those of them with a change of any kind. */
  readonly changed: number;
  /** How many calls changed in each way; one call may change in two. */
  readonly kinds: Readonly<Record<ChangeKind, number>>;
  readonly days: readonly DayReport[];
  readonly groups: readonly ChangeGroup[];
  /** Changes in no group, because there would be too many. */
  readonly ungrouped: number;
  /** Calls with so many rules that become unsure, or sure, that these changes are in no group. */
  readonly unsureForMany: number;
  /** Retries of a call that was compared, or that came before those. */
  readonly retries: number;
  /** Calls that are partly masked: how many were compared, and how many changed. */
  readonly masked: { readonly compared: number; readonly changed: number };
  /** Calls that the very policies of the candidate answered then: how many were compared, and how many changed. */
  readonly samePolicies: { readonly compared: number; readonly changed: number };
  readonly notReplayed: Readonly<Record<ReplayObstacle, number>>;
  readonly notCompared: {
    /** Denied then because the memory could not be read, whatever the policies say. */
    readonly memoryFailed: number;
    /** Retries of calls that are not in the log. */
    readonly retryAlone: number;
  };
  /** Reports of how calls ended, and how many of them were not kept. */
  readonly outcomes: { readonly observed: number; readonly lost: number };
  /** Calls that the filters left out. */
  readonly filtered: number;
  /**
   * How often each exception of the candidate was used on the calls that were compared; those that were
   * never used are here with 0.
   */
  readonly exceptions: Readonly<Record<string, number>>;
  /** Sessions that were removed to keep the memory within its bounds. */
  readonly forgotten: number;
  /** The times of the first and the last compared call. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The most characters of an input, and of a reason, in an example. */
const longestText = 300;

export class Replay {
  readonly #options: ReplayOptions;
  readonly #stores: readonly ImmediateMemoryStore[];
  readonly #candidate: Engine;
  readonly #against: Engine | undefined;
  readonly #groups: ChangeGroups;
  readonly #kinds = zeros(changeKinds);
  readonly #notReplayed = zeros(replayObstacles);
  readonly #comparedOn = new DayCounts();
  readonly #changedOn = new DayCounts();
  readonly #uses: Map<string, number>;
  #now = 0;
  #compared = 0;
  #changed = 0;
  #retries = 0;
  #maskedCompared = 0;
  #maskedChanged = 0;
  #sameCompared = 0;
  #sameChanged = 0;
  #memoryFailed = 0;
  #retryAlone = 0;
  #observed = 0;
  #outcomesLost = 0;
  #filtered = 0;
  #unsureForMany = 0;
  #from: number | undefined;
  #to: number | undefined;

  constructor(options: ReplayOptions) {
    this.#options = options;
    const stores: ImmediateMemoryStore[] = [];
    const engineOf = (program: Program): Engine => {
      const store = options.openStore();
      stores.push(store);
      const now = (): number => this.#now;
      return new Engine({ program, now, memory: { store, now, digest: options.digest } });
    };
    this.#candidate = engineOf(options.candidate);
    this.#against = options.against && engineOf(options.against);
    this.#stores = stores;
    this.#uses = new Map(options.candidate.exceptions.map(({ code }) => [code, 0]));
    this.#groups = new ChangeGroups({ examples: options.examples });
  }

  /** Takes the next step, in the order of time. Never throws. */
  take(step: ReplayStep): void {
    const { selection } = this.#options;
    if (!selection.needs(step.about)) {
      if (step.kind === 'asked' || (step.kind === 'lost' && step.of === 'call')) this.#filtered++;
      return;
    }
    this.#now = step.about.at;
    switch (step.kind) {
      case 'ended':
        this.#observed++;
        this.#candidate.observe(step.event, { client: step.client });
        this.#against?.observe(step.event, { client: step.client });
        return;
      case 'lost':
        this.#lose(step);
        return;
      case 'asked':
        this.#ask(step);
        return;
      default:
        step satisfies never;
    }
  }

  #lose({ of, why, about }: LostStep): void {
    if (of === 'outcome') this.#outcomesLost++;
    else if (this.#options.selection.has(about)) this.#notReplayed[why]++;
    else this.#filtered++;
  }

  #ask(step: AskedStep): void {
    const after = this.#candidate.decide(step.event, { client: step.client });
    const before = this.#against?.decide(step.event, { client: step.client });
    if (!this.#options.selection.has(step.about)) this.#filtered++;
    else if (after.repeated === true) this.#retries++;
    else if (step.repeated) this.#retryAlone++;
    else if (before === undefined && step.recorded?.code === memoryCode) this.#memoryFailed++;
    else this.#compare(step, before, after);
  }

  #compare(step: AskedStep, against: Decision | undefined, decision: Decision): void {
    const { at } = step.about;
    const day = dayOf(at);
    const before = against === undefined ? (step.recorded ?? nothing) : answerOf(against);
    const after = answerOf(decision);
    this.#compared++;
    for (const code of new Set(decision.excused?.map(({ exception }) => exception)))
      this.#uses.set(code, (this.#uses.get(code) ?? 0) + 1);
    this.#comparedOn.add(day);
    this.#from ??= at;
    this.#to = at;
    if (step.masked) this.#maskedCompared++;
    const { policies } = this.#options;
    const isSame = against === undefined && policies !== undefined && step.recorded?.policies === policies;
    if (isSame) this.#sameCompared++;
    const changes = compare(before, after);
    if (changes.length === 0) return;
    this.#changed++;
    this.#changedOn.add(day);
    if (step.masked) this.#maskedChanged++;
    if (isSame) this.#sameChanged++;
    for (const kind of new Set(changes.map((change) => change.kind))) this.#kinds[kind]++;
    const { tool, session } = step.event;
    const changed = {
      at,
      tool: tool?.name ?? '',
      agent: session?.agent?.type ?? session?.agent?.id ?? null,
      masked: step.masked,
      example: (change: AnswerChange): Example =>
        exampleOf(step, change, { ...before, reason: against?.reason ?? null }, decision),
    };
    const isUnsure = ({ kind }: AnswerChange): boolean =>
      kind === 'newly-unsure' || kind === 'no-longer-unsure';
    const isForMany = changes.filter(isUnsure).length > fewUnsure;
    if (isForMany) this.#unsureForMany++;
    for (const change of changes) if (!isForMany || !isUnsure(change)) this.#groups.add(change, changed);
  }

  /** The result so far. */
  get report(): ReplayReport {
    const changedOn = new Map(this.#changedOn.list.map(({ day, events }) => [day, events] as const));
    return {
      compared: this.#compared,
      changed: this.#changed,
      kinds: { ...this.#kinds },
      days: this.#comparedOn.list.map(({ day, events }: DayCount) => ({
        day,
        compared: events,
        changed: changedOn.get(day) ?? 0,
      })),
      groups: this.#groups.list,
      ungrouped: this.#groups.ungrouped,
      unsureForMany: this.#unsureForMany,
      retries: this.#retries,
      masked: { compared: this.#maskedCompared, changed: this.#maskedChanged },
      samePolicies: { compared: this.#sameCompared, changed: this.#sameChanged },
      notReplayed: { ...this.#notReplayed },
      notCompared: { memoryFailed: this.#memoryFailed, retryAlone: this.#retryAlone },
      outcomes: { observed: this.#observed, lost: this.#outcomesLost },
      filtered: this.#filtered,
      exceptions: Object.fromEntries(this.#uses),
      forgotten: Math.max(0, ...this.#stores.map(({ size }) => size.evicted)),
      from: this.#from === undefined ? null : new Date(this.#from).toISOString(),
      to: this.#to === undefined ? null : new Date(this.#to).toISOString(),
    };
  }
}

/** The answer if there is no second program. */
const nothing: Answer = { effect: 'none', code: null, unsure: [] };

const zeros = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

const answerOf = ({ effect, code, unsure }: Decision): Answer => ({
  effect,
  code: code ?? null,
  unsure: unsure.map((finding) => finding.code),
});

function exampleOf(
  { about, event, masked }: AskedStep,
  change: AnswerChange,
  before: Answer & Pick<ExampleAnswer, 'reason'>,
  after: Decision,
): Example {
  return {
    place: about.place,
    time: new Date(about.at).toISOString(),
    source: cut(about.source),
    session: about.session === null ? null : cut(about.session),
    id: cut(event.id),
    input: cut(textOf(event.tool?.input ?? {})),
    before: { effect: before.effect, code: before.code, reason: before.reason && cut(before.reason) },
    after: { effect: after.effect, code: after.code ?? null, reason: cut(after.reason ?? '') || null },
    unknowns: change.kind === 'newly-unsure' ? unknownsOf(change.rule, after) : [],
    masked,
  };
}

function unknownsOf(rule: string, { unsure }: Decision): readonly ExampleUnknown[] {
  const finding = unsure.find(({ code }) => code === rule);
  return (finding?.unknowns ?? [])
    .slice(0, 3)
    .map(({ field, cause, detail }) => ({ field, cause, detail: detail === undefined ? null : cut(detail) }));
}

/** An event that JSON cannot represent is still decided. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);
