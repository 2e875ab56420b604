/** Sets labels in a memory. If two marks of one label are on the same file, the later one is in force. A certain mark stays beside an uncertain one. */
import type { FileMark, LabelMark, Memory } from './memory.ts';

export const isMarkOfFile = (mark: LabelMark | FileMark): mark is FileMark => 'path' in mark;

const outlasts = (one: LabelMark, other: LabelMark): boolean =>
  other.until !== null && (one.until === null || one.until > other.until);

/** The memory with the mark; the same memory where it has a later mark of that label, or a longer one on that file. */
export function withMark(memory: Memory, mark: LabelMark | FileMark): Memory {
  const isOther = (each: LabelMark | FileMark): boolean =>
    each.label !== mark.label ||
    each.perhaps !== mark.perhaps ||
    (isMarkOfFile(mark) &&
      isMarkOfFile(each) &&
      (each.path !== mark.path || each.open !== mark.open || each.alone !== mark.alone));
  const isLater = (each: LabelMark | FileMark): boolean => !isOther(each) && each.since > mark.since;
  if (isMarkOfFile(mark)) {
    if (memory.files.some((each) => isLater(each) || (!isOther(each) && outlasts(each, mark)))) return memory;
    return { ...memory, files: [...memory.files.filter(isOther), mark] };
  }
  if (memory.labels.some(isLater)) return memory;
  return { ...memory, labels: [...memory.labels.filter(isOther), mark] };
}
