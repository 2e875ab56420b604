/**
 * The files of a folder that is sent. A pattern such as `**` with `.env` behind it says nothing of a folder, since any
 * folder may hold such a file. Where there is a disk, it says what the folder holds.
 */
import { below, DEEP, type PathShape, showPathShape } from '../../pattern/path/path-shape.ts';
import { textShape } from '../../pattern/text/shape.ts';
import type { DiskView } from '../disk/disk-view.ts';
import type { PathEffect, SendEffect } from '../effect/effect.ts';
import { leftOut } from '../effect/filter.ts';

/** The limit of names that are looked at below one folder. Where there are more, any other file may be sent as well. */
const mostNames = 250;

/** Folders of tools hold much, so that they come last. */
const isLast = (name: string): boolean => name === '.git' || name === 'node_modules';

/** A send for each file below the folder that is sent, the upper ones first; none without a disk, and for a single file. */
export function sendsBelow(send: SendEffect, disk: DiskView): readonly SendEffect[] {
  const { source } = send;
  if (source === undefined || !source.recursive || !disk.isReal) return [];
  const { leads: _, filter, ...folder } = source;
  const sendOf = (file: Pick<PathEffect, 'path' | 'others' | 'certain'>): SendEffect => {
    const effect: PathEffect = { ...folder, ...file, text: showPathShape(file.path), recursive: false };
    return { ...send, certain: send.certain && effect.certain, source: effect };
  };
  const { found, isWhole } = namesBelow(source.path, disk);
  const sends = found.flatMap((names): readonly SendEffect[] => {
    const left = filter === undefined ? 'no' : leftOut(filter, names, true, true);
    if (left === 'yes') return [];
    const path = below(source.path, ...names);
    const others = disk.reals(textShape(showPathShape(path)), undefined, path, true);
    return [sendOf({ path, others, certain: source.certain && left === 'no' })];
  });
  if (isWhole) return sends;
  const rest: PathShape = { anchor: source.path.anchor, segments: [...source.path.segments, DEEP] };
  return [...sends, sendOf({ path: rest, others: [], certain: false })];
}

/** What lies below a folder, each as the names that lead there. `isWhole`: there is no more than that. */
function namesBelow(
  top: PathShape,
  disk: DiskView,
): { found: readonly (readonly string[])[]; isWhole: boolean } {
  const found: (readonly string[])[] = [];
  const folders: (readonly string[])[] = [[]];
  const last: (readonly string[])[] = [];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift() ?? last.shift()) {
    const names = disk.names(below(top, ...folder));
    if (typeof names !== 'object' || found.length + names.length > mostNames)
      return { found, isWhole: false };
    for (const name of names) {
      const path = [...folder, name];
      found.push(path);
      (isLast(name) ? last : folders).push(path);
    }
  }
  return { found, isWhole: true };
}
