/**
 * The families of task files, by the names that `knowledge/manners.traits` has for them. Where their files are is told
 * here, and what is in them in `read-tasks.ts`, which few calls need.
 */
import type { TaskFamily } from './family.ts';

export const taskFamilies: ReadonlyMap<string, TaskFamily> = new Map<string, TaskFamily>([
  ['npm', { files: ['package.json'], upwards: true }],
  [
    'make',
    {
      files: ['GNUmakefile', 'makefile', 'Makefile'],
      option: '-f',
      text: '-E',
      joins: true,
      here: true,
      executes: true,
    },
  ],
]);
