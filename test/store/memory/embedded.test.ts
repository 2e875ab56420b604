/** The memories of a folder: what stays, what is refused, and that a refusal is never an empty memory. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyMemory } from '../../../src/engine/memory.ts';
import { databaseFile } from '../../../src/store/memory/database.ts';
import { type EmbeddedMemoryStore, openMemoryStore } from '../../../src/store/memory/embedded.ts';
import { asStoreError, type MemoryProblem, MemoryStoreError } from '../../../src/store/memory/failure.ts';
import { counting, events, full, putting, reading } from './sample.ts';

const parent = mkdtempSync(join(tmpdir(), 'bylaw-embedded-'));
let folders = 0;
let folder: string;
beforeEach(() => {
  folder = join(parent, `${folders++}`);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Does something to the file that bylaw itself does not. */
function tamper(sql: string): void {
  const database = new DatabaseSync(databaseFile(folder));
  database.exec(sql);
  database.close();
}

/** The error that an action ends with; its message without the folder, which is another each time. */
function failure(action: () => unknown): { problem: MemoryProblem; message: string } | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (!(error instanceof MemoryStoreError)) throw error;
    return { problem: error.problem, message: error.message.replaceAll(folder, 'FOLDER') };
  }
}

function using<Result>(
  options: { sessions?: number },
  action: (store: EmbeddedMemoryStore) => Result,
): Result {
  const store = openMemoryStore({ folder, ...options });
  try {
    return action(store);
  } finally {
    store.close();
  }
}

describe('what was remembered', () => {
  test('is there when the folder is opened again', () => {
    using({}, (store) => store.change(['a'], putting(full)));
    using({}, (store) => {
      expect(store.change(['a'], reading)).toEqual([full]);
      expect(store.size).toEqual({ memories: 1, evicted: 0, evictedEver: 0 });
    });
  });

  test('is the same for two that have it open at once', () => {
    using({}, (one) =>
      using({}, (other) => {
        for (const id of ['1', '2', '3', '4']) {
          one.change(['a'], counting(`one ${id}`));
          other.change(['a'], counting(`other ${id}`));
        }
        expect(events(one.change(['a'], reading)[0]!)).toHaveLength(8);
        expect(other.change(['a'], reading)).toEqual(one.change(['a'], reading));
      }),
    );
  });

  test('is not taken from what this process knows when another let it go and made it anew', () => {
    using({ sessions: 1 }, (one) =>
      using({ sessions: 1 }, (other) => {
        one.change(['a'], counting('first'));
        other.change(['b'], counting('second'));
        other.change(['a'], counting('third'));
        expect(events(one.change(['a'], reading)[0]!)).toEqual(['third']);
      }),
    );
  });

  test('keeps the order of use, and how many had to leave, when it is opened again', () => {
    using({ sessions: 2 }, (store) => {
      for (const key of ['a', 'b', 'c']) store.change([key], counting(key));
      store.change(['b'], reading);
      expect(store.size).toEqual({ memories: 2, evicted: 1, evictedEver: 1 });
    });
    using({ sessions: 2 }, (store) => {
      store.change(['d'], counting('d'));
      expect(store.size).toEqual({ memories: 2, evicted: 1, evictedEver: 2 });
      expect(store.change(['b', 'c', 'd'], reading).map(events)).toEqual([['b'], [], ['d']]);
    });
  });

  test('shrinks to a smaller bound, some at a time', () => {
    using({}, (store) => {
      for (let key = 0; key < 600; key++) store.change([`${key}`], counting('x'));
    });
    using({ sessions: 10 }, (store) => {
      const sizes = ['a', 'b', 'c', 'd'].map((key) => {
        store.change([key], counting('x'));
        return store.size.memories;
      });
      expect(sizes).toEqual([345, 90, 10, 10]);
      expect(store.size.evicted).toBe(594);
    });
  });

  test('is not written when nothing changed', () => {
    using({}, (store) => {
      store.change(['a'], putting(full));
      const watch = new DatabaseSync(databaseFile(folder));
      const version = watch.prepare('PRAGMA data_version');
      const before = version.get();
      for (let time = 0; time < 10; time++) store.change(['a', 'unknown'], reading);
      expect(version.get()).toEqual(before);
      store.change(['a'], counting('written'));
      expect(version.get()).not.toEqual(before);
      watch.close();
    });
  });

  test('is not written when it is only used, until something is', () => {
    using({ sessions: 2 }, (store) => {
      for (const key of ['a', 'b']) store.change([key], counting(key));
      const watch = new DatabaseSync(databaseFile(folder));
      const version = watch.prepare('PRAGMA data_version');
      const before = version.get();
      store.change(['a'], reading);
      expect(version.get()).toEqual(before);
      watch.close();
      store.change(['c'], counting('c'));
      expect(store.change(['a', 'b'], reading).map(events)).toEqual([['a'], []]);
    });
  });

  test('can be read while another is writing, and is asked for again when that takes too long', () => {
    const writer = openMemoryStore({ folder });
    writer.change(['a'], putting(full));
    const impatient = openMemoryStore({ folder, wait: 1 });
    writer.change(['a'], (memories) => {
      expect(impatient.change(['a'], reading)).toEqual(memories);
      return { memories: [], result: undefined };
    });
    const holder = new DatabaseSync(databaseFile(folder));
    holder.exec('BEGIN IMMEDIATE');
    expect(impatient.change(['a'], reading)).toEqual([full]);
    expect(failure(() => impatient.change(['a'], counting('late')))).toEqual({
      problem: 'busy',
      message:
        'The memory in "FOLDER/memory.db" is held by another process: see whether a stopped process of bylaw still has it open.',
    });
    holder.exec('COMMIT');
    expect(impatient.change(['a'], counting('late'))).toBe(3);
    for (const open of [writer, impatient, holder]) open.close();
  });

  test('is changed again when another wrote between reading and writing', () => {
    using({}, (one) =>
      using({}, (other) => {
        one.change(['a'], counting('first'));
        let times = 0;
        one.change(['a'], (memories) => {
          if (++times === 1) other.change(['a'], counting('second'));
          return counting('third')(memories);
        });
        expect(times).toBe(2);
        expect(events(one.change(['a'], reading)[0]!)).toEqual(['first', 'second', 'third']);
      }),
    );
  });

  test('is for nobody else: the folder and its files have no rights for others', () => {
    using({}, (store) => {
      store.change(['a'], putting(full));
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      const files = readdirSync(folder);
      expect(files).toContain('memory.db');
      expect(files.map((file) => statSync(join(folder, file)).mode & 0o077)).toEqual(files.map(() => 0));
    });
  });
});

