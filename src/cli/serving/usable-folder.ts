/** Whether a folder can be made and written, tried and undone: a folder that was not there is gone again. */
import { rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError } from '../../host/policy-files/policy-files.ts';
import { makeFolder } from '../../store/make-folder.ts';
import { byOthers } from '../../store/others.ts';

/** Why it cannot; undefined where it can. `isOwn`: only this user may change it. */
export function whyNotUsable(folder: string, isOwn: boolean): string | undefined {
  let missing: readonly string[] = [];
  try {
    missing = missingOf(folder);
    makeFolder(folder, 0o700);
    const file = join(folder, `.tried-by-${process.pid}`);
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
    rmSync(file);
    const others = isOwn ? byOthers(statSync(folder)) : undefined;
    return others && `it ${others.what}: ${others.advice}`;
  } catch (error) {
    return describeError(error);
  } finally {
    for (const each of missing) remove(each);
  }
}

/** The folder and those above it that are not there, the deepest first. */
function missingOf(folder: string): readonly string[] {
  const isThere = statSync(folder, { throwIfNoEntry: false }) !== undefined;
  return isThere || dirname(folder) === folder ? [] : [folder, ...missingOf(dirname(folder))];
}

/** One that another process has begun to use stays. */
function remove(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {}
}
