/** Whether another user could change what a hook runs or decides by. Root and this user are not others. */
import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DoctorFinding } from '../install/finding.ts';
import type { Machine } from '../install/machine.ts';

/**
 * A warning for each of the paths that another user could change or replace, by the owners and modes of the path itself and of
 * the folders above it. None on Windows, where there are no such modes, and none for what is not there.
 */
export function judgeOthersAccess(
  paths: readonly string[],
  consequence: string,
  { platform }: Machine,
): readonly DoctorFinding[] {
  if (platform === 'win32') return [];
  const found = paths.flatMap((path) => othersAccess(path) ?? []);
  return [...new Set(found)].map((why) => ({ kind: 'warning', text: `${why}: ${consequence}.` }));
}

function othersAccess(path: string): string | undefined {
  const real = realPath(path);
  if (real === undefined) return undefined;
  for (let at = real; ; at = dirname(at)) {
    const { uid, mode } = statSync(at);
    if (uid !== 0 && uid !== process.getuid?.()) return `${at} belongs to another user (${uid})`;
    // In a folder with the sticky bit only the owner of a file replaces it. Folders above may be those of a group.
    const writable = mode & (at === real ? 0o022 : 0o002);
    if (writable !== 0 && (at === real || (mode & 0o1000) === 0)) return `Others may write to ${at}`;
    if (at === dirname(at)) return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
