/**
 * What V8 made of the engine's source, kept between calls. It is code, so it
 * counts only from a folder and a file that only this user can write.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { checksum } from '../host/machine/checksum.ts';
import { userCacheFolder } from '../host/machine/user-folders.ts';
import { makeFolder } from '../store/make-folder.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** V8 refuses code of another version itself; the name keeps versions from taking turns at one file. */
const fileOf = (build: string, env: Env): string =>
  join(userCacheFolder(env), `engine-${build}-${process.version}-${process.arch}`);

/** The code that is kept for a build; undefined where there is none that counts. Never throws. */
export function readCode(build: string, env: Env): Buffer | undefined {
  const file = fileOf(build, env);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(
      file,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || !isOwn(stats) || !isOwn(statSync(dirname(file)))) return undefined;
    return undamaged(readFileSync(descriptor));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The code behind its sum; undefined where the two do not fit. V8 looks at the head of it alone, and runs what is damaged. */
function undamaged(content: Buffer): Buffer | undefined {
  const code = content.subarray(sumLength);
  return content.toString('latin1', 0, sumLength) === checksum(code) ? code : undefined;
}

const sumLength = 8;

/** Keeps code for the next call; where that fails, the next call takes longer. */
export function writeCode(build: string, env: Env, code: Buffer): void {
  const file = fileOf(build, env);
  const partial = `${file}.${process.pid}`;
  try {
    makeFolder(dirname(file), 0o700);
    writeFileSync(partial, Buffer.concat([Buffer.from(checksum(code)), code]), { mode: 0o600, flag: 'wx' });
    renameSync(partial, file);
  } catch {
    try {
      unlinkSync(partial);
    } catch {}
  }
}

const isOwn = ({ uid, mode }: Stats): boolean =>
  process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o022) === 0);
