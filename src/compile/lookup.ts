/** How the words that rules rest on are found in an answer to their question: all of them at once. */
import { composed } from '../pattern/composed.ts';
import { compileFoldedWords } from '../pattern/folded-words.ts';
import { compileLiterals } from '../pattern/literal-set.ts';
import { compileRegexSet } from '../pattern/regex-set.ts';
import type { AskedQuestion } from './question.ts';

/** Calls `found` with the place of each word that the answer has. False where that cannot be told, or not soon. */
export type Lookup = (answer: string, found: (word: number) => void) => boolean;

/** The words have to be different; the same lookup is good for any number of answers. */
export function compileLookup({ answers, form, flags }: AskedQuestion, words: readonly string[]): Lookup {
  switch (answers) {
    case 'words':
      return form === 'folded' ? amongFolded(words) : among(words, form === 'composed');
    case 'texts':
      return inTexts(words);
    case 'matches':
      return byExpressions(words, flags);
    default:
      return answers satisfies never;
  }
}

function among(words: readonly string[], isComposed: boolean): Lookup {
  const places = new Map(words.map((word, place) => [word, place] as const));
  return (answer, found) => {
    const place = places.get(isComposed ? composed(answer) : answer);
    if (place !== undefined) found(place);
    return true;
  };
}

function amongFolded(words: readonly string[]): Lookup {
  const table = compileFoldedWords(words);
  return (answer, found) => {
    const place = table.find(answer);
    if (place >= 0) found(place);
    return true;
  };
}

/** Rules look at a text as it is, and composed. */
function inTexts(words: readonly string[]): Lookup {
  const literals = compileLiterals(words);
  return (answer, found) => {
    const isBeyondAscii = literals.search(answer, found);
    if (isBeyondAscii) literals.search(answer.normalize('NFC'), found);
    return true;
  };
}

/** Fewer expressions are tried one by one: that is as fast, and never much slower. */
const fewExpressions = 8;

function byExpressions(words: readonly string[], flags: string): Lookup {
  if (words.length < fewExpressions) return () => false;
  const expressions = compileRegexSet(words, flags);
  return (answer, found) => {
    const other = composed(answer);
    return expressions.search(answer, found) && (other === answer || expressions.search(other, found));
  };
}
