/** The memory of an engine on this machine: where it is kept, and the clock and digest that go with it. */
import { join } from 'node:path';
import type { Program } from '../compile/program.ts';
import type { OnStoreFailure, Remembering } from '../engine/engine.ts';
import { emptyMemory, type Memory } from '../engine/memory.ts';
import type { ImmediateMemoryStore, MemoryStore } from '../engine/memory-store.ts';
import type { ClusterOptions } from '../store/cluster/cluster.ts';
import { openClusterStore } from '../store/cluster/cluster-memories.ts';
import { digestOctets } from '../store/digest.ts';
import { lastChangeOfDatabase } from '../store/memory/database.ts';
import { openMemoryStore } from '../store/memory/embedded.ts';
import { MemoryStoreError } from '../store/memory/failure.ts';
import { openGroupedStore } from '../store/memory/grouped.ts';
import { laterOf } from '../store/memory/later-of.ts';
import { type FileMemoryStore, openFileStore, problemsOfFiles } from '../store/memory/one-file.ts';
import { openVolatileStore } from '../store/memory/volatile.ts';
import { ownUser } from './machine/own-user.ts';
import { userStateFolder } from './machine/user-folders.ts';

export type MachineMemory = Remembering<ImmediateMemoryStore>;
export type ServerMemory = Remembering<MemoryStore>;

export interface MemoryOptions {
  /** Absolute; without one nothing outlives the process. */
  readonly folder: string | undefined;
  /** How long a change waits for another process, in milliseconds. */
  readonly wait?: number;
}

/** Where the server, hooks and proxies of one user share their memory by default. */
export const defaultMemory = (env: Readonly<Record<string, string | undefined>>): string =>
  join(userStateFolder(env), 'memory');

/** The same for a hook, which cannot print a warning: where the folder cannot be used, calls are denied with that reason. */
export function openHookMemory(
  program: Pick<Program, 'scopes' | 'remembers'>,
  folder: string,
): MachineMemory | undefined {
  if (!program.remembers)
    return remembering(program, () => {
      const files = openFiles(folder);
      return laterOf(files, (keys) => lookInDatabase(folder, keys, files));
    });
  try {
    return openMemory(program, { folder, wait: longestWait });
  } catch (error) {
    const fail = (): never => {
      throw error;
    };
    return {
      store: { look: fail, change: fail, size: { memories: 0, evicted: 0 }, close: () => {} },
      now: Date.now,
      digest,
      user: ownUser(),
    };
  }
}

/** Milliseconds: a wait in the database cannot be interrupted, and a hook has to answer in time. */
const longestWait = 1000;

/** SHA-256 in hexadecimal. */
export const digest = (text: string): string => digestOctets(Buffer.from(text)).toString('hex');

/**
 * Opens what a program needs to remember; undefined where its rules ask for
 * nothing. Throws `MemoryStoreError` where the folder cannot be used.
 */
export const openMemory = (
  program: Pick<Program, 'scopes'>,
  { folder, wait }: MemoryOptions,
): MachineMemory | undefined =>
  remembering(program, () =>
    folder === undefined
      ? openVolatileStore({})
      : openMemoryStore({ folder, ...(wait === undefined ? {} : { wait }) }),
  );

/** Memory that several servers share, and what is decided while it cannot be reached. */
export interface ClusterMemory extends ClusterOptions {
  readonly onFailure: OnStoreFailure;
}

/**
 * Opens the memory of a cluster; undefined where rules ask for nothing. It need not be there yet. Users of the system are
 * those of any machine, so none of them is the one whom the memories belong to.
 */
export const openClusterMemory = (
  { scopes }: Pick<Program, 'scopes'>,
  { onFailure, ...options }: ClusterMemory,
): ServerMemory | undefined =>
  scopes.length === 0 ? undefined : { store: openClusterStore(options), now: Date.now, digest, onFailure };

/** The same for a server, where changes that come together are written together. */
export const openServerMemory = (
  program: Pick<Program, 'scopes'>,
  { folder }: { readonly folder: string },
): ServerMemory | undefined =>
  remembering(program, () => {
    const files = openFiles(folder);
    return laterOf(openGroupedStore({ folder }), (keys) => lookInFiles(keys, files));
  });

/** The folder of the memory is checked as well: a user who can write there can replace `files`. */
const openFiles = (folder: string): FileMemoryStore => openFileStore(join(folder, 'files'), Date.now, folder);

/** What is wrong with what is remembered in a folder, as sentences. Opens what is there, and makes nothing. */
export function problemsOfMemory(folder: string): readonly string[] {
  const problems = [...problemsOfFiles(join(folder, 'files'))];
  if (lastChangeOfDatabase(folder) === 0) return problems;
  try {
    openMemoryStore({ folder }).close();
  } catch (error) {
    if (!(error instanceof MemoryStoreError)) throw error;
    problems.push(error.message);
  }
  return problems;
}

/** What hooks have left in files: usually nothing, which must be found out fast. */
const lookInFiles = (keys: readonly string[], files: FileMemoryStore): readonly Memory[] =>
  keys.every((key) => files.lastChange(key) === 0) ? keys.map(() => emptyMemory) : files.look(keys);

/** What a server has left in its database since a hook last wrote: opening one takes longer than most decisions. */
function lookInDatabase(folder: string, keys: readonly string[], files: FileMemoryStore): readonly Memory[] {
  const changed = lastChangeOfDatabase(folder);
  if (keys.every((key) => files.lastChange(key) >= changed)) return keys.map(() => emptyMemory);
  const database = openMemoryStore({ folder, wait: longestWait });
  try {
    return database.look(keys);
  } finally {
    database.close();
  }
}

const remembering = <Store extends MemoryStore>(
  { scopes }: Pick<Program, 'scopes'>,
  open: () => Store,
): Remembering<Store> | undefined =>
  scopes.length === 0 ? undefined : { store: open(), now: Date.now, digest, user: ownUser() };
