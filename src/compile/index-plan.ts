/**
 * By what the rules of a program are found, as plain data: which question each rests
 * on, and on which word. Working that out takes the trees of all rules, so that it is
 * kept with them. Questions are functions and are not in it: they are made from their ids, or by a rule that asks them.
 */
import type { Known } from '../facts/known.ts';
import { choose, type Demand } from './demand.ts';
import { type Question, questionOfId } from './question.ts';

/** How a rule is found. */
export interface Rest {
  /** What an event must have for it, all of it; empty for a rule that is asked about every event. */
  readonly demands: readonly Demand[];
  /** The kinds of tools that it is about, as needs of `askKind`; undefined where it may be about any. */
  readonly kinds: Demand | undefined;
}

/** Rules are named by their places in the order they were given. */
export interface IndexPlan {
  /** Those that are asked about every event. */
  readonly always: readonly number[];
  readonly shelves: readonly ShelfPlan[];
  /** The different sets of kinds of tools that rules are about. */
  readonly kinds: readonly (readonly string[])[];
  /** For each rule the place of its own among them; -1 for one that may be about any. */
  readonly kindsOf: readonly number[];
}

/** What rests on one question. */
export interface ShelfPlan {
  /** The id of the question, and a rule that demands it. */
  readonly question: string;
  readonly asker: number;
  /** All different. */
  readonly words: readonly string[];
  /** For each word what rests on it: one rule, or several in their order; none on one that is only needed beside others. */
  readonly rules: readonly (number | readonly number[])[];
  /** For each word, and each rule that rests on it, the places of the words that are needed too; null where none are. */
  readonly also: readonly (readonly (readonly number[])[] | null)[];
}

/** A rule that a word finds, if other words are there too. */
interface Found {
  readonly place: number;
  readonly also: readonly string[];
}

/** What rests on a question, by word; `asker` is a rule that asks it. */
interface Resting {
  readonly asker: number;
  readonly words: Map<string, Found[]>;
}

/** The same for the same rests, whoever makes it. */
export function planIndex(rests: readonly Rest[]): IndexPlan {
  const always: number[] = [];
  const byQuestion = new Map<string, Resting>();
  for (const [place, demand] of choose(rests.map(({ demands }) => demands)).entries()) {
    if (demand === undefined) always.push(place);
    for (const { question, word, also = [] } of demand ?? []) {
      const resting = byQuestion.get(question.id) ?? { asker: place, words: new Map<string, Found[]>() };
      byQuestion.set(question.id, resting);
      addFound(resting.words, word, { place, also });
    }
  }
  return { always, shelves: [...byQuestion].map(planShelf), ...planKinds(rests) };
}

function addFound(words: Map<string, Found[]>, word: string, found: Found): void {
  const all = words.get(word) ?? [];
  const last = all.at(-1);
  // For a rule that a word finds by itself nothing else is needed.
  if (last?.place !== found.place || last.also.length > 0) all.push(found);
  words.set(word, all);
  for (const other of found.also) if (!words.has(other)) words.set(other, []);
}

function planShelf([question, { asker, words }]: readonly [string, Resting]): ShelfPlan {
  const numbers = new Map([...words.keys()].map((word, number) => [word, number] as const));
  const all = [...words.values()];
  return {
    question,
    asker,
    words: [...words.keys()],
    rules: all.map((found) => {
      const places = found.map(({ place }) => place);
      return places.length === 1 ? (places[0] ?? 0) : places;
    }),
    also: all.map((found) => {
      const needed = found.map(({ also }) => also.flatMap((word) => numbers.get(word) ?? []));
      return needed.some(({ length }) => length > 0) ? needed : null;
    }),
  };
}

function planKinds(rests: readonly Rest[]): Pick<IndexPlan, 'kinds' | 'kindsOf'> {
  const kinds: (readonly string[])[] = [];
  const placeOf = new Map<string, number>();
  const kindsOf = rests.map((rest) => {
    if (rest.kinds === undefined) return -1;
    const words = [...new Set(rest.kinds.map(({ word }) => word))];
    const key = JSON.stringify(words);
    const place = placeOf.get(key) ?? kinds.push(words) - 1;
    placeOf.set(key, place);
    return place;
  });
  return { kinds, kindsOf };
}

/**
 * The question of a shelf. A rule that asks it is read only where the id does not say enough. Throws where that rule does not ask
 * it: then the plan is of other rules.
 */
export function questionOf(
  { question: id, asker }: ShelfPlan,
  known: Known,
  restOf: (place: number) => Rest,
): Question {
  const simple = questionOfId(id, known);
  if (simple !== undefined) return simple;
  const demand = restOf(asker)
    .demands.flat()
    .find(({ question }) => question.id === id);
  if (demand === undefined) throw new Error(`rule ${asker} does not ask ${id}`);
  return demand.question;
}
