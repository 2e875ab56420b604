/** A build that is not of its sources is never taken for one that is. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outOfDate, runStep, unknownFiles } from '../../scripts/build/up-to-date.mjs';

let folder: string;
let runs: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-build-'));
  mkdirSync(join(folder, 'src'));
  write('src/a.ts', 'a');
  write('settings.json', '{}');
  runs = 0;
  await runStep(step, folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

const step = {
  name: 'copy',
  says: 'a copy',
  inputs: ['src', 'settings.json'],
  executable: ['dist/a.js'],
  make: async (): Promise<Record<string, string>> => {
    runs++;
    return { 'dist/a.js': read('src/a.ts'), ...(runs === 1 ? { 'dist/old.js': 'old' } : {}) };
  },
};

test('what was just built is up to date, and a shell may start it', () => {
  expect(outOfDate([step], folder)).toEqual([]);
  expect(read('dist/a.js')).toBe('a');
  expect(statSync(join(folder, 'dist/a.js')).mode & 0o111).not.toBe(0);
});

test('other times of files change nothing', () => {
  utimesSync(join(folder, 'src/a.ts'), new Date(), new Date(Date.now() + 1e6));
  utimesSync(join(folder, 'dist/a.js'), new Date(0), new Date(0));
  expect(outOfDate([step], folder)).toEqual([]);
});

test('what generators write beside the sources is no input', () => {
  mkdirSync(join(folder, 'src/generated'));
  write('src/generated/parser.js', 'x');
  expect(outOfDate([step], folder)).toEqual([]);
});

test.each([
  ['a source has other content', () => write('src/a.ts', 'b')],
  ['a source is new', () => write('src/b.ts', '')],
  ['a source is gone', () => rmSync(join(folder, 'src/a.ts'))],
  ['a file that is named itself has other content', () => write('settings.json', '{ }')],
  ['an output was changed by hand', () => write('dist/a.js', 'b')],
  ['an output is gone', () => rmSync(join(folder, 'dist/a.js'))],
  ['the whole build is gone', () => rmSync(join(folder, 'dist'), { recursive: true })],
  ['the record of the build cannot be read', () => write('dist/.build.json', '{')],
  ['the record of the build is no record', () => write('dist/.build.json', 'null')],
  ['the record says nothing', () => write('dist/.build.json', '{"copy": 1}')],
  ['a shell may no longer start it', () => chmodSync(join(folder, 'dist/a.js'), 0o644)],
])('it is out of date where %s', (_, change) => {
  change();
  expect(outOfDate([step], folder)).toEqual(['copy']);
});

test('what is no longer made goes away', async () => {
  expect(read('dist/old.js')).toBe('old');
  await runStep(step, folder);
  expect(() => read('dist/old.js')).toThrow('ENOENT');
  expect(outOfDate([step], folder)).toEqual([]);
});

test('what no step made is a stranger', () => {
  expect(unknownFiles(folder)).toEqual([]);
  write('dist/tables-of-another-build.txt', '');
  expect(unknownFiles(folder)).toEqual(['dist/tables-of-another-build.txt']);
});

test('a step that fails leaves what was built, and stays out of date', async () => {
  write('src/a.ts', 'b');
  const failing = { ...step, make: () => Promise.reject(new Error('no')) };
  await expect(runStep(failing, folder)).rejects.toThrow('no');
  expect(read('dist/a.js')).toBe('a');
  expect(outOfDate([step], folder)).toEqual(['copy']);
});
