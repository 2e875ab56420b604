/**
 * What an engine with a memory must answer, worked out the slow way: everything that
 * ever happened is kept, and every question is answered by going through all of it
 * again. Nothing is shared with the source but names. Two things are as the source
 * says: the clock of a memory never goes back, and after a day without news a call
 * stays as it is.
 */
import type { CallOutcome } from '../../src/engine/memory.ts';
import type { DenialsSpec, LabelSpec, LimitSpec, PolicySpec, RuleSpec, Scope } from './memory-policy.ts';

/** A call as the model knows it. */
export interface ModelCall {
  /** The token that brings it; undefined where nothing is proved. */
  readonly client: string | undefined;
  readonly source: string;
  readonly session: string | undefined;
  readonly agent: string | undefined;
  /** Undefined where the workspace is withheld. */
  readonly roots: readonly string[] | undefined;
  readonly cwd: string | undefined;
  readonly id: string;
  readonly call: string | undefined;
  readonly tool: string;
  /** Of `Write`, `Bash` and `Copy`: the file that it writes or runs. */
  readonly path: string;
  /** Of `Copy`: the file whose content goes there. */
  readonly from: string;
}

export interface ModelAnswer {
  readonly effect: 'deny' | 'none';
  readonly code: string | undefined;
  readonly reason: string | undefined;
}

/** Something that was taken note of, in one memory. */
type Fact =
  | {
      readonly kind: 'call';
      readonly at: number;
      readonly event: string;
      /** The whole call as text: a retry is the same text. */
      readonly text: string;
      readonly call: string | undefined;
      readonly path: string;
      readonly answer: ModelAnswer;
      /** Of all rules that denied it. */
      readonly codes: readonly string[];
      readonly labels: readonly string[];
      /** Labels that the file has from another one; `sure`: if the call succeeds. */
      readonly copied: readonly { readonly label: string; readonly sure: boolean; readonly until: number }[];
      readonly limits: readonly string[];
    }
  | { readonly kind: 'outcome'; readonly at: number; readonly call: string; readonly outcome: CallOutcome };

type CallFact = Extract<Fact, { kind: 'call' }>;

interface Ending {
  readonly outcome: CallOutcome;
  readonly at: number;
}

interface History {
  readonly calls: readonly { readonly fact: CallFact; readonly endings: readonly Ending[] }[];
  /** Outcomes of calls that are not known yet. */
  readonly early: readonly Extract<Fact, { kind: 'outcome' }>[];
}

const day = 24 * 60 * 60 * 1000;
const none: ModelAnswer = { effect: 'none', code: undefined, reason: undefined };

export class MemoryModel {
  readonly #policy: PolicySpec;
  readonly #facts = new Map<string, Fact[]>();
  /** Of the process that runs now: the last call of each id, and its answer. */
  #answers = new Map<string, { readonly text: string; readonly answer: ModelAnswer }>();

  constructor(policy: PolicySpec) {
    this.#policy = policy;
  }

  restart(): void {
    this.#answers = new Map();
  }

  decide(call: ModelCall, now: number): ModelAnswer & { readonly repeated: boolean } {
    const event = eventOf(call);
    const text = JSON.stringify(call);
    const last = this.#answers.get(event);
    if (last?.text === text) return { ...last.answer, repeated: true };
    const session = this.#at('session', call, now);
    const known = session.history.calls.filter(
      ({ fact }) => fact.event === event && fact.at > session.time - day,
    );
    const first = known.find(({ fact }) => fact.text === text);
    const earlier = [last?.answer, ...known.map(({ fact }) => fact.answer)];
    const denial = earlier.find((answer) => answer?.effect === 'deny');
    const milder = (answer: ModelAnswer): ModelAnswer =>
      answer.effect === 'none' ? (denial ?? none) : answer;
    const { codes, ...own } = this.#evaluate(call, now);
    const answer = first === undefined ? milder(own) : first.fact.answer;
    if (first === undefined) {
      // An answer that was given before stands for the rule that gave it.
      const denied = answer.code === undefined || codes.includes(answer.code) ? codes : [answer.code];
      this.#note(call, event, text, answer, denied, now);
    }
    const given = last?.answer.effect === 'deny' && answer.effect === 'none' ? last.answer : answer;
    this.#answers.set(event, { text, answer: given });
    return { ...given, repeated: first !== undefined && given === answer };
  }

