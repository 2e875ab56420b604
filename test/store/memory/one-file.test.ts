/** Memories in files of their own: what is kept, what is refused, and that hooks at the same time lose nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import type { Memory } from '../../../src/engine/memory.ts';
import type { ImmediateMemoryStore } from '../../../src/engine/memory-store.ts';
import { openFileStore, problemsOfFiles } from '../../../src/store/memory/one-file.ts';
import { full } from './sample.ts';

const root = mkdtempSync(join(tmpdir(), 'bylaw-files-'));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;
const newFolder = (): string => join(root, `${++folders}`);

const put = (store: ImmediateMemoryStore, key: string, memory: Memory): void =>
  store.change([key], () => ({ memories: [memory], result: undefined }));
const get = (store: ImmediateMemoryStore, key: string): Memory =>
  store.change([key], ([memory]) => ({ memories: [undefined], result: memory! }));

describe('a memory', () => {
  test('is there for the next process, each key with its own', () => {
    const folder = newFolder();
    put(openFileStore(folder, Date.now), 'a', full);
    expect(get(openFileStore(folder, Date.now), 'a')).toEqual(full);
    expect(get(openFileStore(folder, Date.now), 'b').written).toEqual([]);
  });

  test('with nothing that was written leaves no file, and no folder', () => {
    const folder = newFolder();
    const store = openFileStore(folder, Date.now);
    put(store, 'a', { ...full, written: [] });
    expect(existsSync(folder)).toBe(false);
    put(store, 'a', full);
    expect(readdirSync(folder)).toHaveLength(1);
    put(store, 'a', { ...full, written: [] });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('of a session that was not heard of for a week leaves', () => {
    const folder = newFolder();
    const store = openFileStore(folder, Date.now);
    put(store, 'old', full);
    const [file = ''] = readdirSync(folder);
    const before = Date.now() / 1000 - 8 * 24 * 60 * 60;
    utimesSync(join(folder, file), before, before);
    put(store, 'new', full);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(get(store, 'old').written).toEqual([]);
  });
});

test('only memories are removed when they are old', () => {
  const folder = newFolder();
  const store = openFileStore(folder, Date.now);
  put(store, 'a', full);
  const elsewhere = newFolder();
  mkdirSync(join(elsewhere, 'deep'), { recursive: true });
  const name = `${'0'.repeat(64)}.json`;
  const kept = ['notes.txt', 'f'.repeat(64), 'folder'];
  writeFileSync(join(folder, 'notes.txt'), '');
  writeFileSync(join(folder, 'f'.repeat(64)), '');
  mkdirSync(join(folder, 'folder'));
  symlinkSync(elsewhere, join(folder, name));
  const before = Date.now() / 1000 - 8 * 24 * 60 * 60;
  for (const each of readdirSync(folder)) utimesSync(join(folder, each), before, before);
  put(store, 'b', full);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([...kept, name]));
  expect(readdirSync(folder)).toHaveLength(kept.length + 2);
  expect(readdirSync(elsewhere)).toEqual(['deep']);
});

describe('a lock', () => {
  test('of a process that ended is taken away', () => {
    const folder = newFolder();
    const store = openFileStore(folder, Date.now);
    put(store, 'a', full);
    const [file = ''] = readdirSync(folder);
    const lock = join(folder, `${file}.lock`);
    writeFileSync(lock, '', { mode: 0o600 });
    utimesSync(lock, 1, 1);
    put(store, 'a', { ...full, clock: 7 });
    expect(get(store, 'a').clock).toBe(7);
    expect(readdirSync(folder)).toEqual([file]);
  });

  test.each(['a link to nowhere', 'a folder'])('that is %s is refused at once', (kind) => {
    const folder = newFolder();
    const store = openFileStore(folder, Date.now);
    put(store, 'a', full);
    const lock = join(folder, `${readdirSync(folder)[0]}.lock`);
    if (kind === 'a folder') mkdirSync(lock);
    else symlinkSync(join(folder, 'nothing'), lock);
    expect(() => put(store, 'a', full)).toThrow(/is not a plain file: move it away/);
  });
});

describe('what is refused', () => {
  test('a file that is damaged', () => {
    const folder = newFolder();
    const store = openFileStore(folder, Date.now);
    put(store, 'a', full);
    writeFileSync(join(folder, readdirSync(folder)[0] ?? ''), '{');
    expect(() => get(store, 'a')).toThrow(/is damaged: remove that file/);
  });

  test.skipIf(process.platform === 'win32')('a folder that others can write', () => {
    const folder = newFolder();
    const store = openFileStore(folder, Date.now);
    put(store, 'a', full);
    chmodSync(folder, 0o777);
    expect(() => get(store, 'a')).toThrow(/can be written by others/);
  });

  test('a place that is no folder', () => {
    const folder = newFolder();
    writeFileSync(folder, '');
    expect(() => put(openFileStore(folder, Date.now), 'a', full)).toThrow(/cannot be/);
  });
});

describe('hooks at the same time', () => {
  test('a lock that was not given back is taken', () => {
    const folder = newFolder();
    const store = openFileStore(folder, Date.now);
    put(store, 'a', full);
    const lock = join(folder, `${readdirSync(folder)[0]}.lock`);
    writeFileSync(lock, '');
    utimesSync(lock, 1, 1);
    put(store, 'a', { ...full, clock: 7 });
    expect(get(store, 'a').clock).toBe(7);
    expect(existsSync(lock)).toBe(false);
  });

  test('lose nothing', async () => {
    const folder = newFolder();
    const { outputFiles } = buildSync({
      stdin: {
        resolveDir: import.meta.dirname,
        contents: `
          import { openFileStore, problemsOfFiles } from '../../../src/store/memory/one-file.ts';
          const store = openFileStore(process.argv[2], Date.now);
          const written = [{ path: '/x', onDisk: false, left: ['x'], of: [], open: [] }];
          for (let at = 0; at < 25; at++)
            store.change(['a'], ([memory]) => ({
              memories: [{ ...memory, written, forgotten: memory.forgotten + 1 }],
            }));`,
      },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      write: false,
    });
    const program = join(root, 'changes.cjs');
    writeFileSync(program, outputFiles[0]?.text ?? '');
    const children = [0, 1, 2].map(() => spawn(process.execPath, [program, folder], { stdio: 'inherit' }));
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0]);
    expect(get(openFileStore(folder, Date.now), 'a').forgotten).toBe(75);
  });
});

test('what is wrong with the memories of a folder is said for each', () => {
  const folder = newFolder();
  expect(problemsOfFiles(folder)).toEqual([]);
  const store = openFileStore(folder, Date.now);
  put(store, 'a', full);
  put(store, 'b', full);
  expect(problemsOfFiles(folder)).toEqual([]);
  const [file = ''] = readdirSync(folder);
  writeFileSync(join(folder, file), '{');
  writeFileSync(join(folder, 'notes.txt'), '{');
  expect(problemsOfFiles(folder)).toEqual([expect.stringMatching(/is damaged: remove that file/)]);
});