describe('a memory that cannot be read is an error', () => {
  const damages = {
    'has a text that is cut off': `UPDATE entry SET value = substr(value, 1, length(value) - 5) WHERE kind = 'call'`,
    'has an empty text': `UPDATE entry SET value = '' WHERE kind = 'label'`,
    'has an empty object': `UPDATE entry SET value = '{}' WHERE kind = 'count'`,
    'has an object of another shape': `UPDATE entry SET value = replace(value, '"since"', '"sence"') WHERE kind = 'file'`,
    'lacks a row': `DELETE FROM entry WHERE kind = 'label'`,
    'has a row too many': `INSERT INTO entry (memory, kind, key, place, revision, value) SELECT memory, kind, key + 100, place, revision, value FROM entry WHERE kind = 'denial'`,
  };
  test.each(Object.entries(damages))('where it %s', (_, sql) => {
    using({}, (store) => store.change(['a'], putting(full)));
    tamper(sql);
    using({}, (store) => {
      expect(failure(() => store.change(['b', 'a'], () => expect.unreachable()))).toEqual({
        problem: 'damaged',
        message:
          'A memory in "FOLDER/memory.db" is damaged or was written by something else: stop bylaw and move its folder away, and bylaw begins with an empty memory.',
      });
      expect(store.change(['b'], counting('others are served'))).toBe(1);
    });
  });

  test('where another process damaged it after this one had read it', () => {
    using({}, (store) => {
      store.change(['a'], putting(full));
      tamper(`UPDATE entry SET value = '', revision = 2; UPDATE kept SET revision = 2`);
      expect(failure(() => store.change(['a'], reading))?.problem).toBe('damaged');
    });
  });

  test('where the file is damaged', () => {
    using({}, (store) => {
      for (let key = 0; key < 100; key++) store.change([`${key}`], putting(full));
    });
    tamper('PRAGMA wal_checkpoint(TRUNCATE)');
    const { size } = statSync(databaseFile(folder));
    writeFileSync(databaseFile(folder), Buffer.alloc(size - 8192, 0xa5), { flag: 'r+', flush: true });
    expect(failure(() => openMemoryStore({ folder }))).toEqual({
      problem: 'foreign',
      message:
        'The memory in "FOLDER/memory.db" is not a memory of bylaw: name another folder, or move this one away.',
    });
  });

  test('where the pages behind the first are damaged', () => {
    using({}, (store) => {
      for (let key = 0; key < 100; key++) store.change([`${key}`], putting(full));
    });
    tamper('PRAGMA wal_checkpoint(TRUNCATE)');
    const file = databaseFile(folder);
    const pages = readFileSync(file);
    writeFileSync(file, pages.fill(0xa5, 4096), { flag: 'r+' });
    const problem = failure(() =>
      using({}, (store) => store.change(['1'], () => expect.unreachable())),
    )?.problem;
    expect(problem).toBe('damaged');
  });
});

