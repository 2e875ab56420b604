/**
 * Memories stay small: what is over leaves when its time comes, and what would be
 * too much leaves before, the least useful first. What had to leave early is
 * counted, so that it can be seen.
 */
import type { Program } from '../compile/program.ts';
import type { FileMark, Memory, RememberedCall } from './memory.ts';
import { countedTimes, isActive } from './recall.ts';

/** Characters that one memory may have, as JSON. */
export const largestMemory = 64 * 1024;
/** A call of which nothing more is heard counts as it stands; a retry of it is a new call. */
export const longestCall = 24 * 60 * 60 * 1000;

/** Calls that ended are kept for retries, those that are open for their outcome. */
const mostEnded = 64;
const mostOpen = 256;
const mostDenials = 128;
const mostFiles = 512;
const mostEarly = 32;

/** The memory at a later time: its clock set, and without what is over. */
export function tick(program: Program, memory: Memory, now: number): Memory {
  const clock = Math.max(now, memory.clock);
  const inForce = (mark: { readonly until: number | null }): boolean =>
    mark.until === null || mark.until > clock;
  const recent = ({ at }: { readonly at: number }): boolean => at > clock - longestCall;
  return {
    clock,
    labels: memory.labels.filter(inForce),
    files: memory.files.filter((mark) => isActive(mark, clock)),
    counts: program.limits.flatMap(({ code, period }) => {
      const times = countedTimes(memory, code).filter((time) => time > clock - period);
      return times.length === 0 ? [] : [{ limit: code, times }];
    }),
    denials: memory.denials.filter(recent),
    calls: memory.calls.filter(recent),
    early: memory.early.filter(recent),
    forgotten: memory.forgotten,
  };
}

/** The memory within its bounds. */
export function boundMemory(memory: Memory): Memory {
  let bounded = withCaps(memory);
  if (sizeOf(bounded) <= largestMemory) return bounded;
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
  const isEnded = ({ outcome }: RememberedCall): boolean => outcome !== null;
  const tooMany = {
    ended: Math.max(0, calls.filter(isEnded).length - mostEnded),
    open: Math.max(0, calls.filter((call) => !isEnded(call)).length - mostOpen),
    files: Math.max(0, files.length - mostFiles),
  };
  const left = { ended: tooMany.ended, open: tooMany.open };
  return {
    ...memory,
    calls: calls.filter((call) => left[isEnded(call) ? 'ended' : 'open']-- <= 0),
    denials: denials.slice(-mostDenials),
    files: files.slice(tooMany.files),
    early: early.slice(-mostEarly),
    forgotten: memory.forgotten + tooMany.open + tooMany.files,
  };
}

/** What leaves where the memory is too large, one part at a time; undefined where there is none left. */
const reductions: readonly ((memory: Memory) => Memory | undefined)[] = [
  (memory) => withoutFirst(memory, ({ outcome }) => outcome !== null, 0),
  ({ early, ...memory }) => (early.length === 0 ? undefined : { ...memory, early: early.slice(1) }),
  (memory) => withoutFirst(memory, () => true, 1),
  ({ files, ...memory }) =>
    files.length === 0
      ? undefined
      : { ...memory, files: files.slice(eighthOf(files)), forgotten: memory.forgotten + eighthOf(files) },
  ({ denials, ...memory }) =>
    denials.length === 0
      ? undefined
      : { ...memory, denials: denials.slice(1), forgotten: memory.forgotten + 1 },
];

const eighthOf = ({ length }: readonly FileMark[]): number => Math.ceil(length / 8);

function withoutFirst(
  memory: Memory,
  isOne: (call: RememberedCall) => boolean,
  cost: 0 | 1,
): Memory | undefined {
  const index = memory.calls.findIndex(isOne);
  if (index < 0) return undefined;
  return { ...memory, calls: memory.calls.toSpliced(index, 1), forgotten: memory.forgotten + cost };
}

/**
 * Characters of the memory's JSON. It is asked for at every step, of memories that
 * have all but one or two entries in common with the one before: so entries, which
 * are never changed in place, are measured once.
 */
export function sizeOf({ labels, files, counts, denials, calls, early, clock, forgotten }: Memory): number {
  const rest = { labels: [], files: [], counts: [], denials: [], calls: [], early: [], clock, forgotten };
  const lists = [labels, files, denials, calls, early].reduce((sum, list) => sum + sizeOfList(list), 0);
  return JSON.stringify(rest).length + lists + sizeOfCounts(counts);
}

const sizes = new WeakMap<object, number>();

function sizeOfList(entries: readonly object[]): number {
  let size = Math.max(0, entries.length - 1);
  for (const entry of entries) {
    const known = sizes.get(entry);
    const own = known ?? JSON.stringify(entry).length;
    if (known === undefined) sizes.set(entry, own);
    size += own;
  }
  return size;
}

/** The times of a limit are another list after each call. */
function sizeOfCounts(counts: Memory['counts']): number {
  let size = Math.max(0, counts.length - 1);
  for (const { limit, times } of counts) {
    size += JSON.stringify({ limit, times: [] }).length + Math.max(0, times.length - 1);
    for (const time of times) size += isUsual(time) ? usualDigits : JSON.stringify(time).length;
  }
  return size;
}

/** Milliseconds of the years from 2001 to 2286. */
const isUsual = (time: number): boolean => time >= 1e12 && time < 1e13 && Number.isInteger(time);
const usualDigits = 13;
