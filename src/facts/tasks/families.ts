/** The families of task files, by the names that `knowledge/manners.traits` has for them. */
import type { TaskFamily } from './family.ts';
import { npm } from './npm.ts';

export const taskFamilies: ReadonlyMap<string, TaskFamily> = new Map([['npm', npm]]);
