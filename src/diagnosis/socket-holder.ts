/**
 * Whether the service manager of this user holds a socket: then nothing can bind it first while the server is not there.
 * It is looked up as proc(5) has it, so that where there is none the answer is no.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export function isHeldByManager(socket: string, proc = '/proc'): boolean {
  const listening = new Set(listeningAt(socket, proc).map((inode) => `socket:[${inode}]`));
  if (listening.size === 0) return false;
  return attempt(() => readdirSync(proc), [])
    .filter((name) => /^[0-9]+$/.test(name))
    .some(
      (pid) => isManager(join(proc, pid)) && filesOf(join(proc, pid)).some((file) => listening.has(file)),
    );
}

/** The inodes of sockets that listen at a path: `Num: RefCount Protocol Flags Type St Inode Path`. */
function listeningAt(socket: string, proc: string): readonly string[] {
  const table = attempt(() => readFileSync(join(proc, 'net/unix'), 'utf8'), '');
  return table.split('\n').flatMap((line) => {
    const [, flags, inode, path] = /^\S+ \S+ \S+ (\S+) \S+ \S+ +(\S+) (.+)$/.exec(line) ?? [];
    return path === socket && flags === acceptsConnections && inode !== undefined ? [inode] : [];
  });
}

const acceptsConnections = '00010000';

const isManager = (folder: string): boolean =>
  attempt(() => readFileSync(join(folder, 'comm'), 'utf8').trim(), '') === 'systemd';

/** What the descriptors of a process lead to; nothing where that is not ours to see. */
const filesOf = (folder: string): readonly string[] =>
  attempt(() => readdirSync(join(folder, 'fd')), []).map((fd) =>
    attempt(() => readlinkSync(join(folder, 'fd', fd)), ''),
  );

function attempt<Value>(ask: () => Value, otherwise: Value): Value {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}
