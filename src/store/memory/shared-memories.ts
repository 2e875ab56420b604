/**
 * Memories in a folder, shared by all processes of this user on this machine. Changes that come together
 * are one transaction, in which each sees the result of those before it. They run first on what was read
 * without a lock. If another process wrote meanwhile, the transaction takes the lock, and only the changes
 * whose memories differ run again. So a transaction waits for another process at most once, and only if
 * there is something to wait for.
 *
 * A process caches what it has read or written, and uses it only while the file has the same revision. A
 * read writes nothing: the use of a memory is recorded with the next change.
 */
import { emptyMemory, type Memory } from '../../engine/memory.ts';
import type { MemoryChange, StoreSize } from '../../engine/memory-store.ts';
import { digestOctets } from '../digest.ts';
import { databaseFile, openDatabase, transaction } from './database.ts';
import { decodeMemory } from './decode.ts';
import { asStoreError, isBusy, MemoryStoreError } from './failure.ts';
import { Recent } from './recent.ts';
import { changeRows, type InRows, memoryOfRows, noRows, readLayout, rowCount, textLength } from './rows.ts';
import { checkStillThere, identityOf } from './still-there.ts';
import { type Head, type MemoryTotals, prepareTables } from './tables.ts';

export interface MemoryStoreOptions {
  /** Made, for this user alone, if it does not exist. */
  readonly folder: string;
  /** The most memories that are kept; beyond that, the least recently used ones are removed. */
  readonly sessions?: number;
  /** How long a transaction waits for another process that is writing, in milliseconds; it normally takes a few. */
  readonly wait?: number;
}

export interface EmbeddedSize extends StoreSize {
  /** Since the folder was made. */
  readonly evictedEver: number;
}

/** A requested change, as a `MemoryStore` takes it. */
export interface ChangeRequest {
  readonly keys: readonly string[];
  change(memories: readonly Memory[]): MemoryChange<unknown>;
}

/** What came of a change. */
export type ChangeOutcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: unknown };

export interface SharedMemories {
  /**
   * Makes some changes, one after the other, in one transaction. A change that throws, or whose memories
   * cannot be read, changes nothing and does not affect the others. If the transaction cannot be written,
   * every change that depends on it fails. Never throws.
   */
  changeAll(asked: readonly ChangeRequest[]): readonly ChangeOutcome[];
  /** Reads the memories of some keys. Throws a `MemoryStoreError` if it cannot. */
  look(keys: readonly string[]): readonly Memory[];
  /** Throws a `MemoryStoreError` if it cannot be read. */
  readonly size: EmbeddedSize;
  close(): void;
}

/** How much text of rows a process keeps decoded, in characters. */
const keptText = 16 * 1024 * 1024;
/** The most memories that are removed at once, so that a smaller bound does not delay one change. */
const leavingAtOnce = 256;
/** How many uses of read memories wait for the next change, to be written with it. */
const mostUses = 1000;

/** What a process knows of a key. */
interface Known {
  readonly digest: Uint8Array;
  /** Undefined if the key has no memory yet. */
  readonly head: Pick<Head, 'id' | 'revision' | 'stamp'> | undefined;
  readonly kept: InRows;
  /** The state of the file when it was read. */
  readonly state: number;
}

/** A memory in a transaction: as it was read, and as it is now. */
interface Held {
  readonly key: string;
  readonly found: Known;
  memory: Memory;
}

/** A change with its result: it is valid as long as its memories are the same. */
interface Made {
  readonly before: readonly Memory[];
  readonly change: MemoryChange<unknown>;
}

/** The changes of one transaction, and their results so far. */
interface Group {
  readonly asked: readonly ChangeRequest[];
  readonly made: (Made | undefined)[];
  readonly outcomes: (ChangeOutcome | undefined)[];
  /** Whether the result of a change depends on anything that the transaction writes. */
  readonly rests: boolean[];
}

