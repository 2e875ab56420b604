// npm links the commands of dependencies, not of the package itself: this makes
// `node_modules/.bin/bylaw` (and so `npx bylaw`) work in a clone after a build.
import { existsSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './root.mjs';

/** Links the command, unless it is not built yet or is linked already. */
export function linkCommand() {
  const target = join(root, 'dist', 'bylaw.cjs');
  const link = join(root, 'node_modules', '.bin', 'bylaw');
  const wanted = relative(dirname(link), target);
  if (!existsSync(target) || linked(link) === wanted) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(wanted, link);
}

function linked(link) {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
