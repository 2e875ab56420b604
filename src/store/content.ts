/**
 * Uploaded content on disk. A confirmed upload is one file,
 * `<directory>/<SHA-256 of the scope>/<reference>`, and the reference holds the
 * size and the digest, so that one rename both confirms the bytes and records
 * what is known of them. There is no index to lose or to disagree with the
 * files; several processes may share a directory, and an administrator removes
 * content by removing its file. Nothing here expires content, and nothing a
 * client chooses becomes part of a name.
 */
import { createHash, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ContentUploadReceipt } from '../protocol/receipt.ts';
import { claimName, giveUpName, removeAbandoned } from './unfinished.ts';

export interface ContentStoreOptions {
  /** Created when it is not there. Its parent must be on the disk that is to keep the content. */
  readonly directory: string;
  /** The largest single upload, in octets. */
  readonly maxBytes: number;
  /** All uploads together, in octets, with `entryBytes` for each; as far as this process knows of them. */
  readonly maxTotalBytes: number;
}

export interface StoredContent {
  readonly path: string;
  /** In octets. */
  readonly size: number;
  /** 64 lowercase hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Why nothing was stored. `too-large`: over `maxBytes`; `length`, `digest`: the
 * bytes are not those announced; `aborted`: the stream failed before its end;
 * `full`: over `maxTotalBytes`, or the disk has no room; `failed`: the disk.
 */
export type PutProblem = 'too-large' | 'length' | 'digest' | 'aborted' | 'full' | 'failed';

export type PutResult =
  | { readonly ok: true; readonly receipt: ContentUploadReceipt }
  | { readonly ok: false; readonly problem: PutProblem };

export interface ContentStore {
  readonly maxBytes: number;
  /**
   * Stores the octets of a stream, which must be `size` and have the digest
   * `sha256`. The receipt comes when they are on the disk under their name, and
   * survive the end of the process. Never rejects.
   */
  put(scope: string, size: number, sha256: string, stream: AsyncIterable<Uint8Array>): Promise<PutResult>;
  /** The content behind a reference of the scope; a reference of another scope is unknown. Never throws. */
  find(scope: string, ref: string): StoredContent | undefined;
}

/** What an upload is taken to cost beyond its octets, so that empty uploads cannot fill a disk with names. */
export const entryBytes = 1024;

/**
 * Opens the store in a directory: creates it (0700), removes what dead processes
 * left half-written, and adds up what is there. Rejects with a sentence when the
 * directory cannot be used.
 */
export async function openContentStore(options: ContentStoreOptions): Promise<ContentStore> {
  const { directory, maxBytes, maxTotalBytes } = options;
  const unfinished = join(directory, 'unfinished');
  let total: number;
  try {
    await makeDirectories(unfinished);
    await removeAbandoned(unfinished);
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
  /** The space of uploads under way, which is theirs before they have it. */
  let reserved = 0;
  let recount: Promise<void> | undefined;
  /** The folders whose own names are known to be on the disk. */
  const kept = new Set<string>();

  return { maxBytes, put, find: (scope, ref) => findContent(directory, scope, ref) };

  async function put(
    scope: string,
    size: number,
    sha256: string,
    stream: AsyncIterable<Uint8Array>,
  ): Promise<PutResult> {
    if (size > maxBytes) return { ok: false, problem: 'too-large' };
    const cost = size + entryBytes;
    if (!(await reserve(cost))) return { ok: false, problem: 'full' };
    try {
      const result = await store(scope, size, sha256, stream);
      if (result.ok) total += cost;
      return result;
    } finally {
      reserved -= cost;
    }
  }

  async function reserve(cost: number): Promise<boolean> {
    // Files may have been removed since they were counted; only a look at the disk can tell.
    if (total + reserved + cost > maxTotalBytes) {
      recount ??= addUp(directory)
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

  async function store(
    scope: string,
    size: number,
    sha256: string,
    stream: AsyncIterable<Uint8Array>,
  ): Promise<PutResult> {
    const name = claimName();
    const temporary = join(unfinished, name);
    const ref = `${randomBytes(20).toString('hex')}.${size}.${sha256}`;
    const folder = scopeFolder(directory, scope);
    try {
      const problem = await write(temporary, size, sha256, stream);
      if (problem !== undefined) {
        await rm(temporary, { force: true });
        return { ok: false, problem };
      }
      await keepFolder(folder);
      await rename(temporary, join(folder, ref));
      await syncDirectory(folder);
      return { ok: true, receipt: { ref, size, sha256 } };
    } catch (error) {
      // Without a receipt nobody has the reference: the file would only take up space.
      await rm(temporary, { force: true }).catch(() => undefined);
      await rm(join(folder, ref), { force: true }).catch(() => undefined);
      return { ok: false, problem: isFull(error) ? 'full' : 'failed' };
    } finally {
      giveUpName(name);
    }
  }

  /** A folder that another upload has just made may not be on the disk yet: a file in it is confirmed only then. */
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
async function write(
  path: string,
  size: number,
  sha256: string,
  stream: AsyncIterable<Uint8Array>,
): Promise<PutProblem | undefined> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    const chunks = stream[Symbol.asyncIterator]();
    let written = 0;
    for (;;) {
      const chunk = await nextChunk(chunks);
      if (chunk === 'aborted') return 'aborted';
      if (chunk === undefined) break;
      written += chunk.length;
      if (written > size) {
        await chunks.return?.();
        return 'length';
      }
      hash.update(chunk);
      await writeAll(file, chunk);
    }
    if (written !== size) return 'length';
    if (hash.digest('hex') !== sha256) return 'digest';
    await file.sync();
    return undefined;
  } finally {
    await file.close();
  }
}

/** Tells a failure of the stream apart from one of the disk. */
async function nextChunk(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined | 'aborted'> {
  try {
    const { done, value } = await chunks.next();
    return done === true ? undefined : value;
  } catch {
    return 'aborted';
  }
}

/** A single write may take fewer octets than it is given. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < bytes.length) offset += (await file.write(bytes, offset)).bytesWritten;
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

/** What a reference says of its content; undefined for a text that cannot be one, so that no other names a file. */
function readRef(ref: string): { size: number; sha256: string } | undefined {
  if (ref.length > 128 || !/^[0-9a-f]{40}\.(?:0|[1-9][0-9]*)\.[0-9a-f]{64}$/.test(ref)) return undefined;
  const [, size = '', sha256 = ''] = ref.split('.');
  return { size: Number(size), sha256 };
}

function scopeFolder(directory: string, scope: string): string {
  return join(directory, createHash('sha256').update(scope).digest('hex'));
}

/** The cost of everything that is confirmed, of all scopes. */
async function addUp(directory: string): Promise<number> {
  let sum = 0;
  for (const folder of await readdir(directory, { withFileTypes: true })) {
    if (!folder.isDirectory() || !/^[0-9a-f]{64}$/.test(folder.name)) continue;
    for (const name of await readdir(join(directory, folder.name))) {
      const known = readRef(name);
      if (known !== undefined) sum += known.size + entryBytes;
    }
  }
  return sum;
}

/** Makes a directory and those above it, and puts the names of the new ones on the disk. */
async function makeDirectories(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  for (let parent = dirname(resolve(path)); ; parent = dirname(parent)) {
    await syncDirectory(parent);
    if (parent === top || parent === dirname(parent)) return;
  }
}

/** Puts the names of a directory on the disk. Where a directory cannot be opened (Windows), the system does so itself. */
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
