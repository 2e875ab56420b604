/** Labels in a memory: how they are set, and what becomes of those of a call that is let go. */
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
