/** Labels in a memory: how they are set, and what becomes of those of a call that is let go. */
import { anyPath } from '../pattern/path-shape.ts';
import { writePath } from './file-mark.ts';
import type { FileMark, LabelMark, Memory, RememberedCall } from './memory.ts';
import { isOfFile } from './recall.ts';

/** A mark takes the place of an older one of the same label, on the same file. */
export function withMark(memory: Memory, mark: LabelMark | FileMark): Memory {
  if (!isOfFile(mark)) {
    return { ...memory, labels: [...memory.labels.filter(({ label }) => label !== mark.label), mark] };
  }
  const others = memory.files.filter(
    ({ label, path, open }) => label !== mark.label || path !== mark.path || open !== mark.open,
  );
  return { ...memory, files: [...others, mark] };
}

/**
 * What a call leaves behind whose outcome is no longer waited for: labels that
 * count as long as nobody has said how it ended count on.
 */
export function withUntold(memory: Memory, { outcome, marks }: RememberedCall): Memory {
  if (outcome !== null) return memory;
  return marks.reduce((each, { mark, unlessTold }) => (unlessTold ? withMark(each, mark) : each), memory);
}

/**
 * What a call leaves behind that has to leave early, to keep the memory within its
 * bounds: whatever was pending is set, as if the call had ended in the way that is
 * waited for. Flooding a memory makes it stricter, never more forgetful.
 */
export function withPending(memory: Memory, { marks }: RememberedCall): Memory {
  return marks.reduce((each, { mark }) => withMark(each, mark), memory);
}

/** Without the files that were labelled first; in their place every file perhaps has their labels. */
export function withoutFiles(memory: Memory, count: number): Memory {
  const all = memory.files.filter((mark) => mark.path === anyFile);
  const others = memory.files.filter((mark) => mark.path !== anyFile);
  const gone = others.slice(0, count);
  const instead = gone.reduce<readonly FileMark[]>((marks, { label, since, until, tool }) => {
    const known = marks.find((mark) => mark.label === label);
    const lasts = known?.until === null || until === null ? null : Math.max(until, known?.until ?? 0);
    return [
      ...marks.filter((mark) => mark !== known),
      { label, since, until: lasts, tool, path: anyFile, open: true },
    ];
  }, all);
  const forgotten = memory.forgotten + gone.length;
  return { ...memory, files: [...instead, ...others.slice(count)], forgotten };
}

/** How many files have labels of their own. */
export const countFiles = ({ files }: Memory): number => files.filter(({ path }) => path !== anyFile).length;

const anyFile = writePath(anyPath);
