/**
 * A folder that only its owner can change. A user who can write a memory can remove labels from a session.
 * So a folder or a file in it that belongs to another user, or that others can write, is refused.
 */
import { lstatSync, type Stats, statSync } from 'node:fs';
import { makeFolder } from '../make-folder.ts';
import { byOthers } from '../others.ts';
import { MemoryStoreError } from './failure.ts';

/** Makes the folder (0700) if there is none. Throws a `MemoryStoreError` if it cannot be trusted or used. */
export function claimFolder(folder: string): void {
  const place = `The memory folder ${JSON.stringify(folder)}`;
  let stats: Stats;
  try {
    makeFolder(folder, 0o700);
    stats = statSync(folder);
  } catch (error) {
    const { code = 'the system gives no reason' } = error as NodeJS.ErrnoException;
    throw new MemoryStoreError(
      'folder',
      `${place} cannot be used (${code}): name a folder that this user may write.`,
      error,
    );
  }
  if (!stats.isDirectory()) refuse(place, 'is not a folder', 'name another');
  refuseOthers(place, stats);
}

/** Throws a `MemoryStoreError` if there is something that programs of this user did not write. */
export function checkOwnFile(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const place = `The memory file ${JSON.stringify(file)}`;
  if (!stats.isFile()) refuse(place, 'is not a plain file', 'move it away');
  refuseOthers(place, stats);
}

function refuseOthers(place: string, stats: Stats): void {
  const others = byOthers(stats);
  if (others !== undefined) refuse(place, others.what, others.advice);
}

function refuse(place: string, what: string, advice: string): never {
  throw new MemoryStoreError('folder', `${place} ${what}: ${advice}.`);
}
