/**
 * Which of the keys of a rule to find it by: those that the fewest events have, by a rough guess, and that few other rules
 * share. The guess only decides how fast rules are found, and never which.
 */
import type { IndexKey, IndexQuestion, KeySet } from './question.ts';

/**
 * For each rule the one of its key sets to find it by; undefined for a rule that has none. A word that many rules require
 * is a poor key, however rare it seems: policies about one tool are made where that tool is called.
 */
export function chooseKeys(required: readonly (readonly KeySet[])[]): readonly (KeySet | undefined)[] {
  const crowds = countWords(required);
  const weigh: Weigh = (question, word) => {
    const rules = crowds.get(wordKey(question, word)) ?? 0;
    const crowding = rules < crowd ? 0 : Math.min(mostCrowding, rules);
    return question.weigh(word, rules) + crowding;
  };
  return required.map((sets) => {
    const [only] = sets;
    // Nothing to choose from.
    if (sets.length < 2 && only?.every(({ also = [] }) => also.length === 0) !== false) return only;
    return lightest(
      sets.map((keys) => keys.map((key) => byRarestWord(key, weigh))),
      weigh,
    );
  });
}

/** The set that the fewest events meet, by the weights of the questions alone. */
export const rarest = (sets: readonly (KeySet | undefined)[]): KeySet | undefined =>
  lightest(sets, (question, word) => question.weigh(word, 1));

/** A guess: in how many of a thousand events the answer to a question has a word. */
type Weigh = (question: IndexQuestion, word: string) => number;

/** A word that so many rules require is crowded: each of them weighs one more, since each is asked where the word is found. */
const crowd = 16;
/** What a word weighs at most for its crowd: as much as a word that half of all events have. */
const mostCrowding = 500;

const wordKey = (question: IndexQuestion, word: string): string => `${question.id}\0${word}`;

/** How many rules require each word, counted for the rules that have a choice. */
function countWords(required: readonly (readonly KeySet[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (question: IndexQuestion, word: string): void => {
    const key = wordKey(question, word);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const sets of required) {
    for (const { question, word, also = [] } of sets.flat()) {
      if (sets.length < 2 && also.length === 0) continue;
      count(question, word);
      for (const other of also) count(question, other);
    }
  }
  return counts;
}

/** The same key with the word that weighs least in front. */
function byRarestWord(key: IndexKey, weigh: Weigh): IndexKey {
  const { question, word, also = [] } = key;
  if (also.length === 0) return key;
  let chosen = word;
  let least = weigh(question, word);
  for (const other of also) {
    const weight = weigh(question, other);
    if (weight >= least) continue;
    least = weight;
    chosen = other;
  }
  return { question, word: chosen, also: [word, ...also].filter((each) => each !== chosen) };
}

function lightest(sets: readonly (KeySet | undefined)[], weigh: Weigh): KeySet | undefined {
  const [only] = sets;
  if (sets.length < 2) return only;
  let found: KeySet | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const keys of sets) {
    const weight =
      keys?.reduce((sum, { question, word }) => sum + weigh(question, word), 0) ?? Number.POSITIVE_INFINITY;
    if (weight < least) {
      least = weight;
      found = keys;
    }
  }
  return found;
}
