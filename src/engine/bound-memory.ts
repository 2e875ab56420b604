/**
 * Keeps memories small. An entry leaves when its time is over. If there are too many, the least useful entries leave
 * earlier, and are counted so that people can see it.
 */
import type { Program } from '../compile/program.ts';
import { isSettled, sizeOfMark, tallyOf, withoutSome } from './call-list.ts';
import { folderAround, readPathOf, writePath } from './file-mark.ts';
import type { FileMark, LabelMark, Memory, PendingMark, RememberedCall } from './memory.ts';
import { countedTimes, isActive } from './recall.ts';
import { withMark } from './with-mark.ts';
import { endOldWrites } from './written-files.ts';

/** The limit of one memory, in characters of JSON. */
export const largestMemory = 64 * 1024;
/** After this time without a report, the state of a call is final, and a retry of it is a new call. */
export const longestCall = 24 * 60 * 60 * 1000;

/** Settled calls are kept for retries, open calls for their outcome. */
const mostSettled = 32;
const mostOpen = 64;
/** So many settled and open calls stay as long as other entries can leave: most retries and outcomes come soon. */
const fewestCalls = 8;
const mostDenials = 128;
const mostFiles = 512;
const mostEarly = 32;

/** The memory at a later time: with the new clock, and without entries that are over. */
export function tick(program: Program, memory: Memory, now: number): Memory {
  const clock = Math.max(now, memory.clock);
  const inForce = (mark: LabelMark): boolean => isActive(mark, clock);
  const calls = since(memory.calls, clock);
  const { labels, files } = withUnreported(memory, memory.calls.slice(0, memory.calls.length - calls.length));
  const { written } = endOldWrites(memory, (at) => isRecent(at, clock));
  return {
    clock,
    labels: labels.every(inForce) ? labels : labels.filter(inForce),
    files: files.every(inForce) ? files : files.filter(inForce),
    counts: program.limits.flatMap(({ code, period, most }) => {
      const times = countedTimes(memory, code);
      const first = times.findIndex((time) => time > clock - period);
      if (first < 0) return [];
      // With more times than this, no later outcome can bring the limit below its number again.
      const from = Math.max(first, times.length - most - mostOpen);
      return [{ limit: code, times: from === 0 ? times : times.slice(from) }];
    }),
    denials: since(memory.denials, clock),
    calls,
    early: since(memory.early, clock),
    written,
    forgotten: memory.forgotten,
  };
}

/** The entries that are still remembered, mostly all of them. They are in order of time. */
function since<Entry extends { readonly at: number }>(
  entries: readonly Entry[],
  clock: number,
): readonly Entry[] {
  const first = entries.findIndex(({ at }) => isRecent(at, clock));
  return first === 0 ? entries : first < 0 ? [] : entries.slice(first);
}

/** Whether a call or a denial of that time is still remembered. */
export const isRecent = (at: number, clock: number): boolean => at > clock - longestCall;

/** Removes calls without a report of their end: the labels that they set unless they failed stay set. */
const withUnreported = (memory: Memory, leaving: readonly RememberedCall[]): Memory =>
  withoutCalls(memory, leaving, ({ unlessTold }) => unlessTold);

/**
 * A call that has to leave early counts as if it had ended in the way that its marks wait for. So a flood of calls makes a
 * memory stricter, and never more forgetful. Such a guess excuses nothing.
 */
const withPending = (memory: Memory, leaving: readonly RememberedCall[]): Memory =>
  withoutCalls(memory, leaving, () => true);

function withoutCalls(
  memory: Memory,
  leaving: readonly RememberedCall[],
  isSet: (pending: PendingMark) => boolean,
): Memory {
  if (leaving.length === 0) return memory;
  const marks = leaving.flatMap(({ outcome, marks }) => (outcome === null ? marks.filter(isSet) : []));
  const set = marks.reduce(
    (each, { mark, unlessTold }) => withMark(each, unlessTold ? mark : { ...mark, perhaps: true }),
    memory,
  );
  return { ...set, calls: withoutSome(memory.calls, leaving) };
}

/** The memory within its limits. */
export function boundMemory(memory: Memory): Memory {
  let bounded = withCaps(memory);
  if (sizeOf(bounded) <= largestMemory) return bounded;
  for (const reduce of reductions) {
    for (let reduced = reduce(bounded); reduced !== undefined; reduced = reduce(bounded)) {
      bounded = reduced;
      if (sizeOf(bounded) <= largestMemory) return bounded;
    }
  }
  return bounded;
}

