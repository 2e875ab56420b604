/**
 * Keeps each memory in a file of its own: for hooks whose rules need nothing but the files that calls wrote. A hook ends after
 * one call, and opening a database would take longer than the decision. A memory without written files has no file. A lock
 * protects each change, so that hooks that run at the same time lose nothing.
 */
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { emptyMemory, type Memory } from '../../engine/memory.ts';
import type { ImmediateMemoryStore } from '../../engine/memory-store.ts';
import { sha256 } from '../sha256.ts';
import { decodeMemory } from './decode.ts';
import { MemoryStoreError } from './failure.ts';
import { checkOwnFile, claimFolder } from './own-folder.ts';

/** Milliseconds. A change takes less than one, so an older lock was left behind by a process that ended. */
const longestHeld = 1000;
/** Milliseconds after which a session counts as ended. */
const longestSession = 7 * 24 * 60 * 60 * 1000;

/** `now`: milliseconds since 1970, by the clock of the file system. Throws a `MemoryStoreError` only in `change`. */
export function openFileStore(folder: string, now: () => number): ImmediateMemoryStore {
  const fileOf = (key: string): string =>
    join(folder, `${sha256(Buffer.from(key, 'utf8')).toString('hex')}.json`);
  return {
    look: (keys) => guarded(folder, () => keys.map(fileOf).map(read)),
    change(keys, change) {
      const files = keys.map(fileOf);
      return guarded(folder, () => {
        if (!files.some(isThere)) {
          const { memories, result } = change(files.map(() => emptyMemory));
          // Most calls write nothing: no lock and no folder are needed.
          if (!memories.some(isTelling)) return result;
        }
        claimFolder(folder);
        return locked(files, now, () => {
          const { memories, result } = change(files.map(read));
          for (const [at, memory] of memories.entries())
            if (memory !== undefined) keep(files[at] ?? '', memory);
          if (memories.some(isTelling)) forgetOld(folder, now());
          return result;
        });
      });
    },
    get size() {
      return { memories: isThere(folder) ? readdirSync(folder).length : 0, evicted: 0 };
    },
    close() {},
  };
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

const isTelling = (memory: Memory | undefined): boolean => memory !== undefined && memory.written.length > 0;

function read(file: string): Memory {
  checkOwnFile(file);
  if (!isThere(file)) return emptyMemory;
  const memory = decodeMemory(readFileSync(file, 'utf8'));
  if (memory === undefined)
    throw new MemoryStoreError(
      'damaged',
      `The memory in ${JSON.stringify(file)} is damaged: remove that file.`,
    );
  return memory;
}

/** Replaces the file of a memory in one step; removes it if no file was written. */
function keep(file: string, memory: Memory): void {
  if (!isTelling(memory)) {
    rmSync(file, { force: true });
    return;
  }
  const next = `${file}.${process.pid}`;
  writeFileSync(next, JSON.stringify(memory), { mode: 0o600 });
  renameSync(next, file);
}

/** Runs `action` while no other process does so for the same files. */
function locked<Result>([file = '']: readonly string[], now: () => number, action: () => Result): Result {
  const lock = `${file}.lock`;
  while (!took(lock)) {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    // A time in the future: the clock was set back.
    if (since !== undefined && Math.abs(now() - since) > longestHeld)
      rmSync(lock, { recursive: true, force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
  try {
    return action();
  } finally {
    rmSync(lock, { force: true });
  }
}

function took(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the memories of sessions that never reported their end. */
function forgetOld(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - since > longestSession) rmSync(file, { recursive: true, force: true });
  }
}

function guarded<Result>(folder: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || error instanceof MemoryStoreError) throw error;
    throw new MemoryStoreError(
      code === 'ENOSPC' ? 'full' : 'failed',
      `The memory folder ${JSON.stringify(folder)} cannot be read or written (${code}): name another with \`--memory\`.`,
      error,
    );
  }
}
