/**
 * What an event changes in what is remembered. Pure, so that the server, scenarios
 * and the replay of a log share it: an engine is nothing but these steps and the
 * decisions between them.
 *
 * Before a call: its denial is noted, limits count it, and labels are set or kept
 * pending. When it has ended, what is pending is settled. A call is counted once,
 * however often it is asked about; of its outcomes the first counts, but that it
 * was denied gives way to the news that it ran all the same, and that it failed to
 * the news that it succeeded: who tells of a failure first hides nothing.
 */

import type { CompiledLabel, CompiledLimit, Program } from '../compile/program.ts';
import type { Event } from '../facts/event.ts';
import type { Facts } from '../facts/facts.ts';
import type { MemoryScope } from '../facts/memory-view.ts';
import { NO, YES } from '../pattern/truth.ts';
import { boundMemory, tick } from './bound-memory.ts';
import type { Decision } from './decision.ts';
import { writePath } from './file-mark.ts';
import { withMark } from './marks.ts';
import type {
  CallOutcome,
  FileMark,
  KeptAnswer,
  LabelMark,
  Memory,
  PendingMark,
  RememberedCall,
} from './memory.ts';
import { countedTimes, type Memories, recall } from './recall.ts';
import { judgeRule, objectsOf } from './rule-result.ts';
import { callKey, eventKey } from './scope-key.ts';

/** A call that has been decided. */
export interface DecidedCall {
  readonly event: Event;
  readonly facts: Facts;
  readonly decision: Pick<Decision, 'effect' | 'code' | 'reason'>;
  /** Of the event's text, to know a retry by. */
  readonly digest: string;
}

/** The memories after a call has been decided; the same ones where it has been counted before. */
export function stepBefore(program: Program, memories: Memories, call: DecidedCall, now: number): Memories {
  const { digest } = call;
  const key = eventKey(call.event);
  const ticked = memories.map((memory) => tick(program, memory, now));
  const denied = ticked.map((memory) => withDenial(memory, key, call));
  // A label may count this very denial; of labels and limits it sees what was there before.
  const facts = call.facts.remembering(recall(program, denied, now));
  return program.scopes.map((scope, index) => {
    const memory = denied[index];
    const before = memories[index];
    if (memory === undefined || before === undefined) throw new Error('a scope has no memory');
    if (isCounted(memory, key, digest)) return before;
    return boundMemory(counted(program, scope, memory, { ...call, facts }));
  });
}

/** The memories after it has become known how a call ended; the same ones where that is no news. */
export function stepAfter(
  program: Program,
  memories: Memories,
  event: Event,
  outcome: CallOutcome,
  now: number,
): Memories {
  const key = callKey(event);
  if (key === null) return memories;
  return memories.map((before) => {
    const memory = tick(program, before, now);
    const open = memory.calls.filter((call) => call.call === key && isNews(call, outcome));
    if (open.length > 0)
      return boundMemory(open.reduce((each, call) => settled(each, call, outcome), memory));
    const isKnown =
      memory.calls.some((call) => call.call === key) || memory.early.some(({ call }) => call === key);
    if (isKnown) return before;
    return boundMemory({ ...memory, early: [...memory.early, { call: key, outcome, at: memory.clock }] });
  });
}

/** What an event says of how its call ended; undefined where it says nothing that is known. */
export function outcomeOf({ type, raw }: Event): CallOutcome | undefined {
  if (type === 'tool.error') return 'error';
  if (type !== 'tool.after') return undefined;
  // The v0.1 revision has no outcome: there, a call that is over has succeeded (protocol.md 6).
  const { outcome } = raw;
  if (outcome === undefined) return 'ok';
  return outcome === 'ok' || outcome === 'error' || outcome === 'denied' ? outcome : undefined;
}

const isCounted = ({ calls }: Memory, key: string, digest: string): boolean =>
  calls.some((call) => call.event === key && call.digest === digest);

const isNews = ({ outcome }: RememberedCall, news: CallOutcome): boolean =>
  outcome === null || (outcome !== 'ok' && news === 'ok') || (outcome === 'denied' && news === 'error');

function withDenial(memory: Memory, key: string, { decision, digest }: DecidedCall): Memory {
  const { effect, code } = decision;
  if (effect !== 'deny' || isCounted(memory, key, digest)) return memory;
  return { ...memory, denials: [...memory.denials, { at: memory.clock, code: code ?? '' }] };
}

