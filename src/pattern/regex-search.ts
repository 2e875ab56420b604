/**
 * A regular expression of a rule that is in force, as something to search with. It
 * is compiled when a text first holds one of the literals that a match must have:
 * to compile takes longer than to search, and most calls hold none of them.
 */
import { compileLook } from './literal-look.ts';
import { compileRegex } from './regex.ts';
import { literalsOfRegex } from './regex-literals.ts';

export interface RegexSearch {
  /**
   * Whether the expression matches somewhere in the text; undefined where the two
   * are too long together for an answer in good time.
   */
  test(text: string): boolean | undefined;
  /** Whether a text that begins like this may match. */
  mayBegin(beginning: string): boolean;
}

/** What may tie an expression to the beginning of a text. */
const isAnchored = /\^|\\A/;

/** Searches with an expression that passed the checks. What is returned throws for any other. */
export function regexSearch(source: string, flags: string): RegexSearch {
  let made: RegexSearch | undefined;
  const compiled = (): RegexSearch => {
    made ??= compileRegex(source, flags).pattern;
    if (made === undefined) throw new Error('a regular expression passed the checks and does not compile');
    return made;
  };
  let look: ((text: string) => boolean) | undefined;
  return {
    test(text) {
      look ??= compileLook(literalsOfRegex(source));
      return look(text) && compiled().test(text);
    },
    // Behind any beginning there may be what an expression without a place of its own matches.
    mayBegin: (beginning) => beginning === '' || !isAnchored.test(source) || compiled().mayBegin(beginning),
  };
}
