/** The compiled code of the command, as a user has it after the first use, for homes where the first use is not the point. */
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Puts it into a home that has kept nothing yet. It is in the home of the tests: see `test/own-code.ts`. */
export function keepCode(home: string, caches = join(home, '.cache')): void {
  if (existsSync(caches)) return;
  const [from, to] = [join(homedir(), '.cache/bylaw'), join(caches, 'bylaw')];
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(from))
    if (/^(?:engine|(?:late-)?program)-/.test(name)) cpSync(join(from, name), join(to, name));
}
