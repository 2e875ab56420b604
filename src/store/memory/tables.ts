/**
 * The SQL statements for the tables of memories, with the types of their parameters and results. It decides
 * nothing.
 */
import type { Memory } from '../../engine/memory.ts';
import type { Database } from './database.ts';
import { freeKind, type MemoryRow, type RowChanges } from './rows.ts';

/** The data of a memory besides its entries. */
export interface Head extends Pick<Memory, 'clock' | 'forgotten'> {
  readonly id: number;
  readonly revision: number;
  /** Larger for a later use. */
  readonly stamp: number;
  readonly entries: number;
  /** The whole memory as one text, if it has not changed since the earlier format. */
  readonly former: string | null;
}

export interface MemoryTotals {
  readonly memories: number;
  readonly evicted: number;
}

export interface Tables {
  /** The number changes when another process writes. */
  version(): number;
  head(digest: Uint8Array): Head | undefined;
  /** The rows of a memory that were written after a revision, and those that became free. */
  rows(id: number, since: number): readonly MemoryRow[];
  /** The stamp of the memory that was used last. */
  newest(): number;
  /** Returns the number of the memory. */
  insert(digest: Uint8Array, head: Omit<Head, 'id' | 'former'>): number;
  update(head: Omit<Head, 'former'>): void;
  /** Writes rows as of the revision of a memory. */
  changeRows(of: Pick<Head, 'id' | 'revision'>, changes: Omit<RowChanges, 'after'>): void;
  restamp(id: number, stamp: number): void;
  totals(): MemoryTotals;
  count(memories: number, evicted: number): void;
  /** Removes the least recently used ones; returns how many. */
  evict(memories: number): number;
}

export function prepareTables(database: Database): Tables {
  const head = database.prepare(
    'SELECT id, revision, stamp, clock, forgotten, entries, former FROM kept WHERE key = ?1',
  );
  // A row that is read by itself has a text as its key, which sorts after all numbers.
  const rows = database.prepare(`
    SELECT kind, key, place, value FROM entry
    WHERE memory = ?1 AND key < '' AND revision > ?2 AND (kind <> '${freeKind}' OR ?2 > 0)`);
  const version = database.prepare('PRAGMA data_version');
  const newest = database.prepare('SELECT coalesce(max(stamp), 0) AS stamp FROM kept');
  const insert = database.prepare(`
    INSERT INTO kept (key, revision, stamp, clock, forgotten, entries) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`);
  const update = database.prepare(`
    UPDATE kept SET revision = ?2, stamp = ?3, clock = ?4, forgotten = ?5, entries = ?6, former = NULL
    WHERE id = ?1`);
  const put = database.prepare(`
    INSERT INTO entry (memory, revision, kind, key, place, value) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT DO UPDATE SET revision = ?2, kind = ?3, place = ?5, value = ?6`);
  const free = database.prepare(`
    UPDATE entry SET revision = ?2, kind = '${freeKind}', place = 0, value = '' WHERE memory = ?1 AND key = ?3`);
  const restamp = database.prepare('UPDATE kept SET stamp = ?2 WHERE id = ?1');
  const totals = database.prepare('SELECT memories, evicted FROM total');
  const count = database.prepare('UPDATE total SET memories = memories + ?1, evicted = evicted + ?2');
  const evictEntries = database.prepare(
    'DELETE FROM entry WHERE memory IN (SELECT id FROM kept ORDER BY stamp LIMIT ?1)',
  );
  const evict = database.prepare(
    'DELETE FROM kept WHERE id IN (SELECT id FROM kept ORDER BY stamp LIMIT ?1)',
  );
  return {
    version: () => (version.get() as { readonly data_version: number }).data_version,
    head: (digest) => head.get(digest) as Head | undefined,
    rows: (id, since) => rows.all(id, since) as unknown as readonly MemoryRow[],
    newest: () => (newest.get() as { readonly stamp: number }).stamp,
    insert(digest, { revision, stamp, clock, forgotten, entries }) {
      const { lastInsertRowid } = insert.run(digest, revision, stamp, clock, forgotten, entries);
      return Number(lastInsertRowid);
    },
    update({ id, revision, stamp, clock, forgotten, entries }) {
      update.run(id, revision, stamp, clock, forgotten, entries);
    },
    changeRows({ id, revision }, { written, gone }) {
      for (const { kind, key, place, value } of written) put.run(id, revision, kind, key, place, value);
      for (const key of gone) free.run(id, revision, key);
    },
    restamp(id, stamp) {
      restamp.run(id, stamp);
    },
    totals: () => totals.get() as unknown as MemoryTotals,
    count(memories, evicted) {
      count.run(memories, evicted);
    },
    evict(memories) {
      evictEntries.run(memories);
      return Number(evict.run(memories).changes);
    },
  };
}