function counted(
  program: Program,
  scope: MemoryScope,
  memory: Memory,
  { event, facts, decision, digest }: DecidedCall,
): Memory {
  const at = memory.clock;
  const isDenied = decision.effect === 'deny';
  const limits = program.limits.filter((limit) => limit.scope === scope && counts(limit, facts));
  const labels = program.labels.filter((label) => label.memory === scope);
  const marks = labels.flatMap((label) => marksOf(label, facts, at));
  const call: RememberedCall = {
    event: eventKey(event),
    call: callKey(event),
    digest,
    at,
    outcome: null,
    marks: marks.filter((each) => !isSettled(each)),
    limits: limits.map(({ code }) => code),
    answer: scope === 'session' ? answerOf(decision) : null,
  };
  const early = memory.early.find((each) => each.call === call.call);
  const begun: Memory = {
    ...marks.filter(isSettled).reduce((each, { mark }) => withMark(each, mark), memory),
    calls: [...memory.calls, call],
    early: memory.early.filter((each) => each !== early),
  };
  const reserved = call.limits.reduce((each, limit) => withCount(each, limit, at), begun);
  const decided = isDenied ? settled(reserved, call, 'denied') : reserved;
  const now = decided.calls.at(-1);
  return early !== undefined && now !== undefined && isNews(now, early.outcome)
    ? settled(decided, now, early.outcome)
    : decided;
}

/** Unsure calls count where an unsure rule denies. */
function counts({ subject }: CompiledLimit, facts: Facts): boolean {
  const { truth, noted } = judgeRule(subject, facts);
  return truth === YES || (truth !== NO && subject.unsure === 'deny' && !noted);
}

function answerOf({ effect, code, reason }: DecidedCall['decision']): KeptAnswer {
  return { effect, code: code ?? null, reason: reason ?? null };
}

// ── labels ────────────────────────────────────────────────────────────────────────────────

/** An attempt sets it, whatever becomes of it. */
const isSettled = ({ on, unlessTold }: PendingMark): boolean => unlessTold && on.length === 3;

function marksOf(label: CompiledLabel, facts: Facts, at: number): PendingMark[] {
  const { code, lasts, subject, fileSlot, on, unlessTold } = label;
  const tool = facts.event.tool?.name.slice(0, longestName) ?? '';
  const mark: LabelMark = { label: code, since: at, until: lasts === null ? null : at + lasts, tool };
  if (fileSlot === undefined) {
    return judgeRule(subject, facts).truth === YES ? [{ mark, on, unlessTold }] : [];
  }
  const { certain, possible } = objectsOf(subject, fileSlot, facts);
  const onFiles = (objects: typeof certain, open: boolean): PendingMark[] =>
    objects.flatMap((object) => {
      if (object.kind !== 'path') return [];
      const path = writePath(object.effect.path);
      return path.length > longestPath
        ? []
        : [{ mark: { ...mark, path, open } satisfies FileMark, on, unlessTold }];
    });
  return [...onFiles(certain, false), ...onFiles(possible, true)];
}

const longestName = 200;
const longestPath = 4096;

// ── outcomes ──────────────────────────────────────────────────────────────────────────────

/** Sets what was pending for the outcome, from now on; what waits for another outcome goes on waiting for it. */
function settled(memory: Memory, call: RememberedCall, outcome: CallOutcome): Memory {
  const now = memory.clock;
  const due = call.marks.filter(({ on }) => on.includes(outcome));
  const set = due.reduce((each, { mark }) => withMark(each, from(mark, now)), memory);
  const ended: RememberedCall = {
    ...call,
    outcome,
    marks: outcome === 'ok' ? [] : call.marks.filter((each) => !due.includes(each)),
  };
  const calls = set.calls.map((each) => (each === call ? ended : each));
  return withOutcome({ ...set, calls }, call, outcome);
}

const from = <Kind extends LabelMark | FileMark>(mark: Kind, now: number): Kind => ({
  ...mark,
  since: now,
  until: mark.until === null ? null : mark.until - mark.since + now,
});

/** A call that was denied did not happen: it no longer counts, unless it did. */
function withOutcome(memory: Memory, call: RememberedCall, outcome: CallOutcome): Memory {
  const change =
    outcome === 'denied'
      ? withoutCount
      : call.outcome === 'denied'
        ? withCount
        : (same: Memory): Memory => same;
  return call.limits.reduce((each, limit) => change(each, limit, call.at), memory);
}

function withCount(memory: Memory, limit: string, at: number): Memory {
  return withTimes(
    memory,
    limit,
    [...countedTimes(memory, limit), at].sort((a, b) => a - b),
  );
}

function withoutCount(memory: Memory, limit: string, at: number): Memory {
  const times = countedTimes(memory, limit);
  const index = times.indexOf(at);
  return index < 0 ? memory : withTimes(memory, limit, times.toSpliced(index, 1));
}

const withTimes = (memory: Memory, limit: string, times: readonly number[]): Memory => ({
  ...memory,
  counts: [...memory.counts.filter((each) => each.limit !== limit), { limit, times }],
});
