/**
 * What a program does in all of its forms: what it prints, whether its output contains its input, which variables make it
 * run a file. The data are in `knowledge/manners.traits`.
 */
import { manners } from '../generated/manners.ts';
import type { Manners } from '../table/entry.ts';

const none: Manners = {};

/** What a program does in all of its forms, by its name in rules; empty for a program without a line. */
export const mannersOf = (program: string): Manners => manners.get(program) ?? none;

/** The same for all programs. */
export const allManners: readonly Manners[] = [...manners.values()];
