/**
 * What the parser of expressions needs to know of a language: its words, the meaning of its operators, and the form of
 * its blocks.
 */
import type { Syntax } from './lexer.ts';

/**
 * How the parser treats a word. `skip`: ignored (`async`, `global`). `declare`: the next word is a new name. `branch`:
 * what follows may run. `else`: what follows may run instead. `for`: a loop over something. `with`: a block that always
 * runs. `function`: a name, parameters and a body follow. `lambda`: the same without a name. `prefix`, `infix`:
 * operators. `or`: the value of either side. `do`: opens a block or belongs to a loop. `end`: closes a block.
 */
export type WordUse =
  | 'skip'
  | 'declare'
  | 'branch'
  | 'else'
  | 'for'
  | 'with'
  | 'function'
  | 'lambda'
  | 'prefix'
  | 'infix'
  | 'or'
  | 'do'
  | 'end'
  | 'return'
  | 'import'
  | 'from'
  | 'class'
  | 'block';

export interface Dialect extends Syntax {
  readonly words: ReadonlyMap<string, WordUse>;
  readonly blocks: 'indent' | 'brace' | 'end';
  /** Operators before the name of a member: `.`, `->`. */
  readonly members: ReadonlySet<string>;
  readonly assigns: ReadonlySet<string>;
  /** Operators that join texts. */
  readonly joins: ReadonlySet<string>;
  /** What an item that a list lacks is inside of a text, where asking for it is no error. */
  readonly missing?: string;
  /** A name with an operand after it is a call: `system "ls"`. */
  readonly bareCalls: boolean;
  /** Functions that take one operand in a call without parentheses: `lc $x, $y` is two values. */
  readonly unary?: ReadonlySet<string>;
  /** Functions whose program is a block or variable before the operands: `exec { $x } @words`. */
  readonly programs?: ReadonlySet<string>;
  /** The sign between the name and the value of a named argument. */
  readonly named: '=' | ':' | undefined;
  /** `if` and the like may follow a statement. */
  readonly modifiers: boolean;
  /** `do` after a call opens a block; so does `{` in a language with bare calls: `each { |x| … }`. */
  readonly callBlocks: boolean;
  /** The operand that is all further arguments of a function or of the script. */
  readonly rest?: string;
  /** A comma in parentheses makes a list; elsewhere it gives the last value. */
  readonly tuples: boolean;
}

/** Words by use: `wordsOf({ branch: 'if while', … })`. */
export function wordsOf(uses: Partial<Record<WordUse, string>>): ReadonlyMap<string, WordUse> {
  const words = new Map<string, WordUse>();
  for (const [use, text] of Object.entries(uses)) {
    for (const word of text.split(' ')) words.set(word, use as WordUse);
  }
  return words;
}

export const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
