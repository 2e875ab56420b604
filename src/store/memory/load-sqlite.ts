/**
 * Loads the database library, which is native code, when the first memory is opened: a process without
 * memories never loads it. The bundle of hooks has its own version of this file, because it is no ES
 * module.
 */
import { createRequire } from 'node:module';
import { MemoryStoreError } from './failure.ts';

export type Sqlite = typeof import('@photostructure/sqlite');

/** Throws a `MemoryStoreError` if there is no binary for this system. */
export function loadSqlite(): Sqlite {
  try {
    return createRequire(import.meta.url)('@photostructure/sqlite') as Sqlite;
  } catch (error) {
    throw new MemoryStoreError(
      'unavailable',
      `The library that keeps memories does not load on this system (${process.platform}, ${process.arch}): install bylaw again here, or run it without --memory.`,
      error,
    );
  }
}
