/**
 * What a program does whatever its form is, by its name: what it prints, whether it passes on what it reads, which
 * variables have it run a file. Written in `knowledge/manners.traits`.
 */
import type { Manners } from './entry.ts';
import { manners } from './generated/manners.ts';

const none: Manners = {};

/** What is known of a program by its name as rules have it; nothing of one that is in no line. */
export const mannersOf = (program: string): Manners => manners.get(program) ?? none;
