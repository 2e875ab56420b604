/**
 * Keeps each memory in a separate file: for hooks whose rules need nothing but the files that calls wrote.
 * A hook ends after one call, and opening a database would take longer than the decision. A memory without
 * written files has no file. A lock protects each change, so that hooks that run at the same time lose
 * nothing.
 */
import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { emptyMemory, type Memory } from '../../engine/memory.ts';
import type { ImmediateMemoryStore } from '../../engine/memory-store.ts';
import { BoundedCache } from '../../facts/event/bounded-cache.ts';
import { sha256 } from '../sha256.ts';
import { decodeMemory } from './decode.ts';
import { MemoryStoreError } from './failure.ts';
import { checkOwnFile, claimFolder } from './own-folder.ts';

/** Milliseconds. A change takes less than one, so an older lock is from a process that ended. */
const longestHeld = 1000;
/** The files of a memory: itself, its next version, its lock. Other files are never removed. */
const ownFile = /^[0-9a-f]{64}\.json(?:\.\d+|\.lock(?:\.\d+)?)?$/;
/** Milliseconds after which a session counts as ended. */
const longestSession = 7 * 24 * 60 * 60 * 1000;

/** Memories that a process keeps as they were last read. */
const mostKept = 200;

export interface FileMemoryStore extends ImmediateMemoryStore {
  /** When the memory of a key was last written, in milliseconds since 1970; 0 where there is none. */
  lastChange(key: string): number;
}

/**
 * `now`: milliseconds since 1970, by the clock of the file system. `around`: a folder around it that must
 * belong to the user too. Throws a `MemoryStoreError` in `look` and `change`.
 */
export function openFileStore(folder: string, now: () => number, around = folder): FileMemoryStore {
  const claim = (): void => {
    if (around !== folder) claimFolder(around);
    claimFolder(folder);
  };
  const read = reader();
  // A server asks for the same sessions again and again.
  const names = new BoundedCache<string>(mostKept);
  const fileOf = (key: string): string => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const file = join(folder, `${sha256(Buffer.from(key, 'utf8')).toString('hex')}.json`);
    names.set(key, file);
    return file;
  };
  return {
    look: (keys) =>
      guarded(folder, () => {
        // A missing folder has no memories, and is made for the first one.
        if (!isThere(folder)) return keys.map(() => emptyMemory);
        claim();
        return keys.map(fileOf).map(read);
      }),
    change(keys, change) {
      const files = keys.map(fileOf);
      return guarded(folder, () => {
        if (!files.some(isThere)) {
          const { memories, result } = change(files.map(() => emptyMemory));
          // Most calls write nothing: no lock and no folder are needed.
          if (!memories.some(isTelling)) return result;
        }
        claim();
        return locked(files, now, () => {
          const { memories, result } = change(files.map(read));
          const isNew = memories.some((memory, at) => isTelling(memory) && !isThere(files[at] ?? ''));
          for (const [at, memory] of memories.entries())
            if (memory !== undefined) keep(files[at] ?? '', memory);
          if (isNew) forgetOld(folder, now());
          return result;
        });
      });
    },
    lastChange: (key) => lstatSync(fileOf(key), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    get size() {
      return { memories: isThere(folder) ? readdirSync(folder).length : 0, evicted: 0 };
    },
    close() {},
  };
}

/** What is wrong with the memories in a folder, as sentences; empty if nothing is. */
export function problemsOfFiles(folder: string): readonly string[] {
  if (!isThere(folder)) return [];
  const problems: string[] = [];
  const look = (action: () => unknown): void => {
    try {
      guarded(folder, action);
    } catch (error) {
      if (!(error instanceof MemoryStoreError)) throw error;
      problems.push(error.message);
    }
  };
  look(() => claimFolder(folder));
  if (problems.length === 0)
    for (const name of readdirSync(folder))
      if (/^[0-9a-f]{64}\.json$/.test(name)) look(() => readMemory(join(folder, name)));
  return problems;
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const isTelling = (memory: Memory | undefined): boolean => memory !== undefined && memory.written.length > 0;

/** Reads memories. An unchanged file is not read again: each change replaces the file. */
function reader(): (file: string) => Memory {
  const kept = new Map<string, { readonly stamp: string; readonly memory: Memory }>();
  return (file) => {
    checkOwnFile(file);
    const stats = lstatSync(file, { throwIfNoEntry: false, bigint: true });
    if (stats === undefined) return emptyMemory;
    const stamp = `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
    const known = kept.get(file);
    if (known?.stamp === stamp) return known.memory;
    const memory = readMemory(file);
    kept.delete(file);
    kept.set(file, { stamp, memory });
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return memory;
  };
}

function readMemory(file: string): Memory {
  checkOwnFile(file);
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
    checkOwnFile(lock);
    const since = lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    // A time in the future means that the clock was set back.
    if (since !== undefined && Math.abs(now() - since) > longestHeld) stealOld(lock, since);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
  try {
    return action();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Removes an old lock. If several processes see it, only one can rename it; if it renamed a newer lock by
 * accident, it puts that back.
 */
function stealOld(lock: string, since: number): void {
  const stolen = `${lock}.${process.pid}`;
  try {
    renameSync(lock, stolen);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (lstatSync(stolen).mtimeMs !== since) linkBack(stolen, lock);
  rmSync(stolen, { force: true });
}

function linkBack(stolen: string, lock: string): void {
  try {
    linkSync(stolen, lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
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
    if (!ownFile.test(name)) continue;
    const file = join(folder, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats?.isFile() === true && now - stats.mtimeMs > longestSession) rmSync(file, { force: true });
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