describe('a memory that was begun and is not there any more is an error, and no empty one', () => {
  const begin = (): void => using({}, (store) => store.change(['a'], putting(full)));
  const again = 'To begin with an empty memory, stop bylaw and remove the whole folder.';

  test('where its file was removed', () => {
    begin();
    rmSync(databaseFile(folder));
    for (const _ of ['the first time', 'and again'])
      expect(failure(() => openMemoryStore({ folder }))).toEqual({
        problem: 'lost',
        message: `The memory in "FOLDER/memory.db" existed before and is gone: somebody removed the memory of earlier calls. ${again}`,
      });
    rmSync(folder, { recursive: true });
    using({}, (store) => expect(store.change(['a'], counting('anew'))).toBe(1));
  });

  test('where its file was emptied, or another empty one put in its place', () => {
    begin();
    const empty = new DatabaseSync(join(parent, 'empty.db'));
    empty.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x); DROP TABLE t');
    empty.close();
    for (const content of ['', readFileSync(join(parent, 'empty.db'))]) {
      writeFileSync(databaseFile(folder), content, { mode: 0o600 });
      expect(failure(() => openMemoryStore({ folder }))).toEqual({
        problem: 'lost',
        message: `The memory in "FOLDER/memory.db" existed before and is empty: somebody removed the memory of earlier calls. ${again}`,
      });
    }
  });

  test.skipIf(process.platform === 'win32')(
    'where it is removed, exchanged or emptied while it is open',
    () => {
      const changes: readonly (readonly [string, (file: string) => void])[] = [
        ['was removed', (file) => rmSync(file)],
        [
          'was replaced by another',
          (file) => {
            // It stays, so that the other one is not of the same number.
            renameSync(file, `${file}.away`);
            writeFileSync(file, readFileSync(`${file}.away`), { mode: 0o600 });
          },
        ],
        ['was emptied', (file) => truncateSync(file)],
      ];
      for (const [what, change] of changes) {
        folder = join(parent, `${folders++}`);
        using({}, (store) => {
          store.change(['a'], putting(full));
          change(databaseFile(folder));
          const told = {
            problem: 'lost',
            message: `The memory file "FOLDER/memory.db" ${what} while bylaw uses it: find out who did that. ${again}`,
          };
          expect(failure(() => store.change(['a'], () => expect.unreachable()))).toEqual(told);
          expect(failure(() => store.size)).toEqual(told);
        });
      }
    },
  );

  test('where its log is emptied while another process has it open', () => {
    using({}, (store) => {
      store.change(['a'], putting(full));
      truncateSync(`${databaseFile(folder)}-wal`);
      const found = failure(() => using({}, (other) => other.change(['a'], () => expect.unreachable())));
      expect(found).toBeDefined();
    });
  });

  test('is one that was begun by a bylaw that did not say so, once it has been opened', () => {
    begin();
    rmSync(join(folder, 'memory.begun'));
    using({}, (store) => expect(store.change(['a'], reading)).toEqual([full]));
    truncateSync(databaseFile(folder));
    expect(failure(() => openMemoryStore({ folder }))?.problem).toBe('lost');
  });
});

