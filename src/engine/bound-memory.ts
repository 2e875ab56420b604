/**
 * Memories stay small: what is over leaves when its time comes, and what would be
 * too much leaves before, the least useful first. What had to leave early is
 * counted, so that it can be seen.
 */
import type { Program } from '../compile/program.ts';
import { folderAround, readPathOf, writePath } from './file-mark.ts';
import type { FileMark, LabelMark, Memory, RememberedCall } from './memory.ts';
import { countedTimes, isActive } from './recall.ts';
import { withMark } from './with-mark.ts';

/** Characters that one memory may have, as JSON. */
export const largestMemory = 64 * 1024;
/** A call of which nothing more is heard counts as it stands; a retry of it is a new call. */
export const longestCall = 24 * 60 * 60 * 1000;

/** Calls that ended are kept for retries, those that are open for their outcome. */
const mostEnded = 64;
/** So many of both stay while there is anything else to leave: retries and outcomes mostly come soon. */
const fewestCalls = 8;
const mostOpen = 256;
const mostDenials = 128;
const mostFiles = 512;
const mostEarly = 32;

/** The memory at a later time: its clock set, and without what is over. */
export function tick(program: Program, memory: Memory, now: number): Memory {
  const clock = Math.max(now, memory.clock);
  const inForce = (mark: LabelMark): boolean => isActive(mark, clock);
  const recent = ({ at }: { readonly at: number }): boolean => isRecent(at, clock);
  const { labels, files, calls } = withoutCalls(
    memory,
    memory.calls.filter((call) => !recent(call)),
  );
  return {
    clock,
    labels: labels.filter(inForce),
    files: files.filter(inForce),
    counts: program.limits.flatMap(({ code, period, most }) => {
      const times = countedTimes(memory, code).filter((time) => time > clock - period);
      // Of more than that no outcome to come could make the limit one that is not reached.
      return times.length === 0 ? [] : [{ limit: code, times: times.slice(-(most + mostOpen)) }];
    }),
    denials: memory.denials.filter(recent),
    calls,
    early: memory.early.filter(recent),
    forgotten: memory.forgotten,
  };
}

/** Whether a call or a denial of that time is still remembered. */
export const isRecent = (at: number, clock: number): boolean => at > clock - longestCall;

/** A call that leaves stays as it is: what counts as long as nobody has said how it ended counts for good. */
function withoutCalls(memory: Memory, leaving: readonly RememberedCall[]): Memory {
  if (leaving.length === 0) return memory;
  const gone = new Set(leaving);
  const marks = leaving.flatMap(({ outcome, marks }) => (outcome === null ? marks : []));
  const set = marks
    .filter(({ unlessTold }) => unlessTold)
    .reduce((each, { mark }) => withMark(each, mark), memory);
  return { ...set, calls: memory.calls.filter((call) => !gone.has(call)) };
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
  const { calls } = memory;
  const ended = calls.filter(isEnded);
  const open = calls.filter((call) => !isEnded(call));
  const lost = open.slice(0, Math.max(0, open.length - mostOpen));
  const kept = withoutCalls(memory, [...ended.slice(0, Math.max(0, ended.length - mostEnded)), ...lost]);
  let bounded: Memory = {
    ...kept,
    denials: kept.denials.slice(-mostDenials),
    early: kept.early.slice(-mostEarly),
    forgotten: kept.forgotten + lost.length,
  };
  while (bounded.files.length > mostFiles) bounded = withFewerFiles(bounded);
  return bounded;
}

const isEnded = ({ outcome }: RememberedCall): boolean => outcome !== null;

/** What leaves where the memory is too large, one part at a time; undefined where there is none left. */
const reductions: readonly ((memory: Memory) => Memory | undefined)[] = [
  (memory) => withoutFirst(memory, isEnded, fewestCalls),
  ({ early, ...memory }) => (early.length === 0 ? undefined : { ...memory, early: early.slice(1) }),
  (memory) => (sizeOf(memory.files) > largestMemory / 2 ? withFewerFiles(memory) : undefined),
  (memory) => withoutFirst(memory, (call) => !isEnded(call), fewestCalls),
  (memory) => (memory.files.length === 0 ? undefined : withFewerFiles(memory)),
  ({ denials, ...memory }) =>
    denials.length === 0
      ? undefined
      : { ...memory, denials: denials.slice(1), forgotten: memory.forgotten + 1 },
  (memory) => withoutFirst(memory, () => true, 0),
];

/** Marks on files in one folder make place for one on the folder, where any file may be one that is meant. */
function withFewerFiles(memory: Memory): Memory {
  const leaving = new Set(fullestFolder(memory.files));
  const rest = {
    ...memory,
    files: memory.files.filter((mark) => !leaving.has(mark)),
    forgotten: memory.forgotten + leaving.size,
  };
  return [...leaving].reduce<Memory>((each, mark) => {
    const folder = folderAround(readPathOf(mark));
    return folder === undefined ? each : withMark(each, { ...mark, path: writePath(folder), open: true });
  }, rest);
}

/** Of the folders with the most marks of one label the one with the oldest. */
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

/** Without the oldest of some calls, where there are more than `fewest` of them. */
function withoutFirst(
  memory: Memory,
  isOne: (call: RememberedCall) => boolean,
  fewest: number,
): Memory | undefined {
  const some = memory.calls.filter(isOne);
  const [first] = some;
  if (first === undefined || some.length <= fewest) return undefined;
  const left = withoutCalls(memory, [first]);
  return { ...left, forgotten: left.forgotten + (isEnded(first) ? 0 : 1) };
}

const sizeOf = (value: Memory | Memory['files']): number => JSON.stringify(value).length;
