/** What processes and folders cost, by the count of the system. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** User and system time of processes in seconds. Linux counts it in hundredths. */
export const processorSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const [user = 0, system = 0] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
    return sum + (user + system) / 100;
  }, 0);

/** Octets of all files below a folder. */
export const octetsBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (found?.isFile() ? found.size : 0);
  }, 0);
