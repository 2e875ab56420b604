/**
 * What an event changes in the memories. Pure, so that the server, scenarios and the replay of a log share it: an engine is
 * these steps and the decisions between them.
 *
 * Before a call its denial is noted, limits count it, and labels are set or stay pending. After the call, pending labels are
 * settled. A call is counted once, however often it is asked about. The first outcome counts, with two exceptions: a report
 * that the call ran replaces a denial, and a report of success replaces a failure. So a false report of failure hides nothing.
 */
import type { CompiledLabel, CompiledLimit, Program } from '../compile/program.ts';
import type { Event } from '../facts/event/event.ts';
import type { Facts } from '../facts/facts.ts';
import type { MemoryScope } from '../facts/memory-view.ts';
import type { PathShape } from '../pattern/path/path-shape.ts';
import { NO, YES } from '../pattern/text/truth.ts';
import { boundMemory, isRecent, tick } from './bound-memory.ts';
import { callsOfEvent, withListedCall, withOther } from './call-list.ts';
import { copiedMarks } from './copied-marks.ts';
import type { Decision, Finding } from './decision.ts';
import { gatherPlaces, type MarkedPlace, writePath } from './file-mark.ts';
import type {
  CallOutcome,
  FileMark,
  KeptAnswer,
  LabelMark,
  Memory,
  PendingMark,
  RememberedCall,
} from './memory.ts';
import { countedTimes, type Memories, marksIn, recall } from './recall.ts';
import { linksAt, withLinks } from './replaced-marks.ts';
import { fullest, judgeRule, objectsOf, strictestReading } from './rule-result.ts';
import { callKey, eventKey } from './scope-key.ts';
import { isMarkOfFile, withMark } from './with-mark.ts';
import { endWrites, withoutWrites, withWrites } from './written-files.ts';

/** A call that has been decided. */
export interface DecidedCall {
  readonly event: Event;
  readonly facts: Facts;
  readonly decision: Pick<Decision, 'effect' | 'code' | 'reason' | 'matched' | 'unsure'>;
  /** The digest of the event's text: retries have the same. */
  readonly digest: string;
}

/**
 * The memories after a call has been decided; the same ones where it has been counted before. Where a store has written some
 * of them and begins again, these stay as they are, unless the call is decided otherwise now.
 */
export function stepBefore(program: Program, memories: Memories, call: DecidedCall, now: number): Memories {
  const owns = memories.map((memory) => ownOf(memory, call, now));
  const denied = memories.map((memory, index) =>
    withDenial(program, tick(program, withoutCall(memory, owns[index]), now), call),
  );
  // A label may count this very denial. It sees labels and limits as they were before the call.
  const facts = call.facts.remembering(recall(program, denied, now));
  return program.scopes.map((scope, index) => {
    const memory = denied[index];
    const before = memories[index];
    if (memory === undefined || before === undefined) throw new Error('a scope has no memory');
    const own = owns[index];
    const isOtherwise = own?.outcome === null && call.decision.effect === 'deny';
    if (own !== undefined && !isOtherwise) return before;
    const keepsAnswer = index === 0 || index === memories.length - 1;
    return boundMemory(counted(program, { scope, keepsAnswer }, memory, { ...call, facts }), program);
  });
}

/** The memories as they were before a call was counted in some of them. */
export const withoutOwn = (
  memories: Memories,
  call: Pick<DecidedCall, 'event' | 'digest'>,
  now: number,
): Memories => memories.map((memory) => withoutCall(memory, ownOf(memory, call, now)));

function withoutCall(memory: Memory, own: RememberedCall | undefined): Memory {
  if (own === undefined) return memory;
  const isDenied = own.outcome === 'denied';
  const denial = isDenied ? memory.denials.findLastIndex(({ at }) => at === own.at) : -1;
  const without: Memory = {
    ...withoutWrites(memory, own.call),
    ...own.before,
    calls: memory.calls.filter((each) => each !== own),
    denials: denial < 0 ? memory.denials : memory.denials.toSpliced(denial, 1),
  };
  return isDenied ? without : own.limits.reduce((each, limit) => withoutCount(each, limit, own.at), without);
}

