/** The letters behind a regular expression, as RE2 takes them. */
import { RE2JS } from 're2js';

const bits: ReadonlyMap<string, number> = new Map([
  ['i', RE2JS.CASE_INSENSITIVE],
  ['m', RE2JS.MULTILINE],
  ['s', RE2JS.DOTALL],
]);

export const isFlag = (letter: string): boolean => bits.has(letter);

/** The flags together; letters that are no flags count for nothing. */
export const flagBits = (flags: string): number =>
  [...flags].reduce((all, letter) => all | (bits.get(letter) ?? 0), 0);
