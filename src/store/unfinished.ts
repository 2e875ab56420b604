/**
 * The names of uploads in progress, and which of them no process is writing any more. A name has its
 * writer, `<machine>.<process>.<random>`, because several processes may share one directory and each cleans
 * up at its start. A file of an unknown writer stays until it is old: to remove too little costs space, to
 * remove too much breaks an upload.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The longest pause of an upload, in milliseconds. */
const abandonedAfter = 60 * 60 * 1000;

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);

/** The uploads that this process is writing, in any of its stores. */
const ours = new Set<string>();

/** A new name, owned by this process until it releases the name. */
export function claimName(): string {
  const name = `${machine}.${process.pid}.${randomBytes(16).toString('hex')}`;
  ours.add(name);
  return name;
}

/** Ends the claim on a name, after its file was renamed or removed. */
export function giveUpName(name: string): void {
  ours.delete(name);
}

/** Removes the files of a directory that no live process is writing. */
export async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (await isAbandoned(name, path)) await rm(path, { force: true });
  }
}

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const [machineOf = '', processOf = '', random] = name.split('.');
  // A store did not make a file of another kind.
  if (random === undefined) return false;
  if (machineOf === machine) {
    const pid = Number(processOf);
    // A process with the number of a dead one, such as the first in a container, does not own its files.
    if (pid === process.pid) return !ours.has(name);
    if (!isRunning(pid)) return true;
  }
  const status = await stat(path).catch(() => undefined);
  return status !== undefined && Date.now() - status.mtimeMs > abandonedAfter;
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 asks whether the process is there and sends nothing.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
