/** Whom a Unix socket that was handed over proves. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { platform, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { onlyUserOf, pathIn } from '../../src/server/sockets/socket-owner.ts';

const folder = mkdtempSync(join(tmpdir(), 'bylaw owner-'));
const servers: Server[] = [];
afterEach(async () => {
  for (const each of servers.splice(0)) await new Promise((resolve) => each.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** The descriptor of a socket with a mode. */
async function listening(mode: number): Promise<number> {
  const server = createServer();
  servers.push(server);
  const path = join(folder, 's.sock');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  chmodSync(path, mode);
  return (server as unknown as { readonly _handle: { readonly fd: number } })._handle.fd;
}

const isLinux = platform() === 'linux';

test.runIf(isLinux)('a socket that its owner alone can open proves its owner', async () => {
  const fd = await listening(0o600);
  expect(onlyUserOf(fd)).toBe(userInfo().username);
  for (const mode of [0o660, 0o606, 0o620, 0o666]) {
    chmodSync(join(folder, 's.sock'), mode);
    expect([mode, onlyUserOf(fd)]).toEqual([mode, undefined]);
  }
});

test('a descriptor that is no socket, or none at all, proves nobody', () => {
  expect(onlyUserOf(0)).toBeUndefined();
  expect(onlyUserOf(9999)).toBeUndefined();
});

test('of the list of sockets the path of the one with the number is taken', () => {
  const list = `Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 12345 /run/a b.sock
0000000000000000: 00000002 00000000 00010000 0001 01 123 @abstract
0000000000000000: 00000003 00000000 00000000 0001 03 1234
`;
  expect(pathIn(list, 12345)).toBe('/run/a b.sock');
  for (const inode of [123, 1234, 12, 99999]) expect(pathIn(list, inode)).toBeUndefined();
  expect(pathIn('', 0)).toBeUndefined();
});
