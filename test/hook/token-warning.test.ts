import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { tokenWarning } from '../../src/hook/remote-token.ts';

const folder = mkdtempSync(join(tmpdir(), 'bylaw-token-'));
const file = join(folder, 'token');
const isWindows = process.platform === 'win32';
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(isWindows)('a token of this user that others can read is warned of, without its place', () => {
  writeFileSync(file, 'secret');
  // Root can give the file to somebody, and so asks as if it were that user.
  const self = process.getuid?.() ?? 0;
  const owner = self === 0 ? 1000 : self;
  if (self === 0) chownSync(file, owner, owner);
  const warning = (mode: number, user: number): string | undefined => {
    chmodSync(file, mode);
    vi.spyOn(process as { getuid(): number }, 'getuid').mockReturnValue(user);
    const remote = { server: 'localhost:1', tokenFile: 'token' } as Parameters<typeof tokenWarning>[0];
    return tokenWarning(remote, folder);
  };
  expect(warning(0o600, owner)).toBeUndefined();
  expect(warning(0o644, owner)).toContain('others may read or change the token');
  expect(warning(0o644, owner)).not.toContain(folder);
  // A token of somebody else is one that all users share, and so is that of root.
  expect(warning(0o644, owner + 1)).toBeUndefined();
  expect(warning(0o644, 0)).toBeUndefined();
});
