/** Who holds a socket, by folders as proc(5) has them. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isHeldByManager } from '../../src/diagnosis/socket-holder.ts';

const socket = '/run/user/1000/bylaw/a b.sock';
let proc: string;
beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'bylaw-proc-'));
  mkdirSync(join(proc, 'net'));
});
afterEach(() => rmSync(proc, { recursive: true }));

function sockets(...rows: readonly (readonly [flags: string, inode: number, path: string])[]): void {
  const lines = rows.map(
    ([flags, inode, path]) => `ffff: 00000002 00000000 ${flags} 0001 01 ${inode} ${path}`,
  );
  writeFileSync(
    join(proc, 'net/unix'),
    ['Num RefCount Protocol Flags Type St Inode Path', ...lines, ''].join('\n'),
  );
}

function process(pid: number, name: string, ...inodes: readonly number[]): void {
  mkdirSync(join(proc, `${pid}/fd`), { recursive: true });
  writeFileSync(join(proc, `${pid}/comm`), `${name}\n`);
  for (const [fd, inode] of inodes.entries()) symlinkSync(`socket:[${inode}]`, join(proc, `${pid}/fd/${fd}`));
}

test('the service manager holds it, whoever else does', () => {
  sockets(['00010000', 7, '/run/other'], ['00000000', 8, socket], ['00010000', 9, socket]);
  process(10, 'node', 9);
  process(11, 'systemd', 7, 9);
  expect(isHeldByManager(socket, proc)).toBe(true);
  expect(isHeldByManager('/run/user/1000/bylaw', proc)).toBe(false);
});

test('a server alone, a manager that holds another, and a connection are not it', () => {
  sockets(['00000000', 8, socket], ['00010000', 9, socket]);
  process(10, 'node', 9);
  process(11, 'systemd', 8);
  expect(isHeldByManager(socket, proc)).toBe(false);
});

test('where nothing shows, the answer is no', () => {
  expect(isHeldByManager(socket, proc)).toBe(false);
  expect(isHeldByManager(socket, '/nonexistent')).toBe(false);
});
