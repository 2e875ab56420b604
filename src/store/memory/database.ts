/**
 * The file that memories are in: an SQLite database with a write-ahead log.
 *
 * When a commit returns, the operating system has it, so it survives any end of the process. It does not
 * wait for the disk: if the machine fails, the last commits may be lost, but the file is intact
 * (`synchronous = normal`). LMDB would either wait for the disk at each commit (fifteen times the time of
 * everything else) or risk a damaged file after a power failure.
 *
 * This file knows only the tables of memories, not their content.
 */
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { asStoreError, isBusy, MemoryStoreError } from './failure.ts';
import { loadSqlite } from './load-sqlite.ts';
import { checkOwnFile, claimFolder } from './own-folder.ts';
import { lost, markBegun, wasBegun } from './still-there.ts';

export type Database = DatabaseSyncInstance;

/** The mark of the file: `bylw`. */
const applicationId = 0x62796c77;
/** The version of the tables and of the texts in them. */
const formatVersion = 2;
/** The earlier format, in which a memory was one text; it is converted when the file is opened. */
const formerVersion = 1;
/**
 * Memories are found by the digest of their key. A later use gives a larger stamp. A stamp is not a time,
 * so the clock cannot disturb the order. A revision is that of one memory, and says of each entry when it
 * was written last; no number of a memory comes back, so that a number and a revision are one state. A
 * memory of the former format stays one text until it changes.
 */
const memoryTables = `
  CREATE TABLE kept (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key BLOB NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    stamp INTEGER NOT NULL,
    clock REAL NOT NULL,
    forgotten INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    former TEXT
  ) STRICT;
  CREATE INDEX by_use ON kept (stamp);
  CREATE TABLE entry (
    memory INTEGER NOT NULL,
    kind TEXT NOT NULL,
    key ANY NOT NULL,
    place INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (memory, key)
  ) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${formatVersion};
`;
const tables = `${memoryTables}
  CREATE TABLE total (memories INTEGER NOT NULL, evicted INTEGER NOT NULL) STRICT;
  INSERT INTO total VALUES (0, 0);
  PRAGMA application_id = ${applicationId};
`;
/** A process of an older bylaw that has the file open does not find its table any more, and denies. */
const takeOver = `${memoryTables}
  INSERT INTO kept (key, revision, stamp, clock, forgotten, entries, former)
    SELECT key, 1, stamp, 0, 0, 0, value FROM memory ORDER BY stamp;
  DROP TABLE memory;
`;

/** The path of the database in a folder. */
export const databaseFile = (folder: string): string => join(folder, 'memory.db');

/** When a database was last written, in milliseconds since 1970; 0 if there is none. */
export const lastChangeOfDatabase = (folder: string): number =>
  Math.max(
    ...['', '-wal'].map(
      (end) => statSync(`${databaseFile(folder)}${end}`, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    ),
  );

/**
 * Opens the database of a folder, and makes both if they do not exist. Waits up to `wait` milliseconds for
 * other processes, now and in each transaction. Throws a `MemoryStoreError`.
 */
export function openDatabase(folder: string, wait: number): Database {
  const { DatabaseSync } = loadSqlite();
  claimFolder(folder);
  const file = databaseFile(folder);
  const begun = wasBegun(folder);
  for (const suffix of ['', '-wal', '-shm']) checkOwnFile(`${file}${suffix}`);
  let database: Database | undefined;
  try {
    if (!createPrivately(file, begun)) throw lost(file, 'is gone');
    const opened = new DatabaseSync(file, { timeout: wait });
    database = opened;
    whenFree(wait, () => prepare(opened, file, begun));
    if (!begun) markBegun(folder);
    return opened;
  } catch (error) {
    database?.close();
    throw asStoreError(error, file);
  }
}

/**
 * SQLite would make a file that everybody may read. Do not open an existing file here: closing it again
 * would release the locks that this process may have on it. False if there is none although there was one
 * before.
 */
function createPrivately(file: string, begun: boolean): boolean {
  if (begun) return existsSync(file);
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    throw new MemoryStoreError(
      'folder',
      `The memory file ${JSON.stringify(file)} cannot be made (${code}): name a folder that this user may write.`,
      error,
    );
  }
}

function prepare(database: Database, file: string, begun: boolean): void {
  if (begun && isEmpty(database)) throw lost(file, 'is empty');
  checkFormat(database, file);
  // A change writes every page that it touches as a whole, and touches one or two rows of some hundred
  // octets.
  if (isEmpty(database)) database.exec('PRAGMA page_size = 2048');
  const mode = database.prepare('PRAGMA journal_mode = WAL').get() as { journal_mode: string };
  if (mode.journal_mode !== 'wal') {
    throw new MemoryStoreError(
      'folder',
      `The memory in ${JSON.stringify(file)} cannot be shared by several processes there: name a folder on a disk of this machine.`,
    );
  }
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
  database.exec(`PRAGMA wal_autocheckpoint = ${longestLog}`);
  if (isFormer(database))
    transaction(database, 'IMMEDIATE', () => isFormer(database) && database.exec(takeOver));
  if (!isEmpty(database)) return;
  transaction(database, 'IMMEDIATE', () => isEmpty(database) && database.exec(tables));
  // The tables are in the file itself, so it is not empty without its log.
  database.exec('PRAGMA wal_checkpoint(PASSIVE)');
}

/**
 * The pages in the write-ahead log before they are copied into the file: the log has the pages of a memory
 * in use many times, and each copy waits for the disk twice.
 */
const longestLog = 8000;

/** An empty file is accepted: it becomes a memory. */
function checkFormat(database: Database, file: string): void {
  const place = `The memory file ${JSON.stringify(file)}`;
  const id = pragma(database, 'application_id');
  if (id === 0 && isEmpty(database)) return;
  if (id !== applicationId)
    throw new MemoryStoreError(
      'foreign',
      `${place} is a database of another program: name another folder, or move this one away.`,
    );
  const version = pragma(database, 'user_version');
  if (version !== formatVersion && version !== formerVersion)
    throw new MemoryStoreError(
      'newer',
      `${place} is of format ${version}, and this bylaw reads format ${formatVersion}: update bylaw, or name another folder.`,
    );
}

const isFormer = (database: Database): boolean =>
  pragma(database, 'application_id') === applicationId && pragma(database, 'user_version') === formerVersion;

const isEmpty = (database: Database): boolean =>
  pragma(database, 'application_id') === 0 &&
  database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;

function pragma(database: Database, name: 'application_id' | 'user_version'): number {
  const row = database.prepare(`PRAGMA ${name}`).get() as Record<string, number>;
  return row[name] ?? 0;
}

/** The first process in a new file needs an exclusive lock, and SQLite does not wait for that by itself. */
function whenFree(wait: number, action: () => void): void {
  // `performance` takes a hook a millisecond to load, and the time of the process is as steady.
  const end = process.uptime() * 1000 + wait;
  for (;;) {
    try {
      action();
      return;
    } catch (error) {
      if (!isBusy(error) || process.uptime() * 1000 > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/**
 * Does an action completely or not at all. `IMMEDIATE` waits until no other process writes; `DEFERRED`
 * first only reads.
 */
export function transaction<Result>(
  database: Database,
  kind: 'IMMEDIATE' | 'DEFERRED',
  action: () => Result,
): Result {
  database.exec(`BEGIN ${kind}`);
  try {
    const result = action();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // If the disk failed, SQLite has already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