/** The memories after a report of how a call ended; the same ones if the report says nothing new. */
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
    const open = memory.calls.filter(
      (call) =>
        call.call === key && isNews(call, outcome) && !(call.outcome === 'denied' && reportsDenial(event)),
    );
    if (open.length > 0)
      return boundMemory(
        open.reduce((each, call) => settled(each, call, outcome), memory),
        program,
      );
    // The program remembers only files, and the call wrote none.
    if (!program.remembers) return before;
    const earlier = memory.early.find(({ call }) => call === key);
    const isKnown = memory.calls.some((call) => call.call === key);
    if (isKnown || (earlier !== undefined && !isNews(earlier, outcome))) return before;
    const early = [
      ...memory.early.filter((each) => each !== earlier),
      { call: key, outcome, at: memory.clock },
    ];
    return boundMemory({ ...memory, early }, program);
  });
}

/**
 * The memories after a report that a call was denied, from a sender who may be the agent itself. Labels that wait for a
 * denial are set. Nothing else changes: the call still counts, and its end is still not known.
 */
export function stepAfterUnprovenDenial(
  program: Program,
  memories: Memories,
  event: Event,
  now: number,
): Memories {
  const key = callKey(event);
  return memories.map((before) => {
    const open = before.calls.filter(
      ({ call, outcome }) => call !== null && call === key && outcome === null,
    );
    if (!open.some(({ marks }) => marks.some(({ on }) => on.includes('denied')))) return before;
    return boundMemory(
      open.reduce(
        (each, call) => {
          const { memory, marks } = withDue(each, call, 'denied');
          return { ...memory, calls: withOther(memory.calls, call, { ...call, marks }) };
        },
        tick(program, before, now),
      ),
      program,
    );
  });
}

/**
 * Whether an event reports a denial as the failure of its call, as Kimi Code does: the message of the error is the reason of
 * the denial, which ends with the code of a rule.
 */
function reportsDenial({ raw: { error } }: Event): boolean {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof message === 'string' && /\[[a-z][\w-]*(?:\.[\w-]+)+\]\s*$/i.test(message);
}

/** A label that no call sets; with the path of the file for a label on files. */
export interface PresetLabel {
  readonly code: string;
  readonly path: PathShape | undefined;
}

/** The memories in which labels are set for sure, as if by a call that has ended. */
export const stepLabelled = (
  program: Program,
  memories: Memories,
  given: readonly PresetLabel[],
  at: number,
): Memories =>
  memories.map((before, index) => {
    const memory = tick(program, before, at);
    const marks = given.flatMap(({ code, path }): (LabelMark | FileMark)[] => {
      const label = program.labels.find((each) => each.code === code);
      if (label === undefined || label.memory !== program.scopes[index]) return [];
      const until = label.lasts === null ? null : memory.clock + label.lasts;
      const mark: LabelMark = { label: code, since: memory.clock, until, tool: 'Bash' };
      return [path === undefined ? mark : { ...mark, path: writePath(path), open: false }];
    });
    return boundMemory(marks.reduce(withMark, memory), program);
  });

/** How the call of an event ended; undefined where the event does not say it. */
export function reportedOutcome({ type, raw }: Event): CallOutcome | undefined {
  if (type === 'tool.error') return 'error';
  if (type !== 'tool.after') return undefined;
  // The v0.1 revision has no outcome: there, a call that is over has succeeded
  // (docs/development/protocol-notes.md#how-a-call-ended).
  const { outcome } = raw;
  if (outcome === undefined) return 'ok';
  return outcome === 'ok' || outcome === 'error' || outcome === 'denied' ? outcome : undefined;
}

/** The entry of a call that has been counted, as long as it is remembered. */
function ownOf(
  { calls, clock }: Memory,
  { event, digest }: Pick<DecidedCall, 'event' | 'digest'>,
  now: number,
): RememberedCall | undefined {
  return callsOf(calls, event, Math.max(now, clock)).find((call) => isRetry(call, digest));
}

/** All remembered calls with the id of an event. */
export function callsOf(
  calls: readonly RememberedCall[],
  event: Event,
  now: number,
): readonly RememberedCall[] {
  return callsOfEvent(calls, eventKey(event)).filter((call) => isRecent(call.at, now));
}

/** Whether a call with the id of an event is the same call. An event without a text is no retry. */
export const isRetry = (call: RememberedCall, digest: string): boolean =>
  digest !== '' && call.digest === digest;

const isNews = ({ outcome }: Pick<RememberedCall, 'outcome'>, news: CallOutcome): boolean =>
  outcome === null || (outcome !== 'ok' && news === 'ok') || (outcome === 'denied' && news === 'error');

