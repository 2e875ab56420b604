/**
 * A folder that only its owner can change. Who can write a memory can take labels
 * off a session, so a folder or a file in it that is somebody else's, or that
 * others can write, is refused rather than used.
 */
import { lstatSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { byOthers } from '../others.ts';
import { MemoryStoreError } from './failure.ts';

/** Makes the folder (0700) where there is none. Throws a `MemoryStoreError` where it cannot be trusted or used. */
export function claimFolder(folder: string): void {
  const place = `The memory folder ${JSON.stringify(folder)}`;
  let stats: Stats;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
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

/** Throws a `MemoryStoreError` where there is something that this user's own programs did not put there. */
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
