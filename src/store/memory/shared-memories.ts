/**
 * Memories in a folder, shared by all processes of this user on this machine. Changes
 * that come together are one transaction, in which each sees what those before it did.
 * They are made from what was read without keeping others out. Where another process
 * wrote meanwhile, they are made with others kept out, and only those are made again
 * whose memories are others now; so a transaction waits only where there is something to
 * wait for, and at most once.
 *
 * What a process has read or written it keeps, and takes that only while the file says
 * that it is the same revision. What only reads writes nothing: that a memory was used is
 * written down with the next change.
 */
import { emptyMemory, type Memory } from '../../engine/memory.ts';
import type { Change, StoreSize } from '../../engine/memory-store.ts';
import { digestOctets } from '../digest.ts';
import { databaseFile, openDatabase, transaction } from './database.ts';
import { decodeMemory } from './decode.ts';
import { asStoreError, isBusy, MemoryStoreError } from './failure.ts';
import { Recent } from './recent.ts';
import { changeRows, type InRows, memoryOf, noRows, readLayout, rowCount, textLength } from './rows.ts';
import { checkStillThere, identityOf } from './still-there.ts';
import { type Head, prepareTables, type Totals } from './tables.ts';

export interface MemoryStoreOptions {
  /** Made, for this user alone, where it is not there. */
  readonly folder: string;
  /** How many memories are kept at most; beyond, those that were not used for the longest leave. */
  readonly sessions?: number;
  /** How long a transaction waits for another process that is writing, in milliseconds; one takes a few at most. */
  readonly wait?: number;
}

export interface EmbeddedSize extends StoreSize {
  /** Since the folder was made. */
  readonly evictedEver: number;
}

/** A change that is asked for, as a `MemoryStore` takes it. */
export interface Asked {
  readonly keys: readonly string[];
  change(memories: readonly Memory[]): Change<unknown>;
}

/** What came of a change. */
export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: unknown };

export interface SharedMemories {
  /**
   * Makes some changes, one after the other, in one transaction. One that throws, or whose memories cannot be read,
   * changes nothing and leaves the others alone. What cannot be written fails for all that it rests on. Never throws.
   */
  changeAll(asked: readonly Asked[]): readonly Outcome[];
  /** Reads the memories of some keys. Throws a `MemoryStoreError` if it cannot. */
  look(keys: readonly string[]): readonly Memory[];
  /** Throws a `MemoryStoreError` where it cannot be read. */
  readonly size: EmbeddedSize;
  close(): void;
}

/** How much text of rows a process keeps decoded, in characters. */
const keptText = 16 * 1024 * 1024;
/** How many memories leave at once at most, so that a smaller bound does not hold up one change. */
const leavingAtOnce = 256;
/** How many uses of memories that were only read wait for a change, to be written with it. */
const mostUses = 1000;

/** What a process knows of a key. */
interface Known {
  readonly digest: Uint8Array;
  /** Undefined where the key has no memory yet. */
  readonly head: Pick<Head, 'id' | 'revision' | 'stamp'> | undefined;
  readonly kept: InRows;
  /** The state of the file that it was seen in. */
  readonly state: number;
}

/** A memory in a transaction: as it was found, and as it is now. */
interface Held {
  readonly key: string;
  readonly found: Known;
  memory: Memory;
}

/** A change as it was made: it holds as long as its memories are the same. */
interface Made {
  readonly before: readonly Memory[];
  readonly change: Change<unknown>;
}

/** Changes that are one transaction, and what came of them so far. */
interface Group {
  readonly asked: readonly Asked[];
  readonly made: (Made | undefined)[];
  readonly outcomes: (Outcome | undefined)[];
  /** Whether what came of a change rests on anything that the transaction writes. */
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
  /** So far behind the newest a memory gets a new stamp when it is used: seldom, and its place is hardly worse. */
  const farBehind = Math.floor(sessions / 16);
  /** Numbers of memories that were used and not written since, in the order of use. */
  const uses = new Set<number>();
  /** Of the last change that another process made. */
  let version = -1;
  /** Rises with whatever may have changed a memory that is known, but the change of that very memory. */
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
      const { memories, evicted }: Totals = guarded(tables.totals);
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

  function changeAll(asked: readonly Asked[]): readonly Outcome[] {
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

  /** Makes the changes of a group and writes what they come to. */
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

  /** What is known of memories holds as long as nobody else has written. */
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
      // What is wrong with the transaction is wrong with all of them.
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

  /** Reads what is new since a revision that is known, if one is. */
  function read(head: Head, before: Known | undefined): InRows {
    const { id, entries, former } = head;
    if (former !== null) {
      const memory = decodeMemory(former);
      if (memory !== undefined) return { ...noRows, memory };
    } else {
      const { layout: known } = before?.kept ?? noRows;
      const layout = readLayout(tables.rows(id, before?.head?.revision ?? 0), known);
      if (layout !== undefined && rowCount(layout) === entries)
        return { memory: memoryOf(layout, head), layout, length: textLength(layout) };
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

  /** What was used last before the end; where it cannot be written, its place in the order is hardly worse. */
  function writeUses(): void {
    if (uses.size === 0) return;
    try {
      guarded(() => transaction(database, 'IMMEDIATE', () => write([])));
    } catch {
      // Nobody's answer rests on it.
    }
  }

  /** Remembers that a memory was read, which is written with the next change. */
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