function withDenial(program: Program, memory: Memory, { decision }: DecidedCall): Memory {
  const { effect, code = '' } = decision;
  if (effect !== 'deny') return memory;
  const also = alsoDenying(program, decision);
  const denial = { at: memory.clock, code, ...(also.length === 0 ? {} : { also }) };
  return { ...memory, denials: [...memory.denials, denial] };
}

/** The rules that denied besides the one that gave the answer, as far as denials by them are counted. */
function alsoDenying(
  { rules, denials }: Program,
  { code, matched, unsure }: DecidedCall['decision'],
): readonly string[] {
  if (denials.length === 0) return [];
  const isCounted = (finding: Finding): boolean =>
    finding.code !== code && denials.some(({ isOne }) => isOne(finding.code));
  const denies = ({ code: own, effect }: Finding): boolean =>
    effect === 'deny' && rules.find((rule) => rule.code === own)?.unsure === 'deny';
  return [...matched.filter(isCounted), ...unsure.filter((each) => isCounted(each) && denies(each))].map(
    (finding) => finding.code,
  );
}

function counted(
  program: Program,
  { scope, keepsAnswer }: { readonly scope: MemoryScope; readonly keepsAnswer: boolean },
  memory: Memory,
  { event, facts, decision, digest }: DecidedCall,
): Memory {
  const at = memory.clock;
  const isDenied = decision.effect === 'deny';
  const limits = program.limits.filter((limit) => limit.scope === scope && counts(limit, facts));
  const labels = program.labels.filter((label) => label.memory === scope);
  const marks = labels.flatMap((label) => marksOf(label, facts, memory));
  const call: RememberedCall = {
    event: eventKey(event),
    digest,
    call: callKey(event),
    at,
    outcome: null,
    marks,
    limits: limits.map(({ code }) => code),
    answer: keepsAnswer ? answerOf(decision) : null,
  };
  const early = memory.early.find((each) => each.call === call.call);
  const all = fullest(facts);
  const left = isDenied ? memory : withLinks(memory, all);
  const isFollowed = scope === 'session' && program.followsFiles && !isDenied;
  const begun: Memory = {
    ...(isFollowed ? withWrites(left, all, call.call) : left),
    calls: withListedCall(withoutBefore(left.calls), call),
    early: memory.early.filter((each) => each !== early),
  };
  const reserved = call.limits.reduce((each, limit) => withCount(each, limit, at), begun);
  const decided = isDenied ? settled(reserved, call, 'denied') : reserved;
  const now = decided.calls.at(-1);
  const known =
    early !== undefined && now !== undefined && isNews(now, early.outcome)
      ? settled(decided, now, early.outcome)
      : decided;
  return withBefore(known, memory);
}

/** The memory, whose last call keeps the labels from before it where it has set some. */
function withBefore(known: Memory, { labels, files }: Memory): Memory {
  const last = known.calls.at(-1);
  if (last === undefined || (known.labels === labels && known.files === files)) return known;
  return { ...known, calls: withOther(known.calls, last, { ...last, before: { labels, files } }) };
}

/** Only the last call that was counted keeps the labels from before it. */
function withoutBefore(calls: readonly RememberedCall[]): readonly RememberedCall[] {
  const last = calls.at(-1);
  if (last?.before === undefined) return calls;
  const { before: _, ...rest } = last;
  return withOther(calls, last, rest);
}

/** Unsure calls count where an unsure rule denies. */
function counts({ subject }: CompiledLimit, facts: Facts): boolean {
  const { truth, noted } = judgeRule(subject, strictestReading(subject, facts));
  return truth === YES || (truth !== NO && subject.unsure === 'deny' && !noted);
}

function answerOf({ effect, code, reason }: DecidedCall['decision']): KeptAnswer {
  return { effect, code: code ?? null, reason: reason ?? null };
}

// ── labels ────────────────────────────────────────────────────────────────────────────────

/** Whether an attempt sets the label, however it ends. */
const isOfAttempt = ({ on, unlessTold }: PendingMark): boolean => unlessTold && on.length === 3;

