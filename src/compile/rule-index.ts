/**
 * Finds the rules that an event could concern by what they demand, so that the time
 * of a decision does not grow with the number of rules. It never changes a decision:
 * what it leaves out would have said no. Where the answer to a question cannot be
 * told, every rule that rests on it is found.
 */
import type { Facts } from '../facts/facts.ts';
import { compileLiterals } from '../pattern/literal-set.ts';
import type { Demand } from './demand.ts';
import type { Question } from './question.ts';

export interface RuleIndex<Rule> {
  /** The rules that could hold, or be unsure, in the order they were given. Never throws. */
  reach(facts: Facts): readonly Rule[];
  /** Makes the index now, where it would be made when it has been asked some times: it takes a while. */
  prepare(): void;
}

/** Before an index is made so many events are asked of every rule: a hook lives for one, and needs none. */
const mostScans = 8;

/** An index that is made where it is worth it. */
export function indexInTime<Rule>(
  rules: readonly Rule[],
  demandOf: (rule: Rule, place: number) => Demand | undefined,
): RuleIndex<Rule> {
  let index: Reach<Rule> | undefined;
  let scans = 0;
  return {
    reach(facts) {
      if (index === undefined && scans++ < mostScans) return rules;
      index ??= indexRules(rules, demandOf);
      return index(facts);
    },
    prepare() {
      index ??= indexRules(rules, demandOf);
    },
  };
}

type Reach<Rule> = (facts: Facts) => readonly Rule[];

/** Rules, by their places in the order they were given. */
type Places = readonly number[];

/** One question, and what rests on its answer. */
interface Shelf {
  readonly question: Question;
  readonly all: Places;
  find(answers: readonly string[], found: (places: Places) => void): void;
}

function indexRules<Rule>(
  rules: readonly Rule[],
  demandOf: (rule: Rule, place: number) => Demand | undefined,
): Reach<Rule> {
  const { shelves, always } = sort(rules, demandOf);
  if (shelves.length === 0) return () => rules;
  const unasked = always.flatMap((place) => rules[place] ?? []);
  /** When a rule was last found: the number of the search. */
  const seen = new Float64Array(rules.length);
  let search = 0;
  return (facts) => {
    search++;
    let places: number[] | undefined;
    const add = (more: Places): void => {
      for (const place of more) {
        if (seen[place] === search) continue;
        seen[place] = search;
        places ??= [];
        places.push(place);
      }
    };
    for (const { question, all, find } of shelves) {
      const answers = askSafely(question, facts);
      if (answers === undefined) add(all);
      else if (answers.length > 0) find(answers, add);
    }
    if (places === undefined) return unasked;
    if (always.length > 0) places.push(...always);
    places.sort(ascending);
    return places.flatMap((place) => rules[place] ?? []);
  };
}

const ascending = (a: number, b: number): number => a - b;

/** What fails here fails again where a rule asks, and is a fault there. */
function askSafely(question: Question, facts: Facts): readonly string[] | undefined {
  try {
    return question.ask(facts);
  } catch {
    return undefined;
  }
}

/** The rules by the questions that they rest on, and those that rest on none. */
function sort<Rule>(
  rules: readonly Rule[],
  demandOf: (rule: Rule, place: number) => Demand | undefined,
): { readonly shelves: readonly Shelf[]; readonly always: Places } {
  const always: number[] = [];
  const byQuestion = new Map<
    string,
    { readonly question: Question; readonly words: Map<string, number[]> }
  >();
  for (const [place, rule] of rules.entries()) {
    const demand = demandOf(rule, place);
    if (demand === undefined) always.push(place);
    for (const { question, word } of demand ?? []) {
      const entry = byQuestion.get(question.id) ?? { question, words: new Map<string, number[]>() };
      byQuestion.set(question.id, entry);
      const places = entry.words.get(word);
      if (places === undefined) entry.words.set(word, [place]);
      else if (places.at(-1) !== place) places.push(place);
    }
  }
  return { shelves: [...byQuestion.values()].map(({ question, words }) => shelve(question, words)), always };
}

function shelve(question: Question, words: ReadonlyMap<string, Places>): Shelf {
  const all = [...new Set([...words.values()].flat())].sort(ascending);
  return { question, all, find: question.answers === 'words' ? byWord(words) : byLiteral(words) };
}

function byWord(words: ReadonlyMap<string, Places>): Shelf['find'] {
  return (answers, add) => {
    for (const answer of answers) {
      const places = words.get(answer);
      if (places !== undefined) add(places);
    }
  };
}

function byLiteral(words: ReadonlyMap<string, Places>): Shelf['find'] {
  const literals = compileLiterals([...words.keys()]);
  const places = [...words.values()];
  return (answers, add) => {
    for (const text of answers) {
      literals.search(text, (literal) => add(places[literal] ?? []));
    }
  };
}
