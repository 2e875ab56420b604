/** What the files of each family say that is run. */
import type { AskedTasks, ReadTasks } from './family.ts';
import { readMake } from './make.ts';
import { readNpm } from './npm.ts';

const readers: Readonly<Record<string, ReadTasks>> = { npm: readNpm, make: readMake };

export const readTasks = (family: string, text: string, asked: AskedTasks): ReturnType<ReadTasks> =>
  readers[family]?.(text, asked);
