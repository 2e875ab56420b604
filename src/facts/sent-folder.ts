/**
 * The files of a folder that is sent. A pattern such as `**` with `.env` behind it says nothing of a folder, since any
 * folder may hold such a file. Where there is a disk, it says what the folder holds.
 */
import { below, type PathShape, showPathShape } from '../pattern/path-shape.ts';
import type { DiskView } from './disk/disk-view.ts';
import type { PathEffect, SendEffect } from './effect.ts';
import { leftOut } from './filter.ts';

/** The limits of folders that are looked into, and of names: what lies deeper is judged by the folder alone. */
const mostFolders = 40;
const mostNames = 400;

/** Folders of tools: they hold much, and none of the files that rules name. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** A send for each file below the folder that is sent, the upper ones first; none without a disk, and for a single file. */
export function sendsBelow(send: SendEffect, disk: DiskView): readonly SendEffect[] {
  const { source } = send;
  if (source === undefined || !source.recursive || !disk.isReal) return [];
  return namesBelow(source.path, disk).flatMap((names): readonly SendEffect[] => {
    const { leads: _, filter, ...effect } = source;
    const left = filter === undefined ? 'no' : leftOut(filter, names, true, true);
    if (left === 'yes') return [];
    const path = below(source.path, ...names);
    const certain = source.certain && left === 'no';
    const file: PathEffect = {
      ...effect,
      certain,
      path,
      others: [],
      text: showPathShape(path),
      recursive: false,
    };
    return [{ ...send, certain: send.certain && certain, source: file }];
  });
}

/** What lies below a folder, each as the names that lead there. */
function namesBelow(top: PathShape, disk: DiskView): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const folders: (readonly string[])[] = [[]];
  for (let at = 0; at < Math.min(folders.length, mostFolders); at++) {
    const folder = folders[at] ?? [];
    const names = disk.names(below(top, ...folder));
    if (typeof names !== 'object') continue;
    for (const name of names.slice(0, mostNames - found.length)) {
      found.push([...folder, name]);
      if (!skipped.has(name)) folders.push([...folder, name]);
    }
  }
  return found;
}
