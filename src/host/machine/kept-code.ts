/**
 * What V8 made of a source of an installed bylaw, kept between processes. It is code, so it
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
import { makeFolder } from '../../store/make-folder.ts';
import { userCacheFolder } from './user-folders.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface CodeKey {
  /** The source, and with which flags of V8 it runs. */
  readonly name: 'engine' | 'program' | 'late-program';
  /** Changes with every build. */
  readonly build: string;
  readonly env: Env;
  /** Shows whether code is as it was written, in 8 characters of ASCII: V8 looks at the head of it alone, and runs what is damaged. */
  readonly sumOf: (code: Buffer) => string;
}

/** V8 refuses code of another version itself; the name keeps versions from taking turns at one file. */
const fileOf = ({ name, build, env }: CodeKey): string =>
  join(userCacheFolder(env), `${name}-${build}-${process.version}-${process.arch}`);

/** The code that is kept of a source; undefined where there is none that counts. Never throws. */
export function readCode(key: CodeKey): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    const file = fileOf(key);
    descriptor = openSync(
      file,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || !isOwn(stats) || !isOwn(statSync(dirname(file)))) return undefined;
    const content = readFileSync(descriptor);
    const code = content.subarray(sumLength);
    return content.toString('latin1', 0, sumLength) === key.sumOf(code) ? code : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const sumLength = 8;

/** Keeps code for the next process; where that fails, the next one takes longer. */
export function writeCode(key: CodeKey, code: Buffer): void {
  let partial: string | undefined;
  try {
    const file = fileOf(key);
    makeFolder(dirname(file), 0o700);
    // In a folder of somebody else it would not count.
    if (!isOwn(statSync(dirname(file)))) return;
    partial = `${file}.${process.pid}`;
    writeFileSync(partial, Buffer.concat([Buffer.from(key.sumOf(code)), code]), { mode: 0o600, flag: 'wx' });
    renameSync(partial, file);
  } catch {
    try {
      if (partial !== undefined) unlinkSync(partial);
    } catch {}
  }
}

const isOwn = ({ uid, mode }: Stats): boolean =>
  process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o022) === 0);
