/** Finds the words of a bucket in an answer to its question, all of them at once. */
import type { LiteralSet, MakeLiterals } from '../pattern/regex/literal-set.ts';
import { compileRegexSet } from '../pattern/regex/regex-set.ts';
import { composed } from '../pattern/text/composed.ts';
import { compileFoldedWords } from '../pattern/text/folded-words.ts';
import type { AskedQuestion } from './question.ts';

/** Calls `found` with the place of each word that the answer has. False where that is not known, or not in good time. */
export type BucketLookup = (answer: string, found: (word: number) => void) => boolean;

/** Compiles the look-up of words that are all different. */
export function compileLookup(
  { answers, form, flags }: AskedQuestion,
  words: readonly string[],
  makeLiterals: MakeLiterals,
): BucketLookup {
  switch (answers) {
    case 'words':
      return form === 'folded' ? amongFolded(words) : among(words, form === 'composed');
    case 'texts':
      return inTexts(makeLiterals(words));
    case 'matches':
      return byExpressions(words, flags);
    default:
      return answers satisfies never;
  }
}

function among(words: readonly string[], isComposed: boolean): BucketLookup {
  const places = new Map(words.map((word, place) => [word, place] as const));
  return (answer, found) => {
    const place = places.get(isComposed ? composed(answer) : answer);
    if (place !== undefined) found(place);
    return true;
  };
}

function amongFolded(words: readonly string[]): BucketLookup {
  const table = compileFoldedWords(words);
  return (answer, found) => {
    const place = table.find(answer);
    if (place >= 0) found(place);
    return true;
  };
}

/** Rules look at a text as it is, and composed. */
const inTexts =
  (literals: LiteralSet): BucketLookup =>
  (answer, found) => {
    const isBeyondAscii = literals.search(answer, found);
    if (isBeyondAscii) literals.search(answer.normalize('NFC'), found);
    return true;
  };

/** Fewer expressions are tried one by one: that is as fast, and never much slower. */
const fewExpressions = 8;

function byExpressions(words: readonly string[], flags: string): BucketLookup {
  if (words.length < fewExpressions) return () => false;
  const expressions = compileRegexSet(words, flags);
  return (answer, found) => {
    const other = composed(answer);
    return expressions.search(answer, found) && (other === answer || expressions.search(other, found));
  };
}
