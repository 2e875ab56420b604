/**
 * Checks that a memory still exists. SQLite treats an empty file as an empty database, and goes on with an
 * open file that was removed. So somebody who empties or removes the file would remove all labels from all
 * sessions. A mark beside the file says that there was one, and a process knows the file that it has
 * opened. This does not notice a removed folder, or a file that was replaced by an older copy.
 */
import { type Stats, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryStoreError } from './failure.ts';

/** Beside the database, as soon as it has tables. */
const markFile = (folder: string): string => join(folder, 'memory.begun');

const markText = `bylaw keeps its memory in this folder. Without memory.db, or where that is empty, calls that
need the memory are denied as long as this file is here. To begin with an empty memory,
stop bylaw and remove the whole folder.
`;

/** Whether the folder has had a memory. Ask this before looking for the database: the database is made first. */
export const wasBegun = (folder: string): boolean =>
  statSync(markFile(folder), { throwIfNoEntry: false }) !== undefined;

/** Marks that the folder has a memory. Throws a `MemoryStoreError`. */
export function markBegun(folder: string): void {
  try {
    writeFileSync(markFile(folder), markText, { mode: 0o600 });
  } catch (error) {
    const { code = 'the system gives no reason' } = error as NodeJS.ErrnoException;
    throw new MemoryStoreError(
      'folder',
      `The memory folder ${JSON.stringify(folder)} cannot be written (${code}): name a folder that this user may write.`,
      error,
    );
  }
}

/** The error for a memory that existed and is now missing or empty. */
export const lost = (file: string, what: 'is gone' | 'is empty'): MemoryStoreError =>
  new MemoryStoreError(
    'lost',
    `The memory in ${JSON.stringify(file)} existed before and ${what}: somebody removed the memory of earlier calls. To begin with an empty memory, stop bylaw and remove the whole folder.`,
  );

/** The identity of a file. */
export type FileIdentity = Pick<Stats, 'dev' | 'ino'>;

export function identityOf(file: string): FileIdentity {
  const { dev, ino } = statSync(file);
  return { dev, ino };
}

/** Throws a `MemoryStoreError` if an open database is no longer the file of its name, or was emptied. */
export function checkStillThere(file: string, { dev, ino }: FileIdentity): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  const what =
    stats === undefined
      ? 'was removed'
      : stats.dev !== dev || stats.ino !== ino
        ? 'was replaced by another'
        : stats.size === 0
          ? 'was emptied'
          : undefined;
  if (what === undefined) return;
  throw new MemoryStoreError(
    'lost',
    `The memory file ${JSON.stringify(file)} ${what} while bylaw uses it: find out who did that. To begin with an empty memory, stop bylaw and remove the whole folder.`,
  );
}
