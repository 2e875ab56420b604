/**
 * The tokens of a script in any supported language: names, texts without their quoting, numbers, operators. Comments and
 * spaces are left out.
 */

/**
 * `text`: a string in any quoting. `shell`: a text that runs in a shell or as a program (backticks). `regex`: a pattern,
 * of which only code inside counts. `indent` and `dedent`: changes of the indentation, in languages that use it.
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

/** Characters, or the tokens of an expression inside the text. */
export type Part = string | readonly Token[];

export interface Token {
  readonly kind: TokenKind;
  /** Names, numbers and operators in one spelling; empty for the others. */
  readonly text: string;
  readonly parts: readonly Part[];
  readonly start: number;
  readonly end: number;
  /** Whether a space is before it. */
  readonly spaced: boolean;
}

/**
 * Whether a text has characters of a private range, which mark unknown parts of a script, such as the value of `$x` in a
 * shell. In quoted texts they stay, for the caller that put them there; in code they are unknown names.
 */
export const holdsMark = (text: string): boolean => /[\uE000-\uEFFF]/.test(text);
