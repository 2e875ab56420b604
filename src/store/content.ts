/**
 * Uploaded content on disk. A confirmed upload is one file,
 * `<directory>/<SHA-256 of the scope>/<reference>`, and the reference holds the size and the digest, so
 * that one rename both confirms the bytes and records their size and digest. There is no index that could
 * be lost or be wrong. Several processes may share a directory, and an administrator removes content by
 * removing its file. The same octets in the same scope have the same reference, and are kept once, until
 * `maxAge` after their last upload: the time of the file is the time of the last upload. No text of a
 * client becomes part of a name, except the digest of its octets, once it is checked.
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { claimName, giveUpName, removeAbandoned } from './unfinished.ts';
import {
  type ContentStatus,
  entryBytes,
  type PutProblem,
  type PutResult,
  readAll,
  readRef,
  refOf,
  type Upload,
} from './upload.ts';

export interface ContentStoreOptions {
  /** Created if it does not exist. Its parent must be on the disk for the content. */
  readonly directory: string;
  /** The largest single upload, in octets. */
  readonly maxBytes: number;
  /** All uploads together, in octets, with `entryBytes` for each, as this process has counted them. */
  readonly maxTotalBytes: number;
  /** The least milliseconds that content is kept after its last upload. */
  readonly maxAge: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface StoredContent {
  readonly path: string;
  /** In octets. */
  readonly size: number;
  /** 64 lowercase hexadecimal digits. */
  readonly sha256: string;
}

export interface ContentStore {
  readonly maxBytes: number;
  readonly status: ContentStatus;
  /**
   * Stores the octets of a stream, which must be `size` and have the digest
   * `sha256`. The receipt comes when they are on the disk under their name, and
   * survive the end of the process. Never rejects.
   */
  put(scope: string, size: number, sha256: string, stream: AsyncIterable<Uint8Array>): Promise<PutResult>;
  /** The content behind a reference of the scope; a reference of another scope is unknown. Never throws. */
  find(scope: string, ref: string): StoredContent | undefined;
  /** Removes uploads that are too old. Never rejects. */
  sweep(): Promise<void>;
  /** Stops looking for old uploads. */
  close(): void;
}

/**
 * Opens the store in a directory: creates it (0700), removes unfinished files of dead processes, and adds
 * up the sizes. Rejects with a sentence if the directory cannot be used.
 */
