/** Paths in marks on files: written as text, and read again as the paths they are, with what is not known of them. */
import { DEEP, type PathShape, type Step } from '../pattern/path-shape.ts';
import type { FileMark } from './memory.ts';

/** A path as text; two different paths have different texts. */
export const writePath = ({ anchor, segments }: PathShape): string =>
  JSON.stringify([anchor, ...segments.map((step) => (step === DEEP ? null : step))]);

const read = new WeakMap<FileMark, PathShape>();

/** The path of a mark. Throws where a store gives back what was never written. */
export function readPathOf(mark: FileMark): PathShape {
  let path = read.get(mark);
  if (path === undefined) {
    const [anchor, ...steps] = JSON.parse(mark.path) as [
      PathShape['anchor'],
      ...(Exclude<Step, symbol> | null)[],
    ];
    path = { anchor, segments: steps.map((step) => step ?? DEEP) };
    read.set(mark, path);
  }
  return path;
}
