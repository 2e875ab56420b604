/** Whether somebody else can change a file or folder, by its owner and mode. */
import type { Stats } from 'node:fs';

/** The problem and its remedy, as parts of a sentence; undefined if only this user can change the file. */
export interface ByOthers {
  readonly what: string;
  readonly advice: string;
}

export function byOthers({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): ByOthers | undefined {
  // Windows has neither; there a folder has the rights of its parent.
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  if (uid !== user)
    return {
      what: `belongs to another user (${uid}, and this process runs as ${user})`,
      advice: 'name one of your own',
    };
  if ((mode & 0o022) === 0) return undefined;
  return {
    what: `can be written by others (mode ${(mode & 0o777).toString(8)})`,
    advice: 'check that no one has changed it, and run chmod go-w on it',
  };
}
