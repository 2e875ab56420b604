/**
 * A regular expression of a rule in force, ready to search. It is compiled when a text first has one of the
 * literals of a match: compiling takes longer than searching, and most calls have none of them.
 */
import { compileLook } from './literal-look.ts';
import { compileRegex } from './regex.ts';
import type { KnownEnds } from './regex-ends.ts';
import { literalsOfRegex } from './regex-literals.ts';

export interface RegexSearch {
  /**
   * Whether the expression matches somewhere in the text; undefined if both together are too long for a
   * fast answer.
   */
  test(text: string): boolean | undefined;
  /** Whether a text with these ends may match. */
  mayMatch(ends: KnownEnds): boolean;
}

/** Signs that may anchor an expression at the beginning of a text, and at its end. */
const anchorsBeginning = /\^|\\A/;
const anchorsEnd = /\$|\\z/;

/** Makes a search from an expression that passed the checks. The search throws for any other. */
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
    // Without an anchor at a known end, all of a match may be in the unknown part.
    mayMatch({ beginning, end }) {
      const isHeld =
        (beginning !== '' && anchorsBeginning.test(source)) || (end !== '' && anchorsEnd.test(source));
      return !isHeld || compiled().mayMatch({ beginning, end });
    },
  };
}
