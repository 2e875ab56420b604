/** Makes a folder with those above it. Node's own `recursive` never ends where the system has no such place, as below `/proc`. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const there = (path: string) => statSync(path, { throwIfNoEntry: false });

/** Gives the first folder that it made; undefined where all were there. Throws. */
export function makeFolder(path: string, mode = 0o777): string | undefined {
  if (there(path)?.isDirectory() === true) return undefined;
  const parent = dirname(path);
  const above = parent === path || there(parent) !== undefined ? undefined : makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have been faster.
    if (there(path)?.isDirectory() !== true) throw error;
  }
  return above ?? path;
}
