/**
 * Facts about the list of calls in a memory, which every decision needs: its size, how many calls are settled, which marks
 * are in force, which ids there are. They are computed once for a list. For a list with one call more, less or changed,
 * they follow from the facts of the list before.
 */
import type { FileMark, LabelMark, RememberedCall } from './memory.ts';

export type Calls = readonly RememberedCall[];

interface Tally {
  /** An estimate of the characters of its JSON, rather too high. */
  readonly size: number;
  /** In the order of the calls. */
  readonly settled: Calls;
  readonly open: Calls;
  /** Marks that are in force while the end of the call is not reported. */
  readonly unreported: readonly (LabelMark | FileMark)[];
  /** The events of all calls, and of some that have left; lists that come from each other share it. */
  readonly events: Set<string>;
}

const tallies = new WeakMap<Calls, Tally>();

export function tallyOf(calls: Calls): Omit<Tally, 'events'> {
  return tally(calls);
}

/** All calls that had the id of an event. */
export const callsOfEvent = (calls: Calls, event: string): Calls =>
  tally(calls).events.has(event) ? calls.filter((call) => call.event === event) : [];

/** Whether the outcome of a call is known or does not matter. */
export const isSettled = ({ outcome, marks, limits }: RememberedCall): boolean =>
  marks.length === 0 && (outcome !== null || limits.length === 0);

export const withListedCall = (calls: Calls, call: RememberedCall): Calls =>
  known([...calls, call], plus(tally(calls), call));

export const withoutSome = (calls: Calls, leaving: Calls): Calls =>
  known(leaving.reduce(without, calls), leaving.reduce(minus, tally(calls)));

/** The calls with one of them replaced. */
export function withOther(calls: Calls, call: RememberedCall, other: RememberedCall): Calls {
  const at = calls.lastIndexOf(call);
  const all = at < 0 ? calls : calls.with(at, other);
  return at === calls.length - 1 ? known(all, plus(minus(tally(calls), call), other)) : all;
}

const without = (calls: Calls, call: RememberedCall): Calls => {
  const at = calls.indexOf(call);
  return at < 0 ? calls : calls.toSpliced(at, 1);
};

function tally(calls: Calls): Tally {
  const before = tallies.get(calls);
  if (before !== undefined) return before;
  const now = calls.reduce<Tally>(plus, {
    size: 0,
    settled: [],
    open: [],
    unreported: [],
    events: new Set(),
  });
  tallies.set(calls, now);
  return now;
}

function known(calls: Calls, { events, ...tally }: Tally): Calls {
  // Ids of calls that have left are dropped when there are about as many of them as calls.
  const isOld = events.size > 2 * calls.length + 64;
  tallies.set(calls, { ...tally, events: isOld ? new Set(calls.map(({ event }) => event)) : events });
  return calls;
}

const plus = ({ size, settled, open, unreported, events }: Tally, call: RememberedCall): Tally => {
  const own = unreportedMarks(call);
  const isOpen = !isSettled(call);
  return {
    size: size + sizeOfCall(call),
    settled: isOpen ? settled : [...settled, call],
    open: isOpen ? [...open, call] : open,
    unreported: own.length === 0 ? unreported : [...unreported, ...own],
    events: events.add(call.event),
  };
};

const minus = ({ size, settled, open, unreported, events }: Tally, call: RememberedCall): Tally => {
  const own = unreportedMarks(call);
  return {
    size: size - sizeOfCall(call),
    settled: without(settled, call),
    open: without(open, call),
    unreported: own.length === 0 ? unreported : unreported.filter((mark) => !own.includes(mark)),
    events,
  };
};

const none: readonly (LabelMark | FileMark)[] = [];

const unreportedMarks = ({ outcome, marks }: RememberedCall): readonly (LabelMark | FileMark)[] =>
  outcome === null && marks.length > 0
    ? marks.flatMap(({ mark, unlessTold }) => (unlessTold ? [mark] : []))
    : none;

function sizeOfCall({ event, digest, call, marks, limits, answer }: RememberedCall): number {
  let size = 2 * event.length + digest.length + 2 * (call?.length ?? 0) + longestNumbers;
  for (const { mark } of marks) size += sizeOfMark(mark) + 60;
  for (const limit of limits) size += limit.length + 3;
  if (answer !== null) size += 140 + 2 * ((answer.code?.length ?? 0) + (answer.reason?.length ?? 0));
  return size;
}

/** The same for a mark. */
export const sizeOfMark = (mark: LabelMark | FileMark): number =>
  mark.label.length + mark.tool.length + longestNumbers + ('path' in mark ? 2 * mark.path.length : 0);

/** Names of members, and two times. */
const longestNumbers = 120;
