/**
 * Policies that passed their checks and tests, kept in the form that is compiled
 * from, so that policy text is not read again. A cache counts only while
 * everything that it was made from is the same, octet for octet, and only if
 * only the owner of the policies (or root) could have written it.
 */
import {
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  openSync,
  readdirSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { CheckedBundle } from '../../check/tree/checked.ts';
import { makeFolder } from '../../store/make-folder.ts';
import { readRegularFile, statOf } from '../machine/regular-file.ts';
import { userCacheFolder } from '../machine/user-folders.ts';
import { isLayersFile, listPolicyFolder } from '../policy-files/policy-folder.ts';
import { isCacheOff } from './cache-switch.ts';
import { type KeptFacts, type KeptPolicies, readEntry, readFrom, readOf, writeEntry } from './kept-entry.ts';
import { type PackedPolicies, packPolicies } from './packed-policies.ts';

/** What a cache is of: the paths that were named, absolute, and the engine that it is for. */
export interface CacheKey {
  readonly paths: readonly string[];
  /** Changes with every build: no other build reads this form of a bundle. */
  readonly build: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A folder beside the policies; where an administrator puts a cache for all users. */
const sharedCacheFolder = '.compiled';

/**
 * The checked policies of the paths, if a cache holds them; undefined otherwise.
 * `withTests`: the rules have their tests. Never throws: whatever is wrong with a cache, the policies can be read again.
 */
export function readPolicyCache(key: CacheKey, { withTests = false } = {}): KeptPolicies | undefined {
  if (isCacheOff(key.env)) return undefined;
  for (const folder of cacheFolders(key)) {
    try {
      const kept = readFile(join(folder, cacheName(key)), key, withTests);
      if (kept !== undefined) return kept;
    } catch {}
  }
  return undefined;
}

/** What a cache is made from. */
export interface CacheContent extends KeptFacts {
  /** What has passed its checks, and its tests. */
  readonly bundle: CheckedBundle;
  /** Whether the files are still what they were when the first of them was read; asked after they are read again. */
  isCurrent(): boolean;
}

/**
 * Keeps checked policies: for this user, or, `shared`, beside the policies for
 * all who may read them. Returns the file, or undefined where it cannot be kept.
 */
export function writePolicyCache(key: CacheKey, content: CacheContent, shared = false): string | undefined {
  const entry = cacheEntry(key, content);
  return entry && keepEntry(key, entry, shared);
}

/** An entry of a cache as octets, in parts; undefined where it would not be true. Never throws. */
export function cacheEntry(
  { paths, build }: Pick<CacheKey, 'paths' | 'build'>,
  { bundle, isCurrent, ...facts }: CacheContent,
  packed: PackedPolicies = packPolicies(bundle),
): readonly Buffer[] | undefined {
  try {
    const inventory = Buffer.concat([...inventoryOf(paths, facts)]);
    // Policies that have changed since they were read are not those that were checked.
    return isCurrent() ? writeEntry({ build, facts, inventory, ...packed }) : undefined;
  } catch {
    return undefined;
  }
}

/** An entry that goes from one process to another and never is in a file: it says nothing of what it was made from. */
export const newEntry = (
  build: string,
  { bundle: _, isCurrent: __, ...facts }: CacheContent,
  packed: PackedPolicies,
): readonly Buffer[] =>
  writeEntry({
    build,
    facts,
    inventory: Buffer.alloc(0),
    ...packed,
  });

/** The policies of such an entry; undefined for octets that are no entry, or were cut off. */
export function readNewEntry(build: string, octets: Buffer): KeptPolicies | undefined {
  try {
    return readEntry(readOf(octets), build, () => true, true);
  } catch {
    return undefined;
  }
}

/** Puts an entry where `readPolicyCache` finds it; returns the file, or undefined where it cannot be kept. Never throws. */
export function keepEntry(key: CacheKey, entry: readonly Buffer[], shared = false): string | undefined {
  if (isCacheOff(key.env)) return undefined;
  let partial: string | undefined;
  try {
    const folder = shared ? sharedFolderOf(key) : userCacheFolder(key.env);
    if (folder === undefined || (!shared && !isMine(key))) return undefined;
    const file = join(folder, cacheName(key));
    partial = `${file}.${process.pid}`;
    makeFolder(folder, shared ? 0o755 : 0o700);
    writeFileSync(partial, Buffer.concat(entry), { mode: shared ? 0o644 : 0o600, flag: 'wx' });
    renameSync(partial, file);
    boundFolder(folder, file);
    return file;
  } catch {
    try {
      if (partial !== undefined) unlinkSync(partial);
    } catch {}
    return undefined;
  }
}

/** So many entries are kept, and so many octets of them. */
const mostEntries = 64;
const mostOctets = 256 * 1024 * 1024;
/** Milliseconds after which no process still writes a file. */
const staleAfter = 60 * 60 * 1000;
/** How often it is noted that an entry is used, in milliseconds. */
const noteEvery = 24 * 60 * 60 * 1000;

/** Lets go of the entries that were used longest ago, and of what a process that died has left. */
function boundFolder(folder: string, written: string): void {
  const entries = readdirSync(folder).flatMap((name) => {
    if (!/^policies-[0-9a-f]{16}(?:\.\d+)?$/.test(name)) return [];
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ file, name, size: stats.size, usedAt: stats.mtimeMs }];
  });
  let octets = 0;
  let count = 0;
  for (const { file, name, size, usedAt } of entries.sort((a, b) => b.usedAt - a.usedAt)) {
    if (name.includes('.')) {
      if (usedAt < Date.now() - staleAfter) unlinkSync(file);
      continue;
    }
    octets += size;
    count++;
    if (file !== written && (count > mostEntries || octets > mostOctets)) unlinkSync(file);
  }
}

