/**
 * How the rules of a program are found, as plain data: each question is a bucket, and each of its words leads to rules. To
 * work it out takes the trees of all rules, so it is kept with them. Questions are functions and are not part of it: they
 * are made from their ids, or from what they are about.
 */
import type { Known } from '../facts/known.ts';
import { chooseKeys } from './choose-keys.ts';
import { askField } from './field-question.ts';
import { type AskedField, type IndexQuestion, type KeySet, questionOfId } from './question.ts';

/** What a rule is found by. */
export interface RuleKeys {
  /** What an event must have for it, something of each set; empty for a rule that is asked about every event. */
  readonly required: readonly KeySet[];
  /** The kinds of tools that it is about, as keys of `askKind`; undefined where it may be about any. */
  readonly kinds: KeySet | undefined;
}

/** Rules are named by their places in the order they were given. */
export interface IndexPlan {
  /** Those that are asked about every event. */
  readonly always: readonly number[];
  readonly buckets: readonly BucketPlan[];
  /** The different sets of kinds of tools that rules are about. */
  readonly kinds: readonly (readonly string[])[];
  /** For each rule the place of its own set among them; -1 for one that may be about any. */
  readonly kindsOf: readonly number[];
}

/** The rules that are found by one question. */
export interface BucketPlan {
  /** The id of the question. */
  readonly question: string;
  /** What it is about, where the id does not say enough to make it; undefined where it does. */
  readonly about?: AskedField | undefined;
  /** All different. */
  readonly words: readonly string[];
  /** For each word its rules: one, or several in their order; none for a word that is only needed beside others. */
  readonly rules: readonly (number | readonly number[])[];
  /** For each word, and each of its rules, the places of the words that are needed as well; null where none are. */
  readonly also: readonly (readonly (readonly number[])[] | null)[];
}

/** A rule that a word leads to, if other words are there too. */
interface Entry {
  readonly place: number;
  readonly also: readonly string[];
}

/** A bucket while it is filled. */
interface OpenBucket {
  readonly about: AskedField | undefined;
  readonly words: Map<string, Entry[]>;
}

/** Pure: the same keys give the same plan. */
export function planIndex(keys: readonly RuleKeys[]): IndexPlan {
  const always: number[] = [];
  const byQuestion = new Map<string, OpenBucket>();
  for (const [place, chosen] of chooseKeys(keys.map(({ required }) => required)).entries()) {
    if (chosen === undefined) always.push(place);
    for (const { question, word, also = [] } of chosen ?? []) {
      const bucket = byQuestion.get(question.id) ?? openBucket(question);
      byQuestion.set(question.id, bucket);
      addEntry(bucket.words, word, { place, also });
    }
  }
  return { always, buckets: [...byQuestion].map(closeBucket), ...planKinds(keys) };
}

const openBucket = (question: IndexQuestion): OpenBucket => ({
  about: question.answers === 'paths' ? undefined : question.about,
  words: new Map(),
});

function addEntry(words: Map<string, Entry[]>, word: string, entry: Entry): void {
  const all = words.get(word) ?? [];
  const last = all.at(-1);
  // A rule that the word finds by itself needs no other words.
  if (last?.place !== entry.place || last.also.length > 0) all.push(entry);
  words.set(word, all);
  for (const other of entry.also) if (!words.has(other)) words.set(other, []);
}

function closeBucket([question, { about, words }]: readonly [string, OpenBucket]): BucketPlan {
  const placeOf = new Map([...words.keys()].map((word, place) => [word, place] as const));
  const all = [...words.values()];
  return {
    question,
    about,
    words: [...words.keys()],
    rules: all.map((entries) => {
      const places = entries.map(({ place }) => place);
      return places.length === 1 ? (places[0] ?? 0) : places;
    }),
    also: all.map((entries) => {
      const needed = entries.map(({ also }) => also.flatMap((word) => placeOf.get(word) ?? []));
      return needed.some(({ length }) => length > 0) ? needed : null;
    }),
  };
}

function planKinds(keys: readonly RuleKeys[]): Pick<IndexPlan, 'kinds' | 'kindsOf'> {
  const kinds: (readonly string[])[] = [];
  const placeOf = new Map<string, number>();
  const kindsOf = keys.map((rule) => {
    if (rule.kinds === undefined) return -1;
    const words = [...new Set(rule.kinds.map(({ word }) => word))];
    const key = JSON.stringify(words);
    const place = placeOf.get(key) ?? kinds.push(words) - 1;
    placeOf.set(key, place);
    return place;
  });
  return { kinds, kindsOf };
}

/** The question of a bucket. Throws for one that no build asks: then the plan is something else. */
export function questionOf({ question: id, about }: BucketPlan, known: Known): IndexQuestion {
  const question = about === undefined ? questionOfId(id, known) : askField(about);
  if (question === undefined) throw new Error(`there is no question ${id}`);
  return question;
}
