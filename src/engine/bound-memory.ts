/**
 * Memories stay small: what is over leaves when its time comes, and what would be
 * too much leaves before, the least useful first. What had to leave early is
 * counted, so that it can be seen.
 */
import type { Program } from '../compile/program.ts';
import { countFiles, withoutFiles, withPending, withUntold } from './marks.ts';
import type { FileMark, LabelMark, Memory, RememberedCall } from './memory.ts';
import { countedTimes } from './recall.ts';

/** Characters that one memory may have, as JSON. */
export const largestMemory = 64 * 1024;
/** A call of which nothing more is heard counts as it stands; a retry of it is a new call. */
export const longestCall = 24 * 60 * 60 * 1000;

/** Calls that are settled are kept for retries, those that are open for their outcome. */
const mostSettled = 32;
const mostOpen = 64;
const mostDenials = 128;
const mostFiles = 512;
const mostEarly = 32;

/** The memory at a later time: its clock set, and without what is over. */
export function tick(program: Program, before: Memory, now: number): Memory {
  const clock = Math.max(now, before.clock);
  const memory = before.calls.filter(({ at }) => at <= clock - longestCall).reduce(withUntold, before);
  const inForce = (mark: { readonly until: number | null }): boolean =>
    mark.until === null || mark.until > clock;
  const after = clock - longestCall;
  return {
    clock,
    labels: memory.labels.every(inForce) ? memory.labels : memory.labels.filter(inForce),
    files: memory.files.every(inForce) ? memory.files : memory.files.filter(inForce),
    counts: program.limits.flatMap(({ code, period }) => {
      const times = countedTimes(memory, code);
      const first = times.findIndex((time) => time > clock - period);
      return first < 0 ? [] : [{ limit: code, times: first === 0 ? times : times.slice(first) }];
    }),
    denials: since(memory.denials, after),
    calls: since(memory.calls, after),
    early: since(memory.early, after),
    forgotten: memory.forgotten,
  };
}

/** Of entries in the order of time, those after a time: all of them, mostly. */
function since<Entry extends { readonly at: number }>(
  entries: readonly Entry[],
  after: number,
): readonly Entry[] {
  const first = entries.findIndex(({ at }) => at > after);
  return first === 0 ? entries : first < 0 ? [] : entries.slice(first);
}

/** The memory within its bounds. */
export function boundMemory(memory: Memory): Memory {
  let bounded = withCaps(memory);
  for (const reduce of reductions) {
    while (sizeOf(bounded) > largestMemory) {
      const reduced = reduce(bounded);
      if (reduced === undefined) break;
      bounded = reduced;
    }
  }
  return bounded;
}

function withCaps(memory: Memory): Memory {
  const { calls, denials, files, early } = memory;
  const isSmall = calls.length <= mostSettled && files.length <= mostFiles;
  if (isSmall && denials.length <= mostDenials && early.length <= mostEarly) return memory;
  const open = calls.filter((call) => !isSettled(call));
  const left = { settled: calls.length - open.length - mostSettled, open: open.length - mostOpen };
  const gone = calls.filter((call) => left[isSettled(call) ? 'settled' : 'open']-- > 0);
  const released = gone.reduce(withPending, memory);
  const bounded: Memory = {
    ...released,
    calls: calls.filter((call) => !gone.includes(call)),
    denials: denials.slice(-mostDenials),
    early: early.slice(-mostEarly),
    forgotten: memory.forgotten + gone.filter(hasMarks).length,
  };
  return withoutFiles(bounded, Math.max(0, countFiles(released) - mostFiles));
}

/** A limit has counted the call already; only a label is lost with it. */
const hasMarks = ({ marks }: RememberedCall): boolean => marks.length > 0;

/** Nothing hangs on how it ends, or that is known. */
const isSettled = ({ outcome, marks, limits }: RememberedCall): boolean =>
  (outcome !== null && marks.length === 0) || (marks.length === 0 && limits.length === 0);

/** What leaves where the memory is too large, one part at a time; undefined where there is none left. */
const reductions: readonly ((memory: Memory) => Memory | undefined)[] = [
  (memory) => withoutFirst(memory, isSettled, 0),
  ({ early, ...memory }) => (early.length === 0 ? undefined : { ...memory, early: early.slice(1) }),
  (memory) => {
    const count = countFiles(memory);
    return count === 0 ? undefined : withoutFiles(memory, Math.ceil(count / 8));
  },
  // What was pending for files is set with the call, and leaves as the others do.
  (memory) => {
    const less = withoutFirst(memory, () => true, 1);
    return less && withoutFiles(less, countFiles(less));
  },
  ({ denials, ...memory }) =>
    denials.length === 0
      ? undefined
      : { ...memory, denials: denials.slice(1), forgotten: memory.forgotten + 1 },
];

function withoutFirst(
  memory: Memory,
  isOne: (call: RememberedCall) => boolean,
  cost: 0 | 1,
): Memory | undefined {
  const index = memory.calls.findIndex(isOne);
  const call = memory.calls[index];
  if (call === undefined) return undefined;
  return {
    ...withPending(memory, call),
    calls: memory.calls.toSpliced(index, 1),
    forgotten: memory.forgotten + cost,
  };
}

/** About as many characters as JSON takes, and rather more; to write it down for every call would take longer. */
function sizeOf({ labels, files, counts, denials, calls, early }: Memory): number {
  let size = 0;
  for (const mark of labels) size += sizeOfMark(mark);
  for (const mark of files) size += sizeOfMark(mark);
  for (const { limit, times } of counts) size += limit.length + 32 + times.length * 14;
  for (const { code } of denials) size += code.length + 40;
  for (const { call } of early) size += 2 * call.length + 50;
  for (const call of calls) size += sizeOfCall(call);
  return size;
}

function sizeOfCall({ event, call, marks, limits, answer }: RememberedCall): number {
  let size = 2 * event.length + 2 * (call?.length ?? 0) + longestNumbers;
  for (const { mark } of marks) size += sizeOfMark(mark) + 60;
  for (const limit of limits) size += limit.length + 3;
  if (answer !== null) size += 140 + 2 * ((answer.code?.length ?? 0) + (answer.reason?.length ?? 0));
  return size;
}

const sizeOfMark = (mark: LabelMark | FileMark): number =>
  mark.label.length + mark.tool.length + longestNumbers + ('path' in mark ? 2 * mark.path.length : 0);

/** Names of members, and two times. */
const longestNumbers = 100;
