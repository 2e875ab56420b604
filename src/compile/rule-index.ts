/**
 * Finds the rules that an event could concern by what they demand, so that the time
 * of a decision does not grow with the number of rules. It never changes a decision:
 * what it leaves out would have said no. Where the answer to a question cannot be
 * told, every rule that rests on it is found. An event that concerns no rule leaves
 * nothing to the garbage collector here.
 */
import type { Facts } from '../facts/facts.ts';
import { choose, type Demand } from './demand.ts';
import { compileLookup } from './lookup.ts';
import { type Answers, askKind, type Question } from './question.ts';

export interface RuleIndex<Rule> {
  /** The rules that could hold, or be unsure, in the order they were given. Never throws. */
  reach(facts: Facts): readonly Rule[];
  /** Makes the index now, where it would be made when it has been asked some times: it takes a while. */
  prepare(): void;
}

/** How a rule is found. */
export interface Rest {
  /** What an event must have for it, all of it; empty for a rule that is asked about every event. */
  readonly demands: readonly Demand[];
  /** The kinds of tools that it is about, as needs of `askKind`; undefined where it may be about any. */
  readonly kinds: Demand | undefined;
}

type RestOf<Rule> = (rule: Rule, place: number) => Rest;

/** Before an index is made so many events are asked of every rule: a hook lives for one, and needs none. */
const mostScans = 8;

/** An index that is made where it is worth it. */
export function indexInTime<Rule>(rules: readonly Rule[], restOf: RestOf<Rule>): RuleIndex<Rule> {
  let reach: ((facts: Facts) => readonly Rule[]) | undefined;
  let scans = 0;
  return {
    reach(facts) {
      if (reach === undefined && scans++ < mostScans) return rules;
      reach ??= indexRules(rules, restOf);
      return reach(facts);
    },
    prepare() {
      reach ??= indexRules(rules, restOf);
    },
  };
}