export async function openContentStore(options: ContentStoreOptions): Promise<ContentStore> {
  const { directory, maxBytes, maxTotalBytes, maxAge, now = Date.now } = options;
  const unfinished = join(directory, 'unfinished');
  let total = 0;
  let removed = 0;
  const uploads = { kept: 0, there: 0, 'too-large': 0, length: 0, digest: 0, aborted: 0, full: 0, failed: 0 };
  /** The room that is reserved for running uploads. */
  let reserved = 0;
  let recount: Promise<void> | undefined;
  let lastSweep = 0;
  /** The files that are being uploaded, with the number of uploads: none of them is too old. */
  const underWay = new Map<string, number>();
  /** Those of them that have been counted. */
  const counted = new Set<string>();
  /** The folders whose own names are known to be on the disk. */
  const kept = new Set<string>();
  try {
    await makeDirectories(unfinished);
    await removeAbandoned(unfinished);
    await sweepNow();
    total = await addUp(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code ?? 'the system gives no reason';
    const place = JSON.stringify(directory);
    throw new Error(
      `The content directory ${place} cannot be used (${reason}): choose a directory that this user may write.`,
      { cause: error },
    );
  }
  const timer = setInterval(() => void sweep(), Math.min(maxAge, longestBetweenSweeps));
  timer.unref();

  return {
    maxBytes,
    get status() {
      return { octets: total, maxTotalBytes, uploads, removed };
    },
    put,
    find: (scope, ref) => findContent(directory, scope, ref),
    sweep,
    close: () => clearInterval(timer),
  };

  async function put(
    scope: string,
    size: number,
    sha256: string,
    stream: AsyncIterable<Uint8Array>,
  ): Promise<PutResult> {
    const path = join(scopeFolder(directory, scope), refOf(scope, size, sha256));
    const upload = { size, sha256, stream };
    underWay.set(path, (underWay.get(path) ?? 0) + 1);
    try {
      const isThere = size <= maxBytes && (await hasSize(path, size));
      const problem = isThere ? await renew(path, upload) : await putNew(path, upload);
      uploads[problem ?? (isThere ? 'there' : 'kept')] += 1;
      const ref = basename(path);
      return problem === undefined ? { ok: true, receipt: { ref, size, sha256 } } : { ok: false, problem };
    } finally {
      const left = (underWay.get(path) ?? 1) - 1;
      if (left > 0) underWay.set(path, left);
      else {
        underWay.delete(path);
        counted.delete(path);
      }
    }
  }

  /** Accepts octets that are there already: they need no room, and their age starts again. */
  async function renew(path: string, upload: Upload): Promise<PutProblem | undefined> {
    const problem = await readAll(upload, async () => {});
    if (problem !== undefined) return problem;
    const time = new Date(now());
    return await utimes(path, time, time).then(
      () => undefined,
      () => 'failed' as const,
    );
  }

  async function putNew(path: string, upload: Upload): Promise<PutProblem | undefined> {
    if (upload.size > maxBytes) return 'too-large';
    const cost = upload.size + entryBytes;
    if (!(await reserve(cost))) return 'full';
    try {
      return await store(path, upload);
    } finally {
      reserved -= cost;
    }
  }

  function sweep(): Promise<void> {
    return sweepNow().catch(() => undefined);
  }

  async function sweepNow(): Promise<void> {
    lastSweep = now();
    for await (const { path, cost } of confirmed(directory)) {
      if (underWay.has(path)) continue;
      const status = await stat(path).catch(() => undefined);
      if (status === undefined || now() - status.mtimeMs < maxAge || underWay.has(path)) continue;
      await rm(path, { force: true });
      removed += 1;
      total = Math.max(0, total - cost);
    }
  }

  async function reserve(cost: number): Promise<boolean> {
    // Files may have been removed since they were counted: count them again.
    if (total + reserved + cost > maxTotalBytes) {
      recount ??= makeRoom()
        .then(() => addUp(directory))
        .then((sum) => {
          total = sum;
        })
        .catch(() => undefined)
        .finally(() => {
          recount = undefined;
        });
      await recount;
    }
    if (total + reserved + cost > maxTotalBytes) return false;
    reserved += cost;
    return true;
  }

  /** Not with each upload: the search reads every file. */
  async function makeRoom(): Promise<void> {
    if (now() - lastSweep >= shortestBetweenSweeps) await sweep();
  }

  async function store(path: string, upload: Upload): Promise<PutProblem | undefined> {
    const name = claimName();
    const temporary = join(unfinished, name);
    const folder = dirname(path);
    try {
      const problem = await write(temporary, upload);
      if (problem !== undefined) {
        await rm(temporary, { force: true });
        return problem;
      }
      await keepFolder(folder);
      // The same octets may have come on another connection meanwhile; count them once.
      const isOther = await hasSize(path, upload.size);
      await rename(temporary, path);
      if (!isOther && !counted.has(path)) total += upload.size + entryBytes;
      counted.add(path);
      await syncDirectory(folder);
      return undefined;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      return isFull(error) ? 'full' : 'failed';
    } finally {
      giveUpName(name);
    }
  }

  /** A folder that another upload has just made may not be on the disk yet: confirm a file in it only when it is. */
  async function keepFolder(path: string): Promise<void> {
    const created = await mkdir(path, { recursive: true, mode: 0o700 });
    if (created === undefined && kept.has(path)) return;
    await syncDirectory(directory);
    kept.add(path);
  }
}

/**
 * Writes a stream to a new file and on to the disk. The problem, if the stream
 * fails or is not what was announced; rejects when the disk fails.
 */
async function write(path: string, upload: Upload): Promise<PutProblem | undefined> {
  const file = await open(path, 'wx', 0o600);
  try {
    const problem = await readAll(upload, (chunk) => file.writeFile(chunk));
    if (problem === undefined) await file.sync();
    return problem;
  } finally {
    await file.close();
  }
}

function findContent(directory: string, scope: string, ref: string): StoredContent | undefined {
  const known = readRef(ref);
  if (known === undefined) return undefined;
  const path = join(scopeFolder(directory, scope), ref);
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    return status?.isFile() && status.size === known.size ? { path, ...known } : undefined;
  } catch {
    return undefined;
  }
}

function scopeFolder(directory: string, scope: string): string {
  return join(directory, createHash('sha256').update(scope).digest('hex'));
}

const hasSize = (path: string, size: number): Promise<boolean> =>
  stat(path).then(
    (status) => status.isFile() && status.size === size,
    () => false,
  );

/** Milliseconds. */
const longestBetweenSweeps = 60 * 60 * 1000;
const shortestBetweenSweeps = 60 * 1000;

/** The files of all confirmed uploads in all scopes, with their sizes. */
async function* confirmed(directory: string): AsyncGenerator<{ path: string; cost: number }> {
  for (const folder of await readdir(directory, { withFileTypes: true })) {
    if (!folder.isDirectory() || !/^[0-9a-f]{64}$/.test(folder.name)) continue;
    for (const name of await readdir(join(directory, folder.name))) {
      const known = readRef(name);
      if (known !== undefined)
        yield { path: join(directory, folder.name, name), cost: known.size + entryBytes };
    }
  }
}

async function addUp(directory: string): Promise<number> {
  let sum = 0;
  for await (const { cost } of confirmed(directory)) sum += cost;
  return sum;
}

/** Makes a directory and its parents, and syncs the names of the new ones to the disk. */
async function makeDirectories(path: string): Promise<void> {
  const first = makeFolder(path, 0o700);
  if (first === undefined) return;
  const top = dirname(resolve(first));
  for (let parent = dirname(resolve(path)); ; parent = dirname(parent)) {
    await syncDirectory(parent);
    if (parent === top || parent === dirname(parent)) return;
  }
}

/**
 * Syncs the names in a directory to the disk. On Windows a directory cannot be opened, and the system does
 * it itself.
 */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
}
