/**
 * The names of uploads in progress, and which of them nobody is writing any
 * more. A name says who writes it, `<machine>.<process>.<random>`, because
 * several processes may share one directory and each cleans up at its start.
 * What cannot be told is left until it is old: to remove too little costs
 * space, to remove too much fails somebody's upload.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** No upload is silent for so long; in milliseconds. */
const abandonedAfter = 60 * 60 * 1000;

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);

/** The uploads that this process is writing, whichever store of it does. */
const ours = new Set<string>();

/** A new name, owned by this process until it is given up. */
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
  // A file of another kind was not put there by a store.
  if (random === undefined) return false;
  if (machineOf === machine) {
    const pid = Number(processOf);
    // A process that got the number of a dead one, such as the first of a container, is not its heir.
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
