/** The letters after a regular expression, in RE2's form. */
import { RE2JS } from 're2js';

const bits: ReadonlyMap<string, number> = new Map([
  ['i', RE2JS.CASE_INSENSITIVE],
  ['m', RE2JS.MULTILINE],
  ['s', RE2JS.DOTALL],
]);

export const isFlag = (letter: string): boolean => bits.has(letter);

/** All flags together; other letters are ignored. */
export const flagBits = (flags: string): number =>
  [...flags].reduce((all, letter) => all | (bits.get(letter) ?? 0), 0);
