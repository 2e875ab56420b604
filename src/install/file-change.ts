/**
 * Changes to files, as values: what is there, what shall be there. They are shown
 * first and made afterwards, all or none. A link is followed, so that it stays
 * one, and goes only with the file that it leads to; a file keeps its mode and its owner; what is replaced stays beside it
 * under another name.
 */
import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { realPathOf } from '../host/machine/real-path.ts';
import { describeError } from '../host/policy-files/policy-files.ts';
import { makeFolder } from '../store/make-folder.ts';

export interface FileChange {
  /** Absolute, as configurations name it. */
  readonly path: string;
  /** Undefined where there is no file. */
  readonly before: string | undefined;
  /** Undefined where there shall be none. */
  readonly after: string | undefined;
  readonly executable: boolean;
  /** Whether what is replaced is kept beside. */
  readonly backup: boolean;
  /** Earlier backups that say nothing that `after` does not say. */
  readonly outdated: readonly string[];
}

/** A change of a file that is no program, and has no backups from before. */
export const fileChange = (
  path: string,
  before: string | undefined,
  after: string | undefined,
  backup = false,
): FileChange => ({ path, before, after, executable: false, backup, outdated: [] });

export type FileReading =
  | { readonly ok: true; readonly text: string | undefined }
  | { readonly ok: false; readonly problem: string };

/** Reads a file that may be missing. The problem is what follows the path and a colon. */
export function readConfig(path: string): FileReading {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) {
      const broken = readdirSafely(dirname(path)).includes(basename(path));
      return broken
        ? {
            ok: false,
            problem: 'it is a link that leads nowhere; take the link away, or make the file that it leads to',
          }
        : { ok: true, text: undefined };
    }
    if (!stats.isFile()) return { ok: false, problem: 'it is not a file' };
    if (stats.size > largestConfig) return { ok: false, problem: 'it is larger than a configuration can be' };
    return {
      ok: true,
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)),
    };
  } catch (error) {
    const problem = error instanceof TypeError ? 'it is not UTF-8 text' : describeError(error);
    return { ok: false, problem: `it cannot be read: ${problem}` };
  }
}

const largestConfig = 16 * 1024 * 1024;

/** Whether a path is a link to a file, not the file itself. */
export const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Why a file must not be written; undefined where it may. */
export function writeProblem(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  // Root could write it all the same, but it is meant to stay as it is.
  if (stats !== undefined && process.platform !== 'win32' && (stats.mode & 0o222) === 0)
    return 'it is read-only; make it writable first';
  return undefined;
}

const readdirSafely = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

export const backupMark = '.bylaw-backup-';

/** The backups of a file, the newest first. */
export function backupsOf(path: string): readonly string[] {
  const real = realPathOf(path);
  return readdirSafely(dirname(real))
    .filter((name) => name.startsWith(`${basename(real)}${backupMark}`))
    .sort()
    .reverse()
    .map((name) => join(dirname(real), name));
}

export type Applied =
  | { readonly ok: true; readonly backups: readonly string[] }
  | { readonly ok: false; readonly path: string; readonly problem: string };

/** Makes all changes, or none: what has been done already is undone when one fails. `now` is RFC 3339. */
export function applyChanges(changes: readonly FileChange[], now: string): Applied {
  const done: (() => void)[] = [];
  const backups: string[] = [];
  let path = '';
  try {
    for (const change of changes) {
      path = change.path;
      const current = readConfig(path);
      if (!current.ok || current.text !== change.before)
        return { ok: false, path, problem: 'it was changed meanwhile; nothing was written' };
    }
    // Everything that can fail for want of space or rights is done before anything is in force.
    const staged = changes.map((change) => {
      path = change.path;
      return stage(change, done);
    });
    for (const change of changes) {
      path = change.path;
      if (!change.backup || change.before === undefined) continue;
      const backup = keepBackup(realPathOf(path), change.before, now);
      backups.push(backup);
      done.push(() => rmSync(backup, { force: true }));
    }
    for (const [index, commit] of staged.entries()) {
      path = changes[index]?.path ?? '';
      commit();
    }
  } catch (error) {
    for (const undo of done.reverse()) {
      try {
        undo();
      } catch {}
    }
    return { ok: false, path, problem: error instanceof Error ? describeError(error) : String(error) };
  }
  for (const { outdated, path, after } of changes) {
    for (const backup of outdated) rmSync(backup, { force: true });
    if (after === undefined) removeOwnFolders(dirname(path));
  }
  return { ok: true, backups };
}

/** Writes the new text beside the file; what is returned puts it in its place. */
function stage({ path, before, after, executable }: FileChange, done: (() => void)[]): () => void {
  const real = realPathOf(path);
  const restore = (): void => {
    if (before === undefined) rmSync(real, { force: true });
    else replaceWith(real, before, statSync(real, { throwIfNoEntry: false }), executable);
  };
  if (after === undefined)
    return () => {
      const stats = statSync(real, { throwIfNoEntry: false });
      rmSync(real);
      done.push(() => replaceWith(real, before ?? '', stats, executable));
      for (const [link, target] of linksFrom(path)) {
        rmSync(link);
        done.push(() => symlinkSync(target, link));
      }
    };
  makeFolder(dirname(real));
  const stats = statSync(real, { throwIfNoEntry: false });
  const partial = writePartial(real, after, stats, executable);
  done.push(() => rmSync(partial, { force: true }));
  return () => {
    renameSync(partial, real);
    done.push(restore);
  };
}

/** The links that lead from a path to a file, each with what it says: none may be left that leads nowhere. */
function linksFrom(path: string): readonly (readonly [link: string, target: string])[] {
  const links: (readonly [string, string])[] = [];
  let at = path;
  while (isLink(at) && links.length < longestChain) {
    const target = readlinkSync(at);
    links.push([at, target]);
    at = resolve(dirname(at), target);
  }
  return links;
}

/** As many as systems follow. */
const longestChain = 40;

function replaceWith(real: string, text: string, stats: Stats | undefined, executable: boolean): void {
  renameSync(writePartial(real, text, stats, executable), real);
}

function writePartial(real: string, text: string, stats: Stats | undefined, executable: boolean): string {
  const partial = join(dirname(real), `.${basename(real)}.bylaw-${process.pid}`);
  rmSync(partial, { force: true });
  const mode = stats === undefined ? (executable ? 0o755 : 0o644) : stats.mode & 0o7777;
  writeFileSync(partial, text, { flag: 'wx', mode: 0o600 });
  if (stats !== undefined && process.getuid?.() === 0) chownSync(partial, stats.uid, stats.gid);
  chmodSync(partial, executable ? mode | 0o111 : mode);
  return partial;
}

function keepBackup(real: string, text: string, now: string): string {
  const stats = statSync(real);
  const time = now.replace(/[-:]/g, '').replace(/\.\d+/, '');
  for (let count = 1; ; count++) {
    const backup = `${real}${backupMark}${time}${count === 1 ? '' : `-${count}`}`;
    try {
      writeFileSync(backup, text, { flag: 'wx', mode: stats.mode & 0o7777 });
      return backup;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** A folder that only bylaw can have made goes with the last file in it. */
function removeOwnFolders(folder: string): void {
  const isOwn = basename(folder) === 'bylaw' || basename(dirname(folder)) === 'bylaw';
  if (!isOwn || readdirSafely(folder).length > 0) return;
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
  removeOwnFolders(dirname(folder));
}