/** Opens the memories of a folder. Throws a `MemoryStoreError`. */
export function openSharedMemories(options: MemoryStoreOptions): SharedMemories {
  const { folder, sessions = 100_000, wait = 5000 } = options;
  const file = databaseFile(folder);
  const database = openDatabase(folder, wait);
  const identity = identityOf(file);
  const tables = prepareTables(database);
  const recent = new Recent<Known>(keptText);
  /**
   * A used memory gets a new stamp only if it is this far behind the newest: so that is rare, and the order
   * is still nearly exact.
   */
  const farBehind = Math.floor(sessions / 16);
  /** The numbers of memories that were used and not written since, in the order of use. */
  const uses = new Set<number>();
  /** The state after the last change of another process. */
  let version = -1;
  /** Rises with everything that may have changed a cached memory, except the change of that memory itself. */
  let state = 0;
  let open = true;
  const atOpening = guarded(tables.totals).evicted;

  return {
    changeAll(asked) {
      try {
        return guarded(() => changeAll(asked));
      } catch (error) {
        return asked.map(() => ({ ok: false, error }));
      }
    },
    look: (keys) => guarded(() => look(keys)),
    get size() {
      const { memories, evicted }: MemoryTotals = guarded(tables.totals);
      return { memories, evicted: evicted - atOpening, evictedEver: evicted };
    },
    close() {
      if (!open) return;
      writeUses();
      database.close();
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

  function changeAll(asked: readonly ChangeRequest[]): readonly ChangeOutcome[] {
    const group: Group = { asked, made: [], outcomes: [], rests: [] };
    let problem: unknown;
    try {
      const written = commit(group);
      for (const [key, known] of written) keep(key, known);
      if (written.size > 0) uses.clear();
    } catch (error) {
      problem = asStoreError(error, file);
    }
    return asked.map((_, index) => {
      const outcome = group.outcomes[index];
      const isLost = problem !== undefined && (outcome === undefined || group.rests[index] === true);
      return isLost || outcome === undefined ? { ok: false, error: problem } : outcome;
    });
  }

  /** Memories that are cached and unchanged need no transaction. Reading them does, to see one moment of the file. */
  function look(keys: readonly string[]): readonly Memory[] {
    lookForOthers();
    const known = keys.map((key) => recent.get(key));
    const held = known.every((each) => each?.state === state)
      ? known
      : transaction(database, 'DEFERRED', () => {
          lookForOthers();
          return keys.map(find);
        });
    return held.map((each) => each?.kept.memory ?? emptyMemory);
  }

  function commit(group: Group): ReadonlyMap<string, Known> {
    try {
      return transaction(database, 'DEFERRED', () => attempt(group));
    } catch (error) {
      if (!isBusy(error)) throw error;
      return transaction(database, 'IMMEDIATE', () => attempt(group));
    }
  }

  /** Makes the changes of a group and writes their results. */
  function attempt(group: Group): ReadonlyMap<string, Known> {
    const held = new Map<string, Held>();
    lookForOthers();
    for (const index of group.asked.keys()) make(group, index, held);
    const all = [...held.values()];
    if (all.some(isChanged)) return write(all);
    const newest = tables.newest();
    for (const { head } of all.map(({ found }) => found)) {
      if (head !== undefined && newest + uses.size - head.stamp > farBehind) use(head.id);
    }
    return new Map();
  }

  /** The cache is valid as long as no other process has written. */
  function lookForOthers(): void {
    const now = tables.version();
    if (now !== version) state++;
    version = now;
  }

  function make({ asked, made, outcomes, rests }: Group, index: number, held: Map<string, Held>): void {
    const { keys, change } = asked[index]!;
    try {
      const own = keys.map((key) => hold(key, held));
      const before = own.map(({ memory }) => memory);
      const known = made[index];
      const isSame = known?.before.every((memory, at) => memory === before[at]) === true;
      const now = isSame ? known : { before, change: change(before) };
      made[index] = now;
      for (const [at, one] of own.entries()) one.memory = now.change.memories[at] ?? one.memory;
      rests[index] = own.some(isChanged);
      outcomes[index] = { ok: true, result: now.change.result };
    } catch (error) {
      // An error of the transaction is an error of all its changes.
      if (isBusy(error) || !database.isTransaction) throw error;
      rests[index] = false;
      outcomes[index] = { ok: false, error: asStoreError(error, file) };
    }
  }

  function hold(key: string, held: Map<string, Held>): Held {
    const known = held.get(key);
    if (known !== undefined) return known;
    const found = find(key);
    const one = { key, found, memory: found.kept.memory };
    held.set(key, one);
    return one;
  }

  function find(key: string): Known {
    const before = recent.get(key);
    if (before?.state === state) return before;
    const digest = before?.digest ?? digestOfKey(key);
    const head = tables.head(digest);
    if (head === undefined) {
      const absent = { digest, head, kept: noRows, state };
      keep(key, absent);
      return absent;
    }
    const isSameMemory = before?.head?.id === head.id;
    const isSame = isSameMemory && before.head?.revision === head.revision;
    const kept = isSame ? before.kept : read(head, isSameMemory ? before : undefined);
    const { id, revision, stamp } = head;
    const found = { digest, head: { id, revision, stamp }, kept, state };
    keep(key, found);
    return found;
  }

  /** Reads what is new since the known revision, if there is one. */
  function read(head: Head, before: Known | undefined): InRows {
    const { id, entries, former } = head;
    if (former !== null) {
      const memory = decodeMemory(former);
      if (memory !== undefined) return { ...noRows, memory };
    } else {
      const { layout: known } = before?.kept ?? noRows;
      const layout = readLayout(tables.rows(id, before?.head?.revision ?? 0), known);
      if (layout !== undefined && rowCount(layout) === entries)
        return { memory: memoryOfRows(layout, head), layout, length: textLength(layout) };
    }
    throw new MemoryStoreError(
      'damaged',
      `A memory in ${JSON.stringify(file)} is damaged or was written by something else: stop bylaw and move its folder away, and bylaw begins with an empty memory.`,
    );
  }

  function keep(key: string, known: Known): void {
    recent.set(key, known, known.kept.length + 200);
  }

  /** Writes what has changed, in the order of use, and what was used. */
  function write(held: readonly Held[]): ReadonlyMap<string, Known> {
    let newest = tables.newest();
    for (const id of uses) tables.restamp(id, ++newest);
    const written = new Map<string, Known>();
    let added = 0;
    for (const one of held) {
      const { head } = one.found;
      const stamp = head !== undefined && newest - head.stamp <= farBehind ? head.stamp : ++newest;
      if (isChanged(one)) written.set(one.key, writeOne(one, stamp));
      else if (head !== undefined && stamp !== head.stamp) tables.restamp(head.id, stamp);
      if (isChanged(one) && head === undefined) added++;
    }
    if (added > 0) makeRoom(added);
    return written;
  }

  function writeOne({ found: { digest, head, kept }, memory }: Held, stamp: number): Known {
    const { after, written, gone } = changeRows(kept, memory);
    const { clock, forgotten } = memory;
    const revision = (head?.revision ?? 0) + 1;
    const next = { revision, stamp, clock, forgotten, entries: rowCount(after.layout) };
    if (head !== undefined) tables.update({ id: head.id, ...next });
    const id = head?.id ?? tables.insert(digest, next);
    tables.changeRows({ id, revision }, { written, gone });
    return { digest, head: { id, revision, stamp }, kept: after, state };
  }

  function makeRoom(added: number): void {
    const over = tables.totals().memories + added - sessions;
    const gone = over > 0 ? tables.evict(Math.min(over, Math.max(leavingAtOnce, added))) : 0;
    if (gone > 0) state++;
    tables.count(added - gone, gone);
  }

  /** The last uses before the end; if they cannot be written, the order is only slightly wrong. */
  function writeUses(): void {
    if (uses.size === 0) return;
    try {
      guarded(() => transaction(database, 'IMMEDIATE', () => write([])));
    } catch {
      // No answer depends on it.
    }
  }

  /** Notes that a memory was read; the next change writes that. */
  function use(id: number): void {
    uses.delete(id);
    uses.add(id);
    for (const oldest of uses) {
      if (uses.size <= mostUses) break;
      uses.delete(oldest);
    }
  }
}

const isChanged = ({ found, memory }: Held): boolean => memory !== found.kept.memory;

/** Keys hold what clients choose, of any length and any characters; nothing but the digest is written. */
const digestOfKey = (key: string): Uint8Array => digestOctets(Buffer.from(key, 'utf16le'));
