/**
 * The words of a script in any of the languages that are read here: names,
 * texts with their quoting undone, numbers, operators. Comments and spaces are gone.
 */

/**
 * `text`: a string in any quoting. `shell`: a text that is run by the shell or
 * as a program (backticks). `regex`: a pattern, of which only code inside counts.
 * `indent` and `dedent`: where lines are set in, in languages that care.
 */
export type TokenKind =
  | 'name'
  | 'text'
  | 'shell'
  | 'number'
  | 'op'
  | 'regex'
  | 'newline'
  | 'indent'
  | 'dedent';

/** Characters, or the tokens of an expression that is put in. */
export type Part = string | readonly Token[];

export interface Token {
  readonly kind: TokenKind;
  /** Names, numbers and operators in one spelling; empty for the others. */
  readonly text: string;
  readonly parts: readonly Part[];
  readonly start: number;
  readonly end: number;
  /** Whether a space stands before it. */
  readonly spaced: boolean;
}

/**
 * Characters of a private range stand for parts of a script that are not known, such
 * as what a shell puts in for `$x`. In quoted texts they stay what they are, for
 * whoever put them there; in code they are names of which nothing is known.
 */
export const holdsMark = (text: string): boolean => /[\uE000-\uEFFF]/.test(text);
