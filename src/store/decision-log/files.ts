/**
 * The files of a decision log, `decisions-000001.ndjson` and so on in one folder, and the operations on
 * them. All go through one small interface, so that a test can replace it by a full or a slow disk. Nothing
 * is ever renamed: processes write to the highest number.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
  unlinkSync,
  write,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { byOthers } from '../others.ts';
import { describeWriteError, LogUnavailable } from './decision-log.ts';

export interface LogFiles {
  /** The numbers of the files in the folder, ascending; makes the folder. Throws, like all of these functions. */
  numbers(): readonly number[];
  /** Opens a file for reading and appending, and makes it if it does not exist. */
  open(number: number): number;
  /** Opens a file for reading only; undefined if it is gone. */
  openOld(number: number): number | undefined;
  stat(descriptor: number): { readonly size: number; readonly isLinked: boolean };
  read(descriptor: number, from: number, length: number): Buffer;
  /** Appends in one write, and returns how many octets were written. */
  append(descriptor: number, bytes: Buffer): Promise<number>;
  appendNow(descriptor: number, bytes: Buffer): number;
  remove(number: number): void;
  close(descriptor: number): void;
}

export const fileNameOf = (number: number): string => `decisions-${String(number).padStart(6, '0')}.ndjson`;

/** The number in a file's name; undefined for other files. */
export function numberOf(name: string): number | undefined {
  const [, digits] = /^decisions-([0-9]{6,9})\.ndjson$/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The numbers of the files in a folder that is there, ascending. */
export const listNumbers = (folder: string): readonly number[] =>
  readdirSync(folder)
    .flatMap((name) => numberOf(name) ?? [])
    .sort((a, b) => a - b);

/** A user who can write the folder or a file can cut the log, or write it again. */
function refuseOthers(what: string, stats: Stats): void {
  const others = byOthers(stats);
  if (others !== undefined) throw new LogUnavailable(`${what} ${others.what}; ${others.advice}`);
}

/** What is wrong with the folder of a log and its files, as sentences; empty if nothing is. */
export function problemsOfLog(folder: string): readonly string[] {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const place = `The decision log ${JSON.stringify(folder)}`;
  try {
    const files = filesIn(folder);
    const last = files.numbers().at(-1);
    if (last !== undefined) files.close(files.open(last));
    return [];
  } catch (error) {
    return [`${place} cannot be written: ${describeWriteError(error)}.`];
  }
}

/** The files of a folder on disk. Only the owner can use the folder and the files. */
export function filesIn(folder: string): LogFiles {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = constants;
  return {
    numbers() {
      makeFolder(folder, 0o700);
      refuseOthers('the folder', statSync(folder));
      return listNumbers(folder);
    },
    open(number) {
      const name = fileNameOf(number);
      const descriptor = openSync(join(folder, name), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
      try {
        refuseOthers(`\`${name}\``, fstatSync(descriptor));
        return descriptor;
      } catch (error) {
        closeSync(descriptor);
        throw error;
      }
    },
    openOld(number) {
      try {
        return openSync(join(folder, fileNameOf(number)), constants.O_RDONLY | O_NOFOLLOW);
      } catch {
        return undefined;
      }
    },
    stat(descriptor) {
      const { size, nlink } = fstatSync(descriptor);
      return { size, isLinked: nlink > 0 };
    },
    read(descriptor, from, length) {
      const bytes = Buffer.alloc(Math.max(0, length));
      return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from));
    },
    append: (descriptor, bytes) =>
      new Promise((resolve, reject) => {
        write(descriptor, bytes, (error, written) => (error === null ? resolve(written) : reject(error)));
      }),
    appendNow: (descriptor, bytes) => writeSync(descriptor, bytes),
    remove: (number) => unlinkSync(join(folder, fileNameOf(number))),
    close: closeSync,
  };
}
