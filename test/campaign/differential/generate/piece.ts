/** What scripts are put together of. */
import type { Chance } from '../../../pattern/path-pairs.ts';

/** A part of a script; `bash` where no other shell takes it. */
export interface Piece {
  readonly name: string;
  readonly bash: boolean;
  readonly text: string;
}

/** Something around the effect, which is at `\0`; `quoted` of it are in single quotes. */
export interface Around extends Piece {
  readonly quoted: boolean;
}

/** Where in a text around it something is. */
export const place = '\0';

export const below = (chance: Chance, bound: number): number => Math.floor(chance() * bound);
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
