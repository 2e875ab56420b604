/**
 * How a hook knows that the server at its own user's socket is that user's: the server names a key that only this user
 * can read. Another process that binds the place of the socket first does not have the key.
 */
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../store/make-folder.ts';
import { userStateFolder } from '../machine/user-folders.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where the key of this user is. */
export const serverKeyFile = (env: Env): string => join(userStateFolder(env), 'server.key');

/** The key of this user; undefined where there is none, or where others could have read or written it. Never throws. */
export function readServerKey(env: Env): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(
      serverKeyFile(env),
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    const { uid, mode } = fstatSync(descriptor);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    const key = isOwn ? readFileSync(descriptor, 'utf8').trim() : '';
    return /^[0-9a-f]{64}$/.test(key) ? key : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The key of this user, made where there is none. Servers that start at the same time get the same one. Throws where it cannot be kept. */
export function makeServerKey(env: Env): string {
  const known = readServerKey(env);
  if (known !== undefined) return known;
  const file = serverKeyFile(env);
  const partial = `${file}.${process.pid}`;
  makeFolder(userStateFolder(env), 0o700);
  rmSync(partial, { force: true });
  try {
    writeFileSync(partial, `${newKey()}\n`, { mode: 0o600, flag: 'wx' });
    placeKey(partial, file, env);
  } finally {
    rmSync(partial, { force: true });
  }
  const key = readServerKey(env);
  if (key === undefined) throw new Error(`\`${file}\` cannot be read, or others can`);
  return key;
}

/** 32 octets at random. Node loads what makes them only here: it would cost each hook a millisecond. */
const newKey = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');

/** Puts the new key where none is; what is there and is no key goes. */
function placeKey(partial: string, file: string, env: Env): void {
  try {
    linkSync(partial, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || readServerKey(env) !== undefined) return;
    rmSync(file, { force: true });
    linkSync(partial, file);
  }
}
