/**
 * A quick look for the signs of secrets in many texts of which hardly one has any. Literals that every match contains are
 * searched in one pass; a text without any of them matches no expression. It is for processes that stay: to make the
 * automaton takes as long as some hundred looks.
 */
import { compileLiterals, isLiteral } from '../pattern/regex/literal-set.ts';
import { literalsOfRegex } from '../pattern/regex/regex-literals.ts';

/** Whether a text may match one of some expressions; false is certain. */
export type SignFilter = (text: string) => boolean;

/** A filter for expressions without backreferences and lookarounds; ASCII letters are the same in both cases. */
export function signFilter(expressions: readonly RegExp[]): SignFilter {
  const signs: Sign[] = [];
  const others: RegExp[] = [];
  for (const expression of expressions) {
    const literals = literalsOfRegex(expression.source, Number.POSITIVE_INFINITY);
    // A shape has no literal: the expression is asked itself.
    if (literals?.every((literal) => literal.length > 1 && isLiteral(literal)) !== true)
      others.push(expression);
    else signs.push(...literals.map((literal) => signOf(literal, expression.source)));
  }
  const literals = compileLiterals(signs.map(({ literal }) => literal));
  return (text) => {
    let isFound = false;
    const wordsFound: string[] = [];
    const isBeyondAscii = literals.search(text, (at) => {
      const sign = signs[at];
      if (sign?.isWord === true) wordsFound.push(sign.literal);
      else isFound = true;
    });
    const mayHaveWord = wordsFound.length > 0 && (isBeyondAscii || hasWord(text, wordsFound));
    return isFound || mayHaveWord || others.some((other) => other.test(text));
  };
}

/** A literal that every match of one alternative contains. */
interface Sign {
  /** In small letters. */
  readonly literal: string;
  /** Whether it has to be a word of its own. */
  readonly isWord: boolean;
}

const signOf = (literal: string, source: string): Sign => {
  const asWord = source.split('|').filter((alternative) => alternative === `\\b${literal}\\b`).length;
  const inAll = source.split(literal).length - 1;
  return { literal: literal.toLowerCase(), isWord: asWord > 0 && asWord === inAll };
};

/** For a text of ASCII. */
function hasWord(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
      if (!isInWord(lower.charCodeAt(at - 1)) && !isInWord(lower.charCodeAt(at + word.length))) return true;
    }
    return false;
  });
}

/** Letters, digits and `_`, as `\b` sees them; not a number is before or behind the text. */
const isInWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