  observe(call: ModelCall, outcome: CallOutcome, now: number): void {
    const id = callOf(call);
    if (id === undefined) return;
    for (const scope of scopes) {
      const { facts, history, time } = this.#at(scope, call, now);
      const known = history.calls.filter(({ fact }) => fact.call === id && fact.at > time - day);
      const early = history.early.filter((each) => each.call === id && each.at > time - day);
      const news =
        known.length > 0 ? known.some(({ endings }) => isNews(endings, outcome)) : isNews(early, outcome);
      if (news) facts.push({ kind: 'outcome', at: time, call: id, outcome });
    }
  }

  /** When a label was last set, and is still; undefined where it is not. */
  since(name: string, call: ModelCall, now: number, path?: string): number | undefined {
    const label = this.#labelOf(name);
    const { history, time } = this.#at(memoryOf(label), call, now);
    const times = history.calls
      .filter(({ fact }) => fact.labels.includes(name) && (path === undefined || fact.path === path))
      .flatMap(({ fact, endings }) => timesSet(label, fact.at, endings))
      .filter((since) => label.lasts === null || since + label.lasts > time);
    return times.length === 0 ? undefined : Math.max(...times);
  }

  /** Whether a file has a label, by a call that wrote it or by one that copied another file: surely, perhaps, or not. */
  onFile(name: string, path: string, call: ModelCall, now: number): 'yes' | 'perhaps' | 'no' {
    const ends = this.#endsOnFile(name, path, call, now);
    return ends.sure !== undefined ? 'yes' : ends.perhaps !== undefined ? 'perhaps' : 'no';
  }

