/**
 * Finds the rules that an event could concern by what they demand, so that the time
 * of a decision does not grow with the number of rules. It never changes a decision:
 * what it leaves out would have said no. Where the answer to a question cannot be
 * told, every rule that rests on it is found. An event that concerns no rule leaves
 * nothing to the garbage collector here.
 */
import type { Facts } from '../facts/facts.ts';
import { type IndexPlan, planIndex, questionOf, type Rest, type ShelfPlan } from './index-plan.ts';
import { compileLookup } from './lookup.ts';
import { type Answers, askKind, type Question } from './question.ts';

export interface RuleIndex<Rule> {
  /** The rules that could hold, or be unsure, in the order they were given. Never throws. */
  reach(facts: Facts): readonly Rule[];
  /** Makes the index now, where it would be made when it has been asked some times: it takes a while. */
  prepare(): void;
}

/** What an index is made of. */
export interface Findable<Rule> {
  /** In the order in which they are found. */
  readonly rules: readonly Rule[];
  restOf(place: number): Rest;
  /** What `planIndex` made of all rests, where it is kept; undefined where it is not. */
  plan(): IndexPlan | undefined;
}

/** Before an index is made so many events are asked of every rule: a hook lives for one, and needs none. */
const mostScans = 8;

/** An index that is made where it is worth it. */
export function indexInTime<Rule>(findable: Findable<Rule>): RuleIndex<Rule> {
  let reach: ((facts: Facts) => readonly Rule[]) | undefined;
  let scans = 0;
  return {
    reach(facts) {
      if (reach === undefined && scans++ < mostScans) return findable.rules;
      reach ??= indexRules(findable);
      return reach(facts);
    },
    prepare() {
      reach ??= indexRules(findable);
    },
  };
}

/** Rules that are found together, by their places in the order they were given. */
interface Hit<Rule> {
  readonly places: readonly number[];
  readonly rules: readonly Rule[];
  /** The kinds of tools that all of them are about; undefined where one is about any. */
  readonly kinds: ReadonlySet<string> | undefined;
}

/** One question, and what rests on its answer. */
interface Shelf<Rule> {
  readonly question: Question;
  /** Kinds of tools without which nothing on it can be found; undefined where there is no such set. */
  readonly gate: ReadonlySet<string> | undefined;
  readonly all: Hit<Rule>;
  /** Reports what is found for one answer. False where that could be anything. */
  find(answer: string): boolean;
}

/** The search that goes on: what has been found, and its number, by which each thing is found once. */
interface Search<Rule> {
  number: number;
  readonly hits: Hit<Rule>[];
}

function indexRules<Rule>(findable: Findable<Rule>): (facts: Facts) => readonly Rule[] {
  const { rules } = findable;
  const search: Search<Rule> = { number: 0, hits: [] };
  const { hits } = search;
  const { shelves, always } = sort(findable, search);
  /** When a rule was last found. */
  const seen = new Float64Array(rules.length);

  function gather(facts: Facts): readonly Rule[] {
    if (hits.length === 0) return always.rules;
    const kinds = hits.some((hit) => hit.kinds !== undefined) ? askKind.ask(facts) : undefined;
    const mayHold = (hit: Hit<Rule>): boolean =>
      kinds === undefined || hit.kinds === undefined || isAmong(kinds, hit.kinds);
    const [only] = hits;
    if (hits.length === 1 && only !== undefined && always.places.length === 0) {
      return mayHold(only) ? only.rules : always.rules;
    }
    const places = [...always.places];
    for (const hit of hits) {
      if (!mayHold(hit)) continue;
      for (const place of hit.places) {
        if (seen[place] === search.number) continue;
        seen[place] = search.number;
        places.push(place);
      }
    }
    places.sort(ascending);
    return places.flatMap((place) => rules[place] ?? []);
  }

  function lookUp(facts: Facts): void {
    let kinds: Answers | undefined | typeof notAsked = notAsked;
    for (const shelf of shelves) {
      if (shelf.gate !== undefined) {
        if (kinds === notAsked) kinds = askKind.ask(facts);
        if (kinds !== undefined && !isAmong(kinds, shelf.gate)) continue;
      }
      const answers = shelf.question.ask(facts);
      const isTold = typeof answers === 'string' ? shelf.find(answers) : answers?.every(shelf.find);
      if (isTold !== true) hits.push(shelf.all);
    }
  }

  return (facts) => {
    search.number++;
    if (hits.length > 0) hits.length = 0;
    try {
      lookUp(facts);
      return gather(facts);
    } catch {
      // What fails here fails again where a rule asks, and is a fault there.
      return rules;
    }
  };
}

const notAsked = Symbol('not asked');

const ascending = (a: number, b: number): number => a - b;

const isAmong = (answers: Answers, words: ReadonlySet<string>): boolean =>
  typeof answers === 'string' ? words.has(answers) : answers.some((answer) => words.has(answer));

/** The rules by the questions that they rest on, and those that rest on none. */
function sort<Rule>(
  { rules, restOf, plan }: Findable<Rule>,
  search: Search<Rule>,
): { readonly shelves: readonly Shelf<Rule>[]; readonly always: Hit<Rule> } {
  const { always, shelves, kinds, kindsOf } = plan() ?? planIndex(rules.map((_, place) => restOf(place)));
  const sets = kinds.map((words) => new Set(words));
  const hitOf = (places: readonly number[]): Hit<Rule> => ({
    places,
    rules: places.flatMap((place) => rules[place] ?? []),
    kinds: unite(new Set(places.map((place) => sets[kindsOf[place] ?? -1]))),
  });
  const makeShelf = (shelf: ShelfPlan): Shelf<Rule> =>
    shelfOf(shelf, { question: questionOf(shelf, restOf), hitOf, search });
  return { shelves: shelves.map(makeShelf), always: hitOf(always) };
}

/** The words of all; undefined where one of them is undefined. */
function unite(sets: ReadonlySet<ReadonlySet<string> | undefined>): ReadonlySet<string> | undefined {
  if (sets.has(undefined)) return undefined;
  const [only] = sets;
  return sets.size === 1 ? only : new Set([...sets].flatMap((words) => [...(words ?? [])]));
}

interface ShelfContext<Rule> {
  readonly question: Question;
  readonly search: Search<Rule>;
  hitOf(places: readonly number[]): Hit<Rule>;
}

function shelfOf<Rule>(
  { words, rules }: ShelfPlan,
  { question, search, hitOf }: ShelfContext<Rule>,
): Shelf<Rule> {
  const all = hitOf([...new Set(rules.flat())].sort(ascending));
  const lookup = compileLookup(question, words);
  /** Made when they are first found: most words of many are never met. */
  const hits: (Hit<Rule> | undefined)[] = words.map(() => undefined);
  const foundIn = new Float64Array(words.length);
  const report = (word: number): void => {
    if (foundIn[word] === search.number) return;
    foundIn[word] = search.number;
    const places = rules[word] ?? [];
    const hit = hits[word] ?? hitOf(typeof places === 'number' ? [places] : places);
    hits[word] = hit;
    search.hits.push(hit);
  };
  const find = (answer: string): boolean => lookup(answer, report);
  return { question, gate: question.waitsForKind ? all.kinds : undefined, all, find };
}