describe('a memory of the former format', () => {
  /** What bylaw wrote when a memory was one text. */
  const begin = (memories: Readonly<Record<string, string>>): void => {
    mkdirSync(folder, { mode: 0o700 });
    const database = new DatabaseSync(databaseFile(folder));
    database.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE memory (
        key BLOB NOT NULL PRIMARY KEY, revision TEXT NOT NULL, stamp INTEGER NOT NULL, value TEXT NOT NULL
      ) STRICT;
      CREATE INDEX by_stamp ON memory (stamp);
      CREATE TABLE total (memories INTEGER NOT NULL, evicted INTEGER NOT NULL) STRICT;
      INSERT INTO total VALUES (${Object.keys(memories).length}, 7);
      PRAGMA application_id = ${0x62796c77};
      PRAGMA user_version = 1;`);
    const insert = database.prepare('INSERT INTO memory VALUES (?, ?, ?, ?)');
    for (const [index, [key, value]] of Object.entries(memories).entries())
      insert.run(createHash('sha256').update(key, 'utf16le').digest(), 'r', index + 1, value);
    database.close();
    chmodSync(databaseFile(folder), 0o600);
  };

  test('is taken over as it is, and goes on', () => {
    begin({ a: JSON.stringify(full), b: JSON.stringify({ ...full, clock: 5 }) });
    using({}, (store) => {
      expect(store.size).toEqual({ memories: 2, evicted: 0, evictedEver: 7 });
      expect(store.change(['a', 'b', 'c'], reading)).toEqual([full, { ...full, clock: 5 }, emptyMemory]);
      store.change(['a'], counting('new'));
    });
    using({}, (store) => {
      const [a, b] = store.change(['a', 'b'], reading);
      expect(events(a!)).toEqual([...events(full), 'new']);
      expect({ ...a, calls: full.calls }).toEqual(full);
      expect(b).toEqual({ ...full, clock: 5 });
    });
  });

  test('keeps the order of use', () => {
    begin({ a: JSON.stringify(full), b: JSON.stringify(full) });
    using({ sessions: 2 }, (store) => {
      store.change(['c'], counting('c'));
      expect(store.change(['a', 'b'], reading)).toEqual([emptyMemory, full]);
    });
  });

  test('is an error where one is damaged, and others are served', () => {
    begin({ a: JSON.stringify(full).slice(1), b: JSON.stringify(full) });
    using({}, (store) => {
      expect(failure(() => store.change(['a'], () => expect.unreachable()))?.problem).toBe('damaged');
      expect(store.change(['b'], reading)).toEqual([full]);
    });
  });

  test('is not there any more for a process of an older bylaw that has it open', () => {
    begin({ a: JSON.stringify(full) });
    const older = new DatabaseSync(databaseFile(folder));
    const read = older.prepare('SELECT value FROM memory');
    expect(read.get()).toBeDefined();
    using({}, () => expect(() => read.get()).toThrow('no such table'));
    older.close();
  });
});

describe('a file that is not ours', () => {
  test('is refused where it is a text', () => {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(databaseFile(folder), 'a text that is no database\n'.repeat(100), { mode: 0o600 });
    expect(failure(() => openMemoryStore({ folder }))?.problem).toBe('foreign');
  });

  test('is refused where it is a database of another program, and is left as it is', () => {
    mkdirSync(folder, { mode: 0o700 });
    tamper('CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)');
    chmodSync(databaseFile(folder), 0o600);
    expect(failure(() => openMemoryStore({ folder }))).toEqual({
      problem: 'foreign',
      message:
        'The memory file "FOLDER/memory.db" is a database of another program: name another folder, or move this one away.',
    });
    expect(readdirSync(folder)).toEqual(['memory.db']);
  });

  test('is refused where a later bylaw wrote it', () => {
    using({}, (store) => store.change(['a'], putting(full)));
    tamper('PRAGMA user_version = 3');
    expect(failure(() => openMemoryStore({ folder }))).toEqual({
      problem: 'newer',
      message:
        'The memory file "FOLDER/memory.db" is of format 3, and this bylaw reads format 2: update bylaw, or name another folder.',
    });
  });

  test('is made into a memory where it is empty, as after a crash in the first moment', () => {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(databaseFile(folder), '', { mode: 0o600 });
    using({}, (store) => expect(store.change(['a'], counting('x'))).toBe(1));
  });
});

describe.runIf(process.platform !== 'win32')('a folder that cannot be trusted', () => {
  const isRoot = process.geteuid?.() === 0;

  test('is refused where others can write it, or a file in it', () => {
    mkdirSync(folder);
    chmodSync(folder, 0o770);
    expect(failure(() => openMemoryStore({ folder }))).toEqual({
      problem: 'folder',
      message:
        'The memory folder "FOLDER" can be written by others (mode 770): check that no one has changed it, and run chmod go-w on it.',
    });
    chmodSync(folder, 0o755);
    using({}, (store) => store.change(['a'], putting(full)));
    chmodSync(databaseFile(folder), 0o602);
    expect(failure(() => openMemoryStore({ folder }))?.message).toBe(
      'The memory file "FOLDER/memory.db" can be written by others (mode 602): check that no one has changed it, and run chmod go-w on it.',
    );
  });

  test('is refused where it belongs to another user', () => {
    if (isRoot) {
      mkdirSync(folder, { mode: 0o700 });
      chownSync(folder, 54_321, 54_321);
    } else folder = '/';
    const found = failure(() => openMemoryStore({ folder }));
    expect(found?.problem).toBe('folder');
    expect(found?.message).toContain('belongs to another user');
  });

  test('is refused where a file in it belongs to another user, or is a link', () => {
    mkdirSync(folder, { mode: 0o700 });
    const elsewhere = join(parent, 'elsewhere');
    writeFileSync(elsewhere, '', { mode: 0o600 });
    symlinkSync(elsewhere, databaseFile(folder));
    expect(failure(() => openMemoryStore({ folder }))?.message).toBe(
      'The memory file "FOLDER/memory.db" is not a plain file: move it away.',
    );
    if (!isRoot) return;
    rmSync(databaseFile(folder));
    writeFileSync(databaseFile(folder), '', { mode: 0o600 });
    chownSync(databaseFile(folder), 54_321, 54_321);
    expect(failure(() => openMemoryStore({ folder }))?.message).toContain('belongs to another user (54321');
  });

  test('is refused where it is a file, or cannot be made or written', () => {
    writeFileSync(folder, '');
    expect(failure(() => openMemoryStore({ folder }))).toMatchObject({ problem: 'folder' });
    expect(failure(() => openMemoryStore({ folder: join(folder, 'below') }))).toEqual({
      problem: 'folder',
      message:
        'The memory folder "FOLDER/below" cannot be used (ENOTDIR): name a folder that this user may write.',
    });
  });

  test.runIf(!isRoot || process.platform === 'linux')('is refused where it may only be read', () => {
    // Nothing but the kernel writes there, whoever asks.
    if (isRoot) folder = '/proc/self/fdinfo';
    else mkdirSync(folder, { mode: 0o500 });
    const found = failure(() => openMemoryStore({ folder }));
    expect(found?.problem).toBe('folder');
    expect(found?.message).toMatch(
      /^The memory file "FOLDER\/memory.db" cannot be made \(E[A-Z]+\): name a folder/,
    );
  });
});

describe('an error of the database', () => {
  const told = (errcode: number): unknown =>
    asStoreError(Object.assign(new Error('sqlite'), { errcode }), '/m/memory.db');

  test('says what to do', () => {
    expect(told(13)).toMatchObject({
      problem: 'full',
      message: 'The memory in "/m/memory.db" cannot grow, because the disk is full: make room on the disk.',
    });
    // With what SQLite adds to the number of a failed write.
    expect(told(10 | (3 << 8))).toMatchObject({
      problem: 'failed',
      message:
        'The memory in "/m/memory.db" cannot be read or written, because the disk fails: look for errors of that disk in the log of the system.',
    });
    expect(told(19)).toMatchObject({
      problem: 'failed',
      message:
        'The memory in "/m/memory.db" cannot be read or written (SQLite error 19): look for errors of that disk in the log of the system.',
    });
    expect(told(8)).toMatchObject({ problem: 'folder' });
  });

  test('that is none is left alone', () => {
    const fault = new TypeError('a fault');
    expect(asStoreError(fault, '/m/memory.db')).toBe(fault);
  });
});
