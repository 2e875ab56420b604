/** Memories → the view that rules have of them at a time. */
import type { Program } from '../compile/program.ts';
import { noSessionFiles } from '../facts/disk/session-files.ts';
import type { LabelledPlace, LimitState, MemoryScope, MemoryView, SetLabel } from '../facts/memory-view.ts';
import { tallyOf } from './call-list.ts';
import { readPathOf } from './file-mark.ts';
import { emptyMemory, type FileMark, type LabelMark, type Memory, type SetMark } from './memory.ts';
import { isMarkOfFile } from './with-mark.ts';
import { sessionFilesOf } from './written-files.ts';

/** One memory for each scope of a program, in their order. */
export type Memories = readonly Memory[];

/** The view of the memories of a program's scopes. */
export function recall(program: Program, memories: Memories, now: number): MemoryView {
  const of = (scope: MemoryScope): Memory => memories[program.scopes.indexOf(scope)] ?? emptyMemory;
  const at = (memory: Memory): number => Math.max(now, memory.clock);
  return {
    now: at(of('session')),
    written: program.followsFiles ? sessionFilesOf(of('session')) : noSessionFiles,
    label(code): SetLabel | undefined {
      const memory = of(program.labels.find((label) => label.code === code)?.memory ?? 'session');
      const marks = marksIn(memory, code, at(memory));
      const latest = marks.reduce<SetMark | undefined>(
        (last, mark) => (last === undefined || mark.since > last.since ? mark : last),
        undefined,
      );
      return latest && { ...latest, sure: marks.some(({ perhaps }) => perhaps !== true) };
    },
    files(code): readonly LabelledPlace[] {
      const memory = of('session');
      return marksIn(memory, code, at(memory)).flatMap((mark) => (isMarkOfFile(mark) ? [placeOf(mark)] : []));
    },
    limit(code): LimitState | undefined {
      const limit = program.limits.find((each) => each.code === code);
      if (limit === undefined) return undefined;
      const { most, period, scope } = limit;
      const memory = of(scope);
      const time = at(memory);
      const times = countedTimes(memory, code);
      const first = times.findIndex((each) => each > time - period);
      const reached = (first < 0 ? 0 : times.length - first) >= most;
      const oldest = times[times.length - most] ?? time;
      return { most, period, reached, retryAt: reached ? oldest + period : time };
    },
    denials(scope, within, isOne): number {
      const memory = of(scope);
      const after = at(memory) - within;
      // Denials mostly come in rows from one rule, and its name is compared once.
      let last: { readonly code: string; readonly isMeant: boolean } | undefined;
      let count = 0;
      for (const { at, code, also = [] } of memory.denials) {
        if (at <= after) continue;
        if (last?.code !== code) last = { code, isMeant: isOne(code) };
        if (last.isMeant || also.some(isOne)) count++;
      }
      return count;
    },
  };
}

/** Where a mark is. */
const placeOf = (mark: FileMark): LabelledPlace => ({
  path: readPathOf(mark),
  open: mark.open,
  ...(mark.alone === true ? { alone: true } : {}),
  ...(mark.perhaps === true ? { perhaps: true } : {}),
});

export const isActive = ({ until }: SetMark, now: number): boolean => until === null || until > now;

/** The times of the calls that count for a limit, ascending. */
export const countedTimes = ({ counts }: Memory, code: string): readonly number[] =>
  counts.find(({ limit }) => limit === code)?.times ?? [];

/** The marks of a label that are in force: set, or pending while the end of the call is not reported. */
export function marksIn(
  { labels, files, calls }: Memory,
  code: string,
  now: number,
): (LabelMark | FileMark)[] {
  const isOne = (mark: LabelMark | FileMark): boolean => mark.label === code && isActive(mark, now);
  return [...labels.filter(isOne), ...files.filter(isOne), ...tallyOf(calls).unreported.filter(isOne)];
}