function marksOf(label: CompiledLabel, event: Facts, memory: Memory): PendingMark[] {
  const at = memory.clock;
  const { code, lasts, subject, surely, fileSlot, on, orUnknown } = label;
  const tool = event.event.tool?.name.slice(0, longestName) ?? '';
  const mark: LabelMark = { label: code, since: at, until: lasts === null ? null : at + lasts, tool };
  if (fileSlot === undefined) {
    if (judgeRule(subject, strictestReading(subject, event)).truth !== YES) return [];
    // Lower layers make nothing sure.
    const [own = event] = event.readings(subject.view);
    return [{ mark: perhapsIf(judgeRule(surely, own).truth !== YES, mark), on, unlessTold: orUnknown }];
  }
  // Lower layers take no mark away: each reading leaves its own marks.
  return event.readings(subject.view).flatMap((facts) => fileMarks(label, fileSlot, mark, facts, memory));
}

/** The marks that a call leaves on files by one reading of it. */
function fileMarks(
  label: CompiledLabel,
  fileSlot: number,
  mark: LabelMark,
  facts: Facts,
  memory: Memory,
): PendingMark[] {
  const { code, subject, surely, on, orUnknown } = label;
  const { certain, possible } = objectsOf(subject, fileSlot, facts);
  const sure = new Set(certain.length === 0 ? [] : objectsOf(surely, fileSlot, facts).certain);
  const isAtLink = linksAt(facts);
  const places = (objects: typeof certain, open: boolean): MarkedPlace[] =>
    objects.flatMap((object): MarkedPlace[] => {
      if (object.kind !== 'path') return [];
      const { path, keeps } = object.effect;
      if (open) return [{ path, open, perhaps: false }];
      if (!sure.has(object) || isAtLink(path)) return [{ path, open, perhaps: true }];
      const isBelow = keeps === undefined || (keeps === 'nothing on success' && label.ended === 'on success');
      const place = { path, open, perhaps: !isBelow };
      return keeps === 'below' ? [place, { path, open, perhaps: false, alone: true }] : [place];
    });
  const gathered = gatherPlaces([...places(certain, false), ...places(possible, true)]);
  const own = gathered.map(({ path, open, perhaps, alone }) => ({
    mark: perhapsIf(perhaps, {
      ...{ ...mark, path: writePath(path), open },
      ...(alone === true ? { alone } : {}),
    } satisfies FileMark),
    on,
    unlessTold: orUnknown,
  }));
  return [
    ...own,
    ...copiedMarks(label, marksIn(memory, code, memory.clock).filter(isMarkOfFile), own, mark, facts),
  ];
}

const longestName = 200;

/** The mark, unsure where `isPerhaps` is true. */
const perhapsIf = <Of extends LabelMark>(isPerhaps: boolean, mark: Of): Of =>
  isPerhaps ? { ...mark, perhaps: true } : mark;

// ── outcomes ──────────────────────────────────────────────────────────────────────────────

/** Sets the labels that wait for the outcome, from now on. Labels that wait for another outcome stay pending. */
function settled(memory: Memory, call: RememberedCall, outcome: CallOutcome): Memory {
  const { memory: set, marks } = withDue(memory, call, outcome);
  const ended: RememberedCall = { ...call, outcome, marks: outcome === 'ok' ? [] : marks };
  const calls = withOther(set.calls, call, ended);
  return endWrites(withOutcome({ ...set, calls }, call, outcome), call.call, outcome);
}

/** The memory with the labels of a call that wait for an outcome, and the marks that are still pending. */
function withDue(
  memory: Memory,
  call: RememberedCall,
  outcome: CallOutcome,
): { readonly memory: Memory; readonly marks: RememberedCall['marks'] } {
  const now = memory.clock;
  const due = call.marks.filter(({ on }) => on.includes(outcome));
  const set = due.reduce(
    (each, pending) => withMark(each, isOfAttempt(pending) ? pending.mark : from(pending, now)),
    memory,
  );
  return { memory: set, marks: call.marks.filter((each) => !due.includes(each)) };
}

const from = ({ mark, copied }: PendingMark, now: number): LabelMark | FileMark => ({
  ...mark,
  since: now,
  until: mark.until === null || copied === true ? mark.until : mark.until - mark.since + now,
});

/** A denied call did not run and no longer counts, unless a later report says that it ran. */
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
  const times = countedTimes(memory, limit);
  const isLast = at >= (times.at(-1) ?? 0);
  return withTimes(memory, limit, isLast ? [...times, at] : [...times, at].sort((a, b) => a - b));
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