  /** When a file loses a label that it surely has, or only perhaps; undefined where it has not. */
  #endsOnFile(
    name: string,
    path: string,
    call: ModelCall,
    now: number,
  ): { readonly sure: number | undefined; readonly perhaps: number | undefined } {
    const label = this.#labelOf(name);
    const { history, time } = this.#at('session', call, now);
    const latest = (ends: readonly number[]): number | undefined => {
      const lasting = ends.filter((end) => end > time);
      return lasting.length === 0 ? undefined : Math.max(...lasting);
    };
    const since = this.since(name, call, now, path);
    const own = since === undefined ? [] : [since + (label.lasts ?? Number.POSITIVE_INFINITY)];
    const isWaiting = label.outcome !== undefined && label.orUnknown !== true;
    const sure: number[] = [...own];
    const perhaps: number[] = [];
    for (const { fact, endings } of history.calls) {
      const copies = fact.path === path ? fact.copied.filter((each) => each.label === name) : [];
      const has = (outcome: CallOutcome): boolean => endings.some((ending) => ending.outcome === outcome);
      for (const copy of copies) {
        const isTold = endings.length > 0;
        if (copy.sure && (has('ok') || (!isTold && !isWaiting))) sure.push(copy.until);
        if (has('error') || (!isTold && (isWaiting || !copy.sure)) || (has('ok') && !copy.sure))
          perhaps.push(copy.until);
      }
    }
    return { sure: latest(sure), perhaps: latest(perhaps) };
  }

  #labelOf(name: string): LabelSpec {
    const label = this.#policy.labels.find((each) => each.name === name);
    if (label === undefined) throw new Error(`no label ${name}`);
    return label;
  }

  /** When the next call may happen; undefined where it may now. */
  retryAt({ name, most, period, per }: LimitSpec, call: ModelCall, now: number): number | undefined {
    const { history, time } = this.#at(per, call, now);
    const times = history.calls
      .filter(({ fact, endings }) => fact.limits.includes(name) && endings.at(-1)?.outcome !== 'denied')
      .map(({ fact }) => fact.at)
      .filter((at) => at > time - period)
      .sort((a, b) => a - b);
    const oldest = times[times.length - most];
    return oldest === undefined ? undefined : oldest + period;
  }

  denials(scope: Scope, { within, by }: DenialsSpec, call: ModelCall, now: number): number {
    const { history, time } = this.#at(scope, call, now);
    return history.calls.filter(
      ({ fact: { at, answer, codes } }) =>
        answer.effect === 'deny' && at > time - within && (by === undefined || codes.includes(by)),
    ).length;
  }

  #evaluate(call: ModelCall, now: number): ModelAnswer & { readonly codes: readonly string[] } {
    const limits = this.#policy.limits.flatMap((limit) => {
      const next = this.#holds(limit, 'session', 0, call, now) ? this.retryAt(limit, call, now) : undefined;
      return next === undefined
        ? []
        : [{ name: limit.name, grave: false, reason: `next at ${secondsUp(next)}` }];
    });
    const rules = this.#policy.rules
      .filter((rule) => this.#holds(rule, 'session', 0, call, now) && this.#runsOne(rule, call, now))
      .map(({ name, severity }) => ({ name, grave: severity === 'high', reason: name }));
    const denying = [...limits, ...rules].sort((a, b) => (a.name < b.name ? -1 : 1));
    const gravest = denying.find(({ grave }) => grave) ?? denying[0];
    if (gravest === undefined) return { ...none, codes: [] };
    const codes = denying.map(({ name }) => `com.example.${name}`);
    return { effect: 'deny', code: `com.example.${gravest.name}`, reason: gravest.reason, codes };
  }

  /** A rule that is unsure denies where it is a grave one. */
  #runsOne({ runsFile, severity }: RuleSpec, call: ModelCall, now: number): boolean {
    const has = runsFile === undefined ? 'yes' : this.onFile(runsFile, call.path, call, now);
    return has === 'yes' || (has === 'perhaps' && severity === 'high');
  }

  #copiedBy(call: ModelCall, now: number): Extract<Fact, { kind: 'call' }>['copied'] {
    // A file that is copied to itself is as it was.
    if (call.tool !== 'Copy' || call.from === call.path) return [];
    return this.#policy.labels
      .filter(({ on }) => on === 'file')
      .flatMap(({ name }) => {
        const { sure, perhaps } = this.#endsOnFile(name, call.from, call, now);
        return [
          ...(sure === undefined ? [] : [{ label: name, sure: true, until: sure }]),
          ...(perhaps === undefined ? [] : [{ label: name, sure: false, until: perhaps }]),
        ];
      });
  }

  /** `own`: denials that are not noted yet. */
  #holds(
    { tools, denied, whileSet, unlessSet }: LabelSpec | LimitSpec | RuleSpec,
    scope: Scope,
    own: number,
    call: ModelCall,
    now: number,
  ): boolean {
    if (tools.length > 0 && !tools.includes(call.tool)) return false;
    if (denied !== undefined && this.denials(scope, denied, call, now) + own < denied.times) return false;
    if (whileSet !== undefined && this.since(whileSet, call, now) === undefined) return false;
    return unlessSet === undefined || this.since(unlessSet, call, now) === undefined;
  }

  #note(
    call: ModelCall,
    event: string,
    text: string,
    answer: ModelAnswer,
    codes: readonly string[],
    now: number,
  ): void {
    const labels = this.#policy.labels.filter((label) => {
      const by = label.denied?.by;
      const own = answer.effect === 'deny' && (by === undefined || codes.includes(by)) ? 1 : 0;
      return this.#holds(label, memoryOf(label), own, call, now);
    });
    const limits = this.#policy.limits.filter((limit) => this.#holds(limit, 'session', 0, call, now));
    const copied = this.#copiedBy(call, now);
    for (const scope of scopes) {
      const { facts, history, time } = this.#at(scope, call, now);
      const counted = history.calls.some(
        ({ fact }) => fact.event === event && fact.text === text && fact.at > time - day,
      );
      if (counted) continue;
      facts.push({
        ...{ kind: 'call', at: time, event, text, call: callOf(call), path: call.path, answer, codes },
        labels: labels.filter((label) => memoryOf(label) === scope).map(({ name }) => name),
        copied: scope === 'session' ? copied : [],
        limits: limits.filter(({ per }) => per === scope).map(({ name }) => name),
      });
    }
  }

  #at(
    scope: Scope,
    call: ModelCall,
    now: number,
  ): { readonly facts: Fact[]; readonly history: History; readonly time: number } {
    const key = JSON.stringify([scope, ...partsOf(scope, call)]);
    const facts = this.#facts.get(key) ?? [];
    this.#facts.set(key, facts);
    return { facts, history: historyOf(facts), time: Math.max(now, ...facts.map(({ at }) => at)) };
  }
}

