import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeServerKey, readServerKey } from '../../../src/host/credentials/server-key.ts';

function withState(use: (env: { HOME: string }, file: string) => void): void {
  const home = mkdtempSync(join(tmpdir(), 'bylaw-key-'));
  try {
    use({ HOME: home }, join(home, '.local/state/bylaw/server.key'));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

test('a key is made once, for this user alone', () =>
  withState((env, file) => {
    expect(readServerKey(env)).toBeUndefined();
    const key = makeServerKey(env);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect([makeServerKey(env), readServerKey(env)]).toEqual([key, key]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file))).toEqual(['server.key']);
  }));

test.each([
  ['open to others', (file: string) => chmodSync(file, 0o644)],
  ['no key', (file: string) => writeFileSync(file, 'nothing')],
])('what is %s is no key, and is made anew', (_, spoil) =>
  withState((env, file) => {
    const before = makeServerKey(env);
    spoil(file);
    expect(readServerKey(env)).toBeUndefined();
    const after = makeServerKey(env);
    expect(after).not.toBe(before);
    expect(readServerKey(env)).toBe(after);
  }),
);

test('a link is no key, and neither is a folder', () =>
  withState((env, file) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.other`, 'a'.repeat(64), { mode: 0o600 });
    symlinkSync(`${file}.other`, file);
    expect(readServerKey(env)).toBeUndefined();
    rmSync(file);
    mkdirSync(file);
    expect(readServerKey(env)).toBeUndefined();
    expect(() => makeServerKey(env)).toThrow();
  }));
