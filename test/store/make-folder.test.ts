/** Folders that are made with those above them. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/store/make-folder.ts';

test('makes what is missing, and says what it made first', () => {
  const at = mkdtempSync(join(tmpdir(), 'bylaw-'));
  try {
    expect(makeFolder(join(at, 'a/b/c'), 0o700)).toBe(join(at, 'a'));
    expect(existsSync(join(at, 'a/b/c'))).toBe(true);
    expect(makeFolder(join(at, 'a/b/c'))).toBeUndefined();
    writeFileSync(join(at, 'file'), '');
    expect(() => makeFolder(join(at, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(at, 'file/a/b'))).toThrow();
  } finally {
    rmSync(at, { recursive: true });
  }
});

test.runIf(process.platform === 'linux')('where the system makes no folders, it says so', () => {
  expect(() => makeFolder('/proc/nowhere/to/be')).toThrow('ENOENT');
});
