/** A disk as a test writes it: the text of each file by its path, from the workspace of the test. */
import type { Disk, DiskEntry } from '../../../src/facts/disk/disk.ts';

export const workspace = '/home/user/project';

export function givenDisk(files: ReadonlyMap<string, string>): Disk {
  const texts = new Map([...files].map(([path, text]) => [`${workspace}/${path}`, text]));
  const folders = new Set(
    [...texts.keys(), `${workspace}/x`].flatMap((path) =>
      path.split('/').map((_, at, names) => names.slice(0, at).join('/')),
    ),
  );
  const entry = (path: string): DiskEntry => ({
    is: texts.has(path) ? 'file' : folders.has(path) || path === '/' ? 'folder' : 'absent',
  });
  return {
    home: '/home/user',
    entry,
    names: (folder) => [
      ...new Set(
        [...texts.keys()]
          .filter((path) => path.startsWith(`${folder}/`))
          .map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''),
      ),
    ],
    text(file) {
      const text = texts.get(file);
      return text === undefined ? { is: 'absent' } : { is: 'text', text };
    },
  };
}