/** Rules that are found together, by their places in the order they were given. */
interface Hit<Rule> {
  readonly places: readonly number[];
  readonly rules: readonly Rule[];
  /** The kinds of tools that all of them are about; undefined where one is about any. */
  readonly kinds: ReadonlySet<string> | undefined;
  /** For each place the other words that must have been found; undefined where none needs any. */
  readonly also: readonly (readonly number[])[] | undefined;
  /** When each word of the question was last found. */
  readonly foundIn: Float64Array;
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

/** The search that goes on: its number, by which each thing is found once, and the first `count` of `hits`. */
interface Search<Rule> {
  number: number;
  count: number;
  readonly hits: Hit<Rule>[];
}

function indexRules<Rule>(rules: readonly Rule[], restOf: RestOf<Rule>): (facts: Facts) => readonly Rule[] {
  const search: Search<Rule> = { number: 0, count: 0, hits: [] };
  const { hits } = search;
  const { shelves, always } = sort(rules, restOf, search);
  const isAlone = always.places.length === 0;
  /** When a rule was last found. */
  const seen = new Float64Array(rules.length);

  function gather(facts: Facts): readonly Rule[] {
    const { count } = search;
    if (count === 0) return always.rules;
    const [only] = hits;
    if (count === 1 && isAlone && only !== undefined && only.also === undefined) {
      return isOfKind(only, facts) ? only.rules : always.rules;
    }
    const places = [...always.places];
    for (let found = 0; found < count; found++) {
      const hit = hits[found] as Hit<Rule>;
      if (!isOfKind(hit, facts)) continue;
      for (let at = 0; at < hit.places.length; at++) {
        const place = hit.places[at] as number;
        if (seen[place] === search.number || !hasAll(hit, at)) continue;
        seen[place] = search.number;
        places.push(place);
      }
    }
    if (places.length === always.places.length) return always.rules;
    places.sort(ascending);
    return places.flatMap((place) => rules[place] ?? []);
  }

  const hasAll = ({ also, foundIn }: Hit<Rule>, at: number): boolean =>
    also?.[at]?.every((word) => foundIn[word] === search.number) ?? true;

  function lookUp(facts: Facts): void {
    let kinds: Answers | undefined | typeof notAsked = notAsked;
    for (const shelf of shelves) {
      if (shelf.gate !== undefined) {
        if (kinds === notAsked) kinds = askKind.ask(facts);
        if (kinds !== undefined && !isAmong(kinds, shelf.gate)) continue;
      }
      const answers = shelf.question.ask(facts);
      const isTold = typeof answers === 'string' ? shelf.find(answers) : answers?.every(shelf.find);
      if (isTold !== true) hits[search.count++] = shelf.all;
    }
  }

  return (facts) => {
    search.number++;
    search.count = 0;
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

/** Whether the rules of a hit are about a tool of that kind; they may be where it is not told. */
function isOfKind({ kinds }: Hit<unknown>, facts: Facts): boolean {
  if (kinds === undefined) return true;
  const answers = askKind.ask(facts);
  return answers === undefined || isAmong(answers, kinds);
}

const isAmong = (answers: Answers, words: ReadonlySet<string>): boolean =>
  typeof answers === 'string' ? words.has(answers) : answers.some((answer) => words.has(answer));

/** The words of all; undefined as soon as one demands none. */
function unite(demands: readonly (Demand | undefined)[]): ReadonlySet<string> | undefined {
  const words = new Set<string>();
  for (const demand of demands) {
    if (demand === undefined) return undefined;
    for (const { word } of demand) words.add(word);
  }
  return words;
}

/** What rests on a question, by word, while rules are sorted. */
interface Resting {
  readonly question: Question;
  /** Empty for a word that is only needed beside others. */
  readonly words: Map<string, Found[]>;
}

/** A rule that a word finds, if other words are there too. */
interface Found {
  readonly place: number;
  readonly also: readonly string[];
}

/** The rules by the questions that they rest on, and those that rest on none. */
function sort<Rule>(
  rules: readonly Rule[],
  restOf: RestOf<Rule>,
  search: Search<Rule>,
): { readonly shelves: readonly Shelf<Rule>[]; readonly always: Hit<Rule> } {
  const rests = rules.map(restOf);
  const { resting, always } = byQuestions(rests);
  const hitOf = (
    places: readonly number[],
    foundIn: Float64Array,
    also?: readonly (readonly number[])[],
  ): Hit<Rule> => ({
    places,
    rules: places.flatMap((place) => rules[place] ?? []),
    kinds: unite(places.map((place) => rests[place]?.kinds)),
    also: also?.some(({ length }) => length > 0) === true ? also : undefined,
    foundIn,
  });
  const shelves = resting.map(({ question, words }): Shelf<Rule> => {
    const numbers = new Map([...words.keys()].map((word, number) => [word, number] as const));
    const foundIn = new Float64Array(words.size);
    const hits = [...words.values()].map((found) =>
      hitOf(
        found.map(({ place }) => place),
        foundIn,
        found.map(({ also }) => also.flatMap((word) => numbers.get(word) ?? [])),
      ),
    );
    const all = hitOf([...new Set(hits.flatMap(({ places }) => places))].sort(ascending), foundIn);
    const lookup = compileLookup(question, [...words.keys()]);
    const report = (word: number): void => {
      const hit = hits[word];
      if (hit === undefined || foundIn[word] === search.number) return;
      foundIn[word] = search.number;
      if (hit.places.length > 0) search.hits[search.count++] = hit;
    };
    const find = (answer: string): boolean => lookup(answer, report);
    return { question, gate: question.waitsForKind ? all.kinds : undefined, all, find };
  });
  return { shelves, always: hitOf(always, new Float64Array(0)) };
}

function byQuestions(rests: readonly Rest[]): {
  readonly resting: readonly Resting[];
  readonly always: readonly number[];
} {
  const always: number[] = [];
  const byQuestion = new Map<string, Resting>();
  const chosen = choose(rests.map(({ demands }) => demands));
  for (const [place, demand] of chosen.entries()) {
    if (demand === undefined) always.push(place);
    for (const { question, word, also = [] } of demand ?? []) {
      const resting = byQuestion.get(question.id) ?? { question, words: new Map<string, Found[]>() };
      byQuestion.set(question.id, resting);
      const { words } = resting;
      const found = words.get(word) ?? [];
      const last = found.at(-1);
      // Of a rule that a word finds by itself nothing else is needed.
      if (last?.place !== place || last.also.length > 0) found.push({ place, also });
      words.set(word, found);
      for (const other of also) if (!words.has(other)) words.set(other, []);
    }
  }
  return { resting: [...byQuestion.values()], always };
}
