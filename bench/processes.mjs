// What the system says of a process that is measured.
import { readFileSync } from 'node:fs';

/** User and system time of a process and the processes that it has started, in seconds, off Linux's own count. */
export function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const own = (Number(fields[11]) + Number(fields[12])) / 100;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + processorSeconds(Number(child)), own);
}
