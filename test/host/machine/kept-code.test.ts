/** The compiled code that processes keep: what was damaged, or could have been written by others, is none. */
import { chmodSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checksum } from '../../../src/host/machine/checksum.ts';
import { readCode, writeCode } from '../../../src/host/machine/kept-code.ts';
import { withFolder } from '../../cli/command.ts';

const code = Buffer.from(Array.from({ length: 10_000 }, (_, at) => (at * 7) % 251));

const keyOf = (home: string) =>
  ({ name: 'engine', build: 'b', env: { HOME: home }, sumOf: checksum }) as const;

/** Code that is kept in a home, and the file of it. */
const withKept = (use: (home: string, file: string) => void): Promise<void> =>
  withFolder({}, async (home) => {
    writeCode(keyOf(home), code);
    const folder = join(home, '.cache/bylaw');
    use(home, join(folder, readdirSync(folder)[0] ?? ''));
  });

test('code is read as it was kept, by the same build only', () =>
  withKept((home) => {
    expect(readCode(keyOf(home))?.equals(code)).toBe(true);
    expect(readCode({ ...keyOf(home), name: 'program' })).toBeUndefined();
    expect(readCode({ ...keyOf(home), build: 'other' })).toBeUndefined();
  }));

test('code that was damaged anywhere, cut, or emptied is none', () =>
  withKept((home, file) => {
    const whole = readFileSync(file);
    for (const part of [0, 0.001, 0.1, 0.4, 0.6, 0.9, 1]) {
      const damaged = Buffer.from(whole);
      const at = Math.min(Math.floor(whole.length * part), whole.length - 1);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      writeFileSync(file, damaged);
      expect(readCode(keyOf(home)), `${part}`).toBeUndefined();
      writeFileSync(file, whole.subarray(0, at));
      expect(readCode(keyOf(home)), `cut at ${part}`).toBeUndefined();
    }
    for (const text of ['', '{', '{}\n', '\n\n', '{"build":1}\nx']) {
      writeFileSync(file, text);
      expect(readCode(keyOf(home)), text).toBeUndefined();
    }
    writeFileSync(file, whole);
    expect(readCode(keyOf(home))).toBeDefined();
  }));

test('code that others could have written, and a link to it, is none', () =>
  withKept((home, file) => {
    chmodSync(file, 0o666);
    expect(readCode(keyOf(home))).toBeUndefined();
    chmodSync(file, 0o600);
    chmodSync(join(home, '.cache/bylaw'), 0o777);
    expect(readCode(keyOf(home))).toBeUndefined();
    chmodSync(join(home, '.cache/bylaw'), 0o700);
    expect(readCode(keyOf(home))).toBeDefined();
    renameSync(file, `${file}-elsewhere`);
    symlinkSync(`${file}-elsewhere`, file);
    expect(readCode(keyOf(home))).toBeUndefined();
  }));
