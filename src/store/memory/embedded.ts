/**
 * Memories in a folder, shared by all processes of this user on this machine. A
 * change is one transaction. It is made from what was read without keeping others
 * out, and made again with others kept out if one of them wrote meanwhile; so it
 * waits only where there is something to wait for, and at most once.
 *
 * Memories are JSON. What a process has read or written it keeps decoded, and takes
 * that only while the file says that it is the same revision.
 */
import { createHash, randomBytes } from 'node:crypto';
import { emptyMemory, type Memory } from '../../engine/memory.ts';
import type { Change, ImmediateMemoryStore, StoreSize } from '../../engine/memory-store.ts';
import { databaseFile, openDatabase, transaction } from './database.ts';
import { decodeMemory } from './decode.ts';
import { asStoreError, isBusy, MemoryStoreError } from './failure.ts';
import { Recent } from './recent.ts';
import { checkStillThere, identityOf } from './still-there.ts';

export interface MemoryStoreOptions {
  /** Made, for this user alone, where it is not there. */
  readonly folder: string;
  /** How many memories are kept at most; beyond, those that were not used for the longest leave. */
  readonly sessions?: number;
  /** How long a change waits for another process that is writing, in milliseconds; a change takes well under one. */
  readonly wait?: number;
}

export interface EmbeddedSize extends StoreSize {
  /** Since the folder was made. */
  readonly evictedEver: number;
}

export interface EmbeddedMemoryStore extends ImmediateMemoryStore {
  readonly size: EmbeddedSize;
}

/** How much decoded text a process keeps, in characters. */
const keptText = 16 * 1024 * 1024;
/** How many memories leave at once at most, so that a smaller bound does not hold up one change. */
const leavingAtOnce = 256;

/** What a process knows of a key. */
interface Known {
  readonly digest: Uint8Array;
  /** Null where the key has no memory yet. */
  readonly revision: string | null;
  readonly memory: Memory;
  /** How long the text is, in characters. */
  readonly length: number;
}

interface Row {
  readonly revision: string;
  readonly stamp: number;
  readonly newest: number;
  /** Null where the process knows this revision. */
  readonly value: string | null;
}

/** A memory as it was read, and where it is in the order of use. */
interface Found extends Known {
  readonly key: string;
  readonly behind: number;
}

/** Opens the memories of a folder. Throws a `MemoryStoreError`, here and in `change`. */
export function openMemoryStore(options: MemoryStoreOptions): EmbeddedMemoryStore {
  const { folder, sessions = 100_000, wait = 5000 } = options;
  const file = databaseFile(folder);
  const database = openDatabase(folder, wait);
  const identity = identityOf(file);
  const read = database.prepare(`
    SELECT revision, stamp, (SELECT max(stamp) FROM memory) AS newest,
      CASE WHEN revision = ?2 THEN NULL ELSE value END AS value
    FROM memory WHERE key = ?1`);
  const update = database.prepare('UPDATE memory SET revision = ?2, value = ?3 WHERE key = ?1');
  const insert = database.prepare(`
    INSERT INTO memory (key, revision, value, stamp)
    VALUES (?1, ?2, ?3, (SELECT coalesce(max(stamp), 0) + 1 FROM memory))`);
  const restamp = database.prepare(`
    UPDATE memory SET stamp = (SELECT max(stamp) + 1 FROM memory) WHERE key = ?1`);
  const total = database.prepare('SELECT memories, evicted FROM total');
  const count = database.prepare('UPDATE total SET memories = memories + ?1, evicted = evicted + ?2');
  const evict = database.prepare(`
    DELETE FROM memory WHERE key IN (SELECT key FROM memory ORDER BY stamp LIMIT ?1)`);

  const known = new Recent<Known>(keptText);
  /** So far behind the newest a memory gets a new stamp when it is used: seldom, and its place is hardly worse. */
  const farBehind = Math.floor(sessions / 16);
  const revisions = randomBytes(9).toString('base64url');
  let written = 0;
  let open = true;
  const totals = (): { memories: number; evicted: number } =>
    total.get() as { memories: number; evicted: number };
  const atOpening = guarded(totals).evicted;

  return {
    change: (keys, change) => guarded(() => changeAll(keys, change)),
    get size() {
      const { memories, evicted } = guarded(totals);
      return { memories, evicted: evicted - atOpening, evictedEver: evicted };
    },
    close() {
      if (open) database.close();
      open = false;
    },
  };

  function guarded<Result>(action: () => Result): Result {
    if (!open) throw new MemoryStoreError('closed', `The memory in ${JSON.stringify(file)} was closed.`);
    try {
      checkStillThere(file, identity);
      return action();
    } catch (error) {
      throw asStoreError(error, file);
    }
  }

  function changeAll<Result>(
    keys: readonly string[],
    change: (memories: readonly Memory[]) => Change<Result>,
  ): Result {
    const attempt = (): { result: Result; now: readonly (readonly [string, Known])[] } => {
      const found = keys.map(find);
      const { memories, result } = change(found.map(({ memory }) => memory));
      return { result, now: found.map((one, index) => [one.key, keep(one, memories[index])] as const) };
    };
    let done: ReturnType<typeof attempt>;
    try {
      done = transaction(database, 'DEFERRED', attempt);
    } catch (error) {
      if (!isBusy(error)) throw error;
      done = transaction(database, 'IMMEDIATE', attempt);
    }
    for (const [key, one] of done.now) known.set(key, one, one.length + 200);
    return done.result;
  }

  function find(key: string): Found {
    const before = known.get(key);
    const digest = before?.digest ?? digestOf(key);
    const row = read.get(digest, before?.revision ?? null) as Row | undefined;
    if (row === undefined) return { key, digest, revision: null, memory: emptyMemory, length: 0, behind: 0 };
    const { revision, value } = row;
    const behind = row.newest - row.stamp;
    if (value === null && before !== undefined) return { ...before, key, behind };
    const memory = value === null ? undefined : decodeMemory(value);
    if (value !== null && memory !== undefined)
      return { key, digest, revision, memory, length: value.length, behind };
    throw new MemoryStoreError(
      'damaged',
      `A memory in ${JSON.stringify(file)} is damaged or was written by something else: stop bylaw and move its folder away, and bylaw begins with an empty memory.`,
    );
  }

  function keep(found: Found, memory: Memory | undefined): Known {
    const { digest, revision } = found;
    if (revision !== null && found.behind > farBehind) restamp.run(digest);
    if (memory === undefined) return found;
    const value = JSON.stringify(memory);
    const next = `${revisions}.${written++}`;
    if (revision === null) add(digest, next, value);
    else update.run(digest, next, value);
    return { digest, revision: next, memory, length: value.length };
  }

  function add(digest: Uint8Array, revision: string, value: string): void {
    insert.run(digest, revision, value);
    const over = totals().memories + 1 - sessions;
    const gone = over > 0 ? evict.run(Math.min(over, leavingAtOnce)).changes : 0;
    count.run(1 - gone, gone);
  }
}

/** Keys hold what clients choose, of any length and any characters; nothing but the digest is written. */
const digestOf = (key: string): Uint8Array => createHash('sha256').update(key, 'utf16le').digest();
