/** What processes keep in the user's cache folder: it can be made again at any time, so it goes with the hooks. */
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { userCacheFolder } from '../host/machine/user-folders.ts';
import type { Machine } from './machine.ts';

/** The files that bylaw wrote there, absolute; none where there is no such folder. Others have no names of this form. */
export function ownCaches({ env }: Machine): readonly string[] {
  const folder = userCacheFolder(env);
  try {
    return readdirSync(folder)
      .filter((name) =>
        /^(?:policies-[0-9a-f]{16}|(?:engine|program|late-program)-\d.*)$/.test(name.replace(/\.\d+$/, '')),
      )
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Deletes the files, and the folder if nothing else is in it. Returns those that could not be deleted. */
export function removeCaches(files: readonly string[], { env }: Machine): readonly string[] {
  const left = files.filter((file) => {
    try {
      rmSync(file);
      return false;
    } catch {
      return true;
    }
  });
  try {
    rmdirSync(userCacheFolder(env));
  } catch {}
  return left;
}
