/** A disk made from a list of files and links: for tests of policies, and to try a call with the files of another machine. */
import type { Disk, DiskEntry, FileText } from './disk.ts';

/** What is at a path: a text, or the target of a link as it is written. Folders exist if something is in them. */
export type WrittenEntry =
  | { readonly text: string; readonly hasOtherNames?: true }
  | { readonly to: string }
  | 'folder';

/** A disk with exactly these, by their absolute paths. */
export function writtenDisk(entries: ReadonlyMap<string, WrittenEntry>, home: string | undefined): Disk {
  const folders = new Map<string, Set<string>>([['', new Set()]]);
  for (const path of entries.keys())
    for (
      let at = path.lastIndexOf('/'), end = path.length;
      at >= 0;
      end = at, at = path.lastIndexOf('/', at - 1)
    ) {
      const folder = path.slice(0, at);
      const names = folders.get(folder) ?? new Set();
      folders.set(folder, names.add(path.slice(at + 1, end)));
      if (at === 0) break;
    }
  const keyOf = (path: string): string => (path === '/' ? '' : path);
  return {
    home,
    entry(path): DiskEntry {
      const entry = entries.get(path);
      if (folders.has(keyOf(path)) || entry === 'folder') return { is: 'folder' };
      if (entry === undefined) return { is: 'absent' };
      if ('to' in entry) return { is: 'link', to: entry.to };
      return entry.hasOtherNames === true ? { is: 'file', hasOtherNames: true } : { is: 'file' };
    },
    names: (folder) => [...(folders.get(keyOf(folder)) ?? [])].sort(),
    text(file): FileText {
      const entry = entries.get(file);
      return typeof entry === 'object' && 'text' in entry
        ? { is: 'text', text: entry.text }
        : { is: 'absent' };
    },
  };
}
