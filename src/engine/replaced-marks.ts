/**
 * Where a call makes a link, a path leads elsewhere: a label that was surely on that path, around it or below it, is from then
 * on perhaps on another file. It still denies, and excuses nothing.
 */
import type { PathEffect } from '../facts/effect/effect.ts';
import type { Facts } from '../facts/facts.ts';
import type { PathShape } from '../pattern/path/path-shape.ts';
import { isUnder } from '../pattern/path/path-shape-test.ts';
import { NO } from '../pattern/text/truth.ts';
import { readPathOf } from './file-mark.ts';
import type { FileMark, LabelMark, Memory } from './memory.ts';
import { isMarkOfFile, withMark } from './with-mark.ts';

const broad = { exact: false, below: true };

/** Whether a path may lead over a link that a call makes. */
export function linksAt({ effects }: Facts): (path: PathShape) => boolean {
  const views = effects.paths.filter(isLink).flatMap(({ path, others }) => [path, ...others]);
  return (path) =>
    views.some((view) => isUnder(path, view, broad) !== NO || isUnder(view, path, broad) !== NO);
}

const isLink = ({ keeps }: PathEffect): boolean => keeps === 'link';

/** The memory with the labels that the links of a call make doubtful; the same memory where there are none. */
export function withLinks(memory: Memory, facts: Facts): Memory {
  if (!facts.effects.paths.some(isLink)) return memory;
  const isAtLink = linksAt(facts);
  const doubtful = (mark: LabelMark | FileMark): LabelMark | FileMark =>
    isMarkOfFile(mark) && isAtLink(readPathOf(mark)) ? { ...mark, perhaps: true } : mark;
  const calls = memory.calls.map((call) => ({
    ...call,
    marks: call.marks.map((pending) => ({ ...pending, mark: doubtful(pending.mark) })),
  }));
  return memory.files.map(doubtful).reduce(withMark, { ...memory, calls, files: [] });
}
