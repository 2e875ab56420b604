/**
 * The user that the owner and mode of a Unix socket's file prove: with mode 0600 only its owner, and root,
 * can connect. Node does not give the path of an inherited socket; Linux lists it.
 */
import { fstatSync, lstatSync, readFileSync } from 'node:fs';
import { userOf } from '../../host/machine/own-user.ts';

/**
 * The only user who can open the Unix socket of a descriptor; undefined if others can, or if it is not
 * known. Never throws.
 */
export function onlyUserOf(fd: number): string | undefined {
  try {
    const path = pathIn(readFileSync('/proc/net/unix', 'utf8'), fstatSync(fd).ino);
    return path === undefined ? undefined : onlyUserOfFile(path);
  } catch {
    return undefined;
  }
}

/** The same for a socket by its path. Throws if there is none. */
function onlyUserOfFile(path: string): string | undefined {
  const status = lstatSync(path);
  return status.isSocket() && (status.mode & 0o077) === 0 ? userOf(status.uid) : undefined;
}

/** The path of a listening socket; undefined if it has none, or if the list has another format. */
export function pathIn(list: string, inode: number): string | undefined {
  for (const line of list.split('\n').slice(1)) {
    // `Num RefCount Protocol Flags Type St Inode Path`; a path may have spaces in it, one in an abstract name begins with `@`.
    const [, found, path] = /^\S+ \S+ \S+ \S+ \S+ \S+ +(\d+) (\/.*)$/.exec(line) ?? [];
    if (found === String(inode)) return path;
  }
  return undefined;
}
