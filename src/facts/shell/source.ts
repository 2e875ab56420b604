/** The text of a script and its place in the input. The nodes of a syntax tree are offsets into it. */
import type { InputSpan } from '../effect/effect.ts';

/** A text with a syntax tree, and its place in the input. */
export interface ScriptSource {
  readonly text: string;
  readonly field: readonly (string | number)[];
  /** The offset of the text in the input; undefined if the text is composed of parts, or quoted in the input. */
  readonly offset: number | undefined;
  /** The span of the whole input text, which every node has if there is no offset. */
  readonly whole: InputSpan;
}
