/** Where the text of a script stands: what the places of its tree are offsets into. */
import type { InputSpan } from '../effect.ts';

/** A text that a tree points into, and where it stands in the input. */
export interface Source {
  readonly text: string;
  readonly field: readonly (string | number)[];
  /** Offset of the text in the input; undefined where it was put together, or stands there in another spelling. */
  readonly offset: number | undefined;
  /** What stands for all of it then. */
  readonly whole: InputSpan;
}
