/**
 * Policies that passed their checks and tests, kept in the form that is compiled
 * from, so that a hook need not read policy text again. A cache counts only while
 * everything that it was made from is the same, octet for octet, and only if
 * nobody but the owner of the policies (or root) could have written it.
 */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { CheckedBundle } from '../check/checked.ts';
import { listPolicyFolder } from './policy-folder.ts';
import { userCacheFolder } from './user-folders.ts';

/** What a cache is of: the paths that were named, absolute, and the engine that it is for. */
export interface CacheKey {
  readonly paths: readonly string[];
  /** Changes with every build: the form of a bundle is nobody else's business. */
  readonly build: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A folder beside the policies; where an administrator puts a cache for all users. */
export const sharedCacheFolder = '.compiled';

/** Policies as a cache holds them. */
export interface KeptPolicies {
  readonly bundle: CheckedBundle;
  /** Tells them from others: 64 hexadecimal digits. */
  readonly digest: string;
}

/**
 * The checked policies of the paths, if a cache holds them; undefined otherwise.
 * Never throws: whatever is wrong with a cache, the policies can be read again.
 */
export function readPolicyCache(key: CacheKey): KeptPolicies | undefined {
  for (const folder of cacheFolders(key)) {
    try {
      const kept = readFrom(join(folder, cacheName(key)), key);
      if (kept !== undefined) return kept;
    } catch {}
  }
  return undefined;
}

/** What a cache is made from. */
export interface CacheContent extends KeptPolicies {
  /** Every file that was read for it, absolute: policies, and events that tests name. */
  readonly files: readonly string[];
  /** Whether the files are still what they were when the first of them was read; asked after they are read again. */
  isCurrent(): boolean;
}

/**
 * Keeps checked policies: for this user, or, `shared`, beside the policies for
 * all who may read them. Returns the file, or undefined where it cannot be kept.
 */
export function writePolicyCache(key: CacheKey, content: CacheContent, shared = false): string | undefined {
  const folder = shared ? sharedFolderOf(key) : userCacheFolder(key.env);
  if (folder === undefined || (!shared && !isMine(key))) return undefined;
  const file = join(folder, cacheName(key));
  const partial = `${file}.${process.pid}`;
  try {
    const inventory = inventoryOf(key.paths, content.files);
    // Policies that have changed since they were read are not those that were checked.
    if (inventory === undefined || !content.isCurrent()) return undefined;
    const { digest, files } = content;
    const header = JSON.stringify({ build: key.build, digest, files, inventory: inventory.length });
    mkdirSync(folder, { recursive: true, mode: shared ? 0o755 : 0o700 });
    const bundle = Buffer.from(JSON.stringify(withoutTests(content.bundle)));
    writeFileSync(partial, Buffer.concat([Buffer.from(`${header}\n`), inventory, bundle]), {
      mode: shared ? 0o644 : 0o600,
      flag: 'wx',
    });
    renameSync(partial, file);
    return file;
  } catch {
    try {
      unlinkSync(partial);
    } catch {}
    return undefined;
  }
}

/** Rules are tested before they are kept, and their tests are as long as they are. */
const withoutTests = (bundle: CheckedBundle): CheckedBundle => ({
  ...bundle,
  rules: bundle.rules.map((rule) => ({ ...rule, tests: [], scenarios: [] })),
});

function readFrom(file: string, { paths, build }: CacheKey): KeptPolicies | undefined {
  const owners = ownersOf(paths);
  if (!isSafe(statSync(dirname(file)), owners)) return undefined;
  const bytes = readSafely(file, owners);
  if (bytes === undefined) return undefined;
  const end = bytes.indexOf(0x0a);
  const header: { build: string; digest: string; files: string[]; inventory: number } = JSON.parse(
    bytes.toString('utf8', 0, end),
  );
  if (header.build !== build) return undefined;
  const start = end + 1;
  const inventory = inventoryOf(paths, header.files);
  if (inventory === undefined || inventory.length !== header.inventory) return undefined;
  if (bytes.compare(inventory, 0, inventory.length, start, start + inventory.length) !== 0) return undefined;
  return { bundle: JSON.parse(bytes.toString('utf8', start + inventory.length)), digest: header.digest };
}

/** The same file is looked at and read, and it is no link. */
function readSafely(file: string, owners: ReadonlySet<number>): Buffer | undefined {
  const descriptor = openSync(
    file,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() && isSafe(stats, owners) ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Written by somebody who could as well have written the policies, and by nobody else. */
const isSafe = ({ uid, mode }: Stats, owners: ReadonlySet<number>): boolean =>
  process.platform === 'win32' || (owners.has(uid) && (mode & 0o022) === 0);

/** Who owns all the policies; root may write everything anyway. */
function ownersOf(paths: readonly string[]): ReadonlySet<number> {
  const [first, ...others] = new Set(paths.map((path) => statSync(path).uid));
  return new Set(first === undefined || others.length > 0 ? [0] : [0, first]);
}

/** Whether the policies are this user's to change. */
export const isMine = ({ paths }: Pick<CacheKey, 'paths'>): boolean => {
  const uid = process.getuid?.();
  return uid === undefined || ownersOf(paths).has(uid);
};

/** Where a cache may be: beside the policies for all users, or in the user's own folder. */
function cacheFolders(key: CacheKey): readonly string[] {
  return [userCacheFolder(key.env), sharedFolderOf(key)].flatMap((folder) => folder ?? []);
}

function sharedFolderOf({ paths: [first] }: CacheKey): string | undefined {
  if (first === undefined) return undefined;
  const isFolder = statSync(first, { throwIfNoEntry: false })?.isDirectory() === true;
  return join(isFolder ? first : dirname(first), sharedCacheFolder);
}

/** A name for a cache; two keys may share one, since what a cache is of stands in it. */
function cacheName({ paths }: CacheKey): string {
  let hash = 0xcbf29ce484222325n;
  for (const unit of Buffer.from(paths.join('\0')))
    hash = BigInt.asUintN(64, (hash ^ BigInt(unit)) * 0x100000001b3n);
  return `policies-${hash.toString(16).padStart(16, '0')}`;
}

/**
 * Everything that policies are read from, as octets: which files there are, and
 * what is in them. Undefined where something cannot be read.
 */
function inventoryOf(paths: readonly string[], files: readonly string[]): Buffer | undefined {
  const parts: Buffer[] = [];
  for (const path of paths) {
    parts.push(Buffer.from(`${path}\n`));
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    const listing = listPolicyFolder(path);
    if (listing.unreadable.length > 0) return undefined;
    parts.push(Buffer.from([...listing.files, '', ...listing.tests, '', ...listing.profiles, ''].join('\n')));
  }
  for (const file of files) {
    const content = readFileSync(file);
    parts.push(Buffer.from(`${file}\n${content.length}\n`), content);
  }
  return Buffer.concat(parts);
}