const scopes: readonly Scope[] = ['session', 'source', 'workspace', 'agent', 'client'];
const memoryOf = ({ on }: LabelSpec): Scope => (on === 'file' ? 'session' : on);
const eventOf = ({ source, id }: ModelCall): string => JSON.stringify([source, id]);
const callOf = ({ source, session, call }: ModelCall): string | undefined =>
  call === undefined ? undefined : JSON.stringify([source, session ?? null, call]);

function partsOf(
  scope: Scope,
  { client, source, session, agent, roots, cwd }: ModelCall,
): readonly unknown[] {
  const whose = client ?? null;
  if (scope === 'client') return [whose];
  if (scope === 'source') return [whose, source];
  if (scope === 'session') return [whose, source, session ?? null];
  if (scope === 'agent') return [whose, source, session ?? null, agent ?? null];
  return [whose, source, roots ?? cwd ?? null];
}

/** What became of every call, by all that was noted, in order. */
function historyOf(facts: readonly Fact[]): History {
  const calls: { fact: CallFact; endings: Ending[] }[] = [];
  let early: Extract<Fact, { kind: 'outcome' }>[] = [];
  for (const fact of facts) {
    if (fact.kind === 'call') {
      const { at, answer } = fact;
      const endings: Ending[] = answer.effect === 'deny' ? [{ outcome: 'denied', at }] : [];
      const told = early.find(({ call, at: when }) => call === fact.call && when > at - day);
      if (told !== undefined && isNews(endings, told.outcome)) endings.push({ outcome: told.outcome, at });
      early = early.filter(({ call }) => call !== fact.call);
      calls.push({ fact, endings });
      continue;
    }
    const { call, outcome, at } = fact;
    const known = calls.filter(({ fact: each }) => each.call === call && each.at > at - day);
    for (const { endings } of known) if (isNews(endings, outcome)) endings.push({ outcome, at });
    if (known.length === 0) early = [...early.filter((each) => each.call !== call), fact];
  }
  return { calls, early };
}

/** News is what tells of more that has happened: nothing, then a failure, then a success. */
function isNews(endings: readonly Pick<Ending, 'outcome'>[], outcome: CallOutcome): boolean {
  const last = endings.at(-1);
  return last === undefined || happened.indexOf(outcome) > happened.indexOf(last.outcome);
}

const happened: readonly CallOutcome[] = ['denied', 'error', 'ok'];

function timesSet(label: LabelSpec, at: number, endings: readonly Ending[]): readonly number[] {
  const { outcome, orUnknown } = label;
  if (outcome === undefined) return [at];
  const told = endings.filter((ending) => ending.outcome === outcome).map((ending) => ending.at);
  return orUnknown === true && endings.length === 0 ? [at] : told;
}

const secondsUp = (time: number): string =>
  `${new Date(Math.ceil(time / 1000) * 1000).toISOString().slice(0, 19)}Z`;
