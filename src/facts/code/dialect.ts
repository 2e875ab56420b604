/**
 * What the reader of expressions must know of a language: its words, what its
 * operators mean, and how its blocks are made.
 */
import type { Syntax } from './lexer.ts';

/**
 * `skip`: means nothing here (`async`, `global`). `declare`: a name of its own
 * follows. `branch`: what follows runs perhaps. `else`: so does this, instead. `for`:
 * a loop over something. `with`: a block that always runs. `function`: a name,
 * parameters and a body. `lambda`: without a name. `prefix`, `infix`: operators.
 * `or`: either side's value. `do`: opens a block or belongs to a loop. `end`: closes one.
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
  /** Operators behind which a member's name stands: `.`, `->`. */
  readonly members: ReadonlySet<string>;
  readonly assigns: ReadonlySet<string>;
  /** Operators that put texts together. */
  readonly joins: ReadonlySet<string>;
  /** A name and an operand beside it are a call: `system "ls"`. */
  readonly bareCalls: boolean;
  /** Of these a bare call takes one operand: `lc $x, $y` is two values. */
  readonly unary?: ReadonlySet<string>;
  /** Of these a block or a variable in front of the operands is the program: `exec { $x } @words`. */
  readonly programs?: ReadonlySet<string>;
  /** What stands between the name and the value of a named argument. */
  readonly named: '=' | ':' | undefined;
  /** `if` and the like may stand behind a statement. */
  readonly modifiers: boolean;
  /** `do` behind a call opens a block, and where there are bare calls `{` does: `each { |x| … }`. */
  readonly callBlocks: boolean;
  /** A comma in parentheses gives a list; elsewhere the last value. */
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