function readFile(file: string, { paths, build }: CacheKey, withTests: boolean): KeptPolicies | undefined {
  const owners = ownersOf(paths);
  if (!isSafe(statSync(dirname(file)), owners)) return undefined;
  return withSafeFile(file, owners, (descriptor) => {
    const kept = readEntry(
      readFrom(descriptor),
      build,
      (facts, inventory) => isInventory(inventory, inventoryOf(paths, facts)),
      withTests,
    );
    if (kept !== undefined) noteUse(descriptor);
    return kept;
  });
}

/** An entry whose use cannot be noted, such as one of another user, loses only its rank. */
function noteUse(descriptor: number): void {
  try {
    const now = new Date();
    if (fstatSync(descriptor).mtimeMs < now.getTime() - noteEvery) futimesSync(descriptor, now, now);
  } catch {}
}

/** The same file is looked at and read, and it is no link. */
function withSafeFile<Result>(
  file: string,
  owners: ReadonlySet<number>,
  read: (descriptor: number) => Result,
): Result | undefined {
  const descriptor = openSync(
    file,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() && isSafe(stats, owners) ? read(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Whether only users who could write the policies could have written the cache. */
const isSafe = ({ uid, mode }: Stats, owners: ReadonlySet<number>): boolean =>
  process.platform === 'win32' || (owners.has(uid) && (mode & 0o022) === 0);

/** Who owns all the policies; root may write everything anyway. */
function ownersOf(paths: readonly string[]): ReadonlySet<number> {
  const [first, ...others] = new Set(paths.map((path) => statSync(path).uid));
  return new Set(first === undefined || others.length > 0 ? [0] : [0, first]);
}

/** Whether the policies are this user's to change. */
const isMine = ({ paths }: Pick<CacheKey, 'paths'>): boolean => {
  const uid = process.getuid?.();
  return uid === undefined || ownersOf(paths).has(uid);
};

/** Where a cache may be: beside the policies for all users, or in the user's own folder. */
function cacheFolders(key: CacheKey): readonly string[] {
  return [userCacheFolder(key.env), sharedFolderOf(key)].flatMap((folder) => folder ?? []);
}

function sharedFolderOf({ paths: [first] }: CacheKey): string | undefined {
  if (first === undefined) return undefined;
  const isFolder = statOf(first)?.isDirectory() === true;
  return join(isFolder ? first : dirname(first), sharedCacheFolder);
}

/** A name for a cache. Two keys may share a name, since a cache says which policies it is of. */
function cacheName({ paths }: CacheKey): string {
  let hash = 0xcbf29ce484222325n;
  for (const unit of Buffer.from(paths.join('\0')))
    hash = BigInt.asUintN(64, (hash ^ BigInt(unit)) * 0x100000001b3n);
  return `policies-${hash.toString(16).padStart(16, '0')}`;
}

/**
 * Everything that policies are read from, as octets: which files there are, and
 * what is in them. Throws where something cannot be read.
 */
function* inventoryOf(
  paths: readonly string[],
  { root, sources, recorded, leftOut, paths: named }: KeptFacts,
): Generator<Buffer> {
  for (const path of [...paths, ...named.filter((each) => !paths.includes(each))]) {
    yield Buffer.from(`${path}\n`);
    if (isLayersFile(path)) yield readRegularFile(path);
    if (statOf(path)?.isDirectory() !== true) continue;
    const listing = listPolicyFolder(path);
    if (listing.unreadable.length > 0) throw new Error('a folder cannot be read');
    yield Buffer.from([...listing.files, '', ...listing.tests, '', ...listing.profiles, ''].join('\n'));
  }
  for (const name of [...sources, ...recorded, ...leftOut]) {
    const file = join(root, name);
    const content = readRegularFile(file);
    yield Buffer.from(`${file}\n${content.length}\n`);
    yield content;
  }
}

function isInventory(kept: Buffer, parts: Iterable<Buffer>): boolean {
  let at = 0;
  for (const part of parts) {
    if (at + part.length > kept.length || kept.compare(part, 0, part.length, at, at + part.length) !== 0)
      return false;
    at += part.length;
  }
  return at === kept.length;
}
