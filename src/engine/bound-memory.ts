/**
 * Keeps memories small. An entry leaves when its time is over. If there are too many, the least useful entries leave
 * earlier, and are counted so that people can see it.
 */
import type { Program } from '../compile/program.ts';
import { isSettled, sizeOfMark, tallyOf, withoutSome } from './call-list.ts';
import { folderAround, readPathOf, writePath } from './file-mark.ts';
import type { FileMark, LabelMark, Memory, PendingMark, RememberedCall, RememberedDenial } from './memory.ts';
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
/** So many marks on files of one label stay as they are. */
const fewestMarks = 8;
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

/** What the policies make of a memory. */
type Use = Pick<Program, 'denials' | 'labels'>;

/**
 * The memory within its limits, and larger only where the policies ask for more than fits: denials that rules count stay, and
 * a few marks on files of each label. The labels of lower layers make place first: nothing of a lower layer may take away what
 * the rules of a higher one rest on.
 */
export function boundMemory(memory: Memory, use: Use = { denials: [], labels: [] }): Memory {
  let bounded = withCaps(memory, use);
  if (sizeOf(bounded) <= largestMemory) return bounded;
  for (const reduce of reductions) {
    for (let reduced = reduce(bounded, use); reduced !== undefined; reduced = reduce(bounded, use)) {
      bounded = reduced;
      if (sizeOf(bounded) <= largestMemory) return bounded;
    }
  }
  return bounded;
}

function withCaps(memory: Memory, use: Use): Memory {
  const { calls, denials, files, early } = memory;
  const { settled, open } = tallyOf(calls);
  const over = settled.slice(0, Math.max(0, settled.length - mostSettled));
  const lost = open.slice(0, Math.max(0, open.length - mostOpen));
  const isSmall = over.length + lost.length === 0 && files.length <= mostFiles;
  if (isSmall && denials.length <= mostDenials && early.length <= mostEarly) return memory;
  let bounded: Memory = {
    ...withPending(memory, [...over, ...lost]),
    denials: denials.length > mostDenials ? latestDenials(memory, mostDenials, use) : denials,
    early: early.slice(-mostEarly),
    forgotten: memory.forgotten + lost.filter(isMissed).length,
  };
  while (bounded.files.length > mostFiles) {
    const fewer = withFewerFiles(bounded, use);
    if (fewer === undefined) break;
    bounded = fewer;
  }
  return bounded;
}

/** Only marks that wait for an outcome are guessed: limits have counted the call, and an attempt has set its labels. */
const isMissed = ({ outcome, marks }: RememberedCall): boolean =>
  outcome === null && marks.some(({ on }) => on.length < 3);

/** The memory without the entry that leaves next; undefined if none is left. */
const reductions: readonly ((memory: Memory, use: Use) => Memory | undefined)[] = [
  (memory) => withoutFirst(memory, isSettled, fewestCalls),
  ({ early, ...memory }) => (early.length === 0 ? undefined : { ...memory, early: early.slice(1) }),
  (memory, use) => (sizeOfMarks(memory.files) > largestMemory / 2 ? withFewerFiles(memory, use) : undefined),
  (memory) => withoutFirst(memory, (call) => !isSettled(call), fewestCalls),
  (memory) => withoutFirst(memory, () => true, 1),
  withFewerFiles,
  (memory, use) => {
    const needed = new Set(latestDenials(memory, 0, use));
    const first = memory.denials.findIndex((each) => !needed.has(each));
    if (first < 0) return undefined;
    return { ...memory, denials: memory.denials.toSpliced(first, 1), forgotten: memory.forgotten + 1 };
  },
  (memory) => withoutFirst(memory, () => true, 0),
];

/**
 * The latest denials, so many, and those before them that a rule counts. Of these a rule needs as many as it asks for, and one
 * more for each call that may turn out to have run.
 */
function latestDenials(
  { denials, clock }: Memory,
  most: number,
  { denials: counted }: Use,
): readonly RememberedDenial[] {
  const kept = new Set(most > 0 ? denials.slice(-most) : []);
  for (const { times, within, isOne } of counted) {
    const own = denials.filter(
      ({ at, code, also = [] }) => at > clock - within && [code, ...also].some(isOne),
    );
    for (const each of own.slice(-(times + mostOpen))) kept.add(each);
  }
  return denials.filter((each) => kept.has(each));
}

/**
 * Replaces the marks on files of one folder by a mark on the folder: any file in it may be one of them. Undefined where the
 * rest stays: a few marks of each label, and marks on roots.
 */
function withFewerFiles(memory: Memory, use: Use): Memory | undefined {
  const leaving = new Set(fullestFolder(memory.files, use));
  if (leaving.size === 0) return undefined;
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

/** The folder with the most marks of one label, of the lowest layer that has too many; of several, the one with the oldest mark. */
function fullestFolder(files: readonly FileMark[], { labels }: Use): readonly FileMark[] {
  const layers = new Map(labels.map(({ code, layer }) => [code, layer] as const));
  const counts = new Map<string, number>();
  for (const { label } of files) counts.set(label, (counts.get(label) ?? 0) + 1);
  const folders = new Map<string, { readonly layer: number; readonly marks: FileMark[] }>();
  for (const mark of files) {
    const folder = folderAround(readPathOf(mark));
    if (folder === undefined || (counts.get(mark.label) ?? 0) <= fewestMarks) continue;
    const key = `${mark.label} ${writePath(folder)}`;
    const { marks } =
      folders.get(key) ?? put(folders, key, { layer: layers.get(mark.label) ?? 0, marks: [] });
    marks.push(mark);
  }
  let fullest: { readonly layer: number; readonly marks: readonly FileMark[] } = { layer: -1, marks: [] };
  for (const each of folders.values())
    if (
      each.layer > fullest.layer ||
      (each.layer === fullest.layer && each.marks.length > fullest.marks.length)
    )
      fullest = each;
  return fullest.marks;
}

function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value);
  return value;
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