function withCaps(memory: Memory): Memory {
  const { calls, denials, files, early } = memory;
  const { settled, open } = tallyOf(calls);
  const over = settled.slice(0, Math.max(0, settled.length - mostSettled));
  const lost = open.slice(0, Math.max(0, open.length - mostOpen));
  const isSmall = over.length + lost.length === 0 && files.length <= mostFiles;
  if (isSmall && denials.length <= mostDenials && early.length <= mostEarly) return memory;
  let bounded: Memory = {
    ...withPending(memory, [...over, ...lost]),
    denials: denials.slice(-mostDenials),
    early: early.slice(-mostEarly),
    forgotten: memory.forgotten + lost.filter(isMissed).length,
  };
  while (bounded.files.length > mostFiles) bounded = withFewerFiles(bounded);
  return bounded;
}

/** Only marks that wait for an outcome are guessed: limits have counted the call, and an attempt has set its labels. */
const isMissed = ({ outcome, marks }: RememberedCall): boolean =>
  outcome === null && marks.some(({ on }) => on.length < 3);

/** The memory without the entry that leaves next; undefined if none is left. */
const reductions: readonly ((memory: Memory) => Memory | undefined)[] = [
  (memory) => withoutFirst(memory, isSettled, fewestCalls),
  ({ early, ...memory }) => (early.length === 0 ? undefined : { ...memory, early: early.slice(1) }),
  (memory) => (sizeOfMarks(memory.files) > largestMemory / 2 ? withFewerFiles(memory) : undefined),
  (memory) => withoutFirst(memory, (call) => !isSettled(call), fewestCalls),
  (memory) => withoutFirst(memory, () => true, 1),
  (memory) => (memory.files.length === 0 ? undefined : withFewerFiles(memory)),
  ({ denials, ...memory }) =>
    denials.length === 0
      ? undefined
      : { ...memory, denials: denials.slice(1), forgotten: memory.forgotten + 1 },
  (memory) => withoutFirst(memory, () => true, 0),
];

/** Replaces the marks on files of one folder by a mark on the folder: any file in it may be one of them. */
function withFewerFiles(memory: Memory): Memory {
  const leaving = new Set(fullestFolder(memory.files));
  const rest = {
    ...memory,
    files: memory.files.filter((mark) => !leaving.has(mark)),
    forgotten: memory.forgotten + leaving.size,
  };
  return [...leaving].reduce<Memory>((each, mark) => {
    const folder = folderAround(readPathOf(mark));
    const { alone: _, ...plain } = mark;
    return folder === undefined ? each : withMark(each, { ...plain, path: writePath(folder), open: true });
  }, rest);
}

/** The folder with the most marks of one label; of several, the one with the oldest mark. */
function fullestFolder(files: readonly FileMark[]): readonly FileMark[] {
  const folders = new Map<string, FileMark[]>();
  for (const mark of files) {
    const folder = folderAround(readPathOf(mark));
    const key = `${mark.label} ${folder === undefined ? '' : writePath(folder)}`;
    const marks = folders.get(key) ?? [];
    marks.push(mark);
    folders.set(key, marks);
  }
  let fullest: readonly FileMark[] = [];
  for (const marks of folders.values()) if (marks.length > fullest.length) fullest = marks;
  return fullest;
}

/** Removes the oldest of some calls, if there are more than `fewest` of them. */
function withoutFirst(
  memory: Memory,
  isOne: (call: RememberedCall) => boolean,
  fewest: number,
): Memory | undefined {
  const some = memory.calls.filter(isOne);
  const [first] = some;
  if (first === undefined || some.length <= fewest) return undefined;
  const left = withPending(memory, [first]);
  return { ...left, forgotten: left.forgotten + (isMissed(first) ? 1 : 0) };
}

/** An estimate of the characters of its JSON, rather too high. Writing the JSON for every call would take longer. */
function sizeOf({ labels, files, counts, denials, calls, early }: Memory): number {
  let size = sizeOfMarks(labels) + sizeOfMarks(files);
  for (const { limit, times } of counts) size += limit.length + 32 + times.length * 14;
  for (const { code } of denials) size += code.length + 40;
  for (const { call } of early) size += 2 * call.length + 50;
  return size + tallyOf(calls).size;
}

const sizeOfMarks = (marks: readonly (LabelMark | FileMark)[]): number =>
  marks.reduce((size, mark) => size + sizeOfMark(mark), 0);
