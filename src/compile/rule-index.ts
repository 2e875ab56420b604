/**
 * Finds the rules that an event could concern by what they demand, so that the time
 * of a decision does not grow with the number of rules. It never changes a decision:
 * what it leaves out would have said no. Where the answer to a question cannot be
 * told, every rule that rests on it is found. An event that concerns no rule leaves
 * nothing to the garbage collector here.
 */
import type { Facts } from '../facts/facts.ts';
import type { Known } from '../facts/known.ts';
import { once } from '../language/once.ts';
import { type IndexPlan, planIndex, questionOf, type Rest, type ShelfPlan } from './index-plan.ts';
import { compileLookup, type Lookup } from './lookup.ts';
import { compilePathPass, type PathPass, type PathShelf } from './path-pass.ts';
import { type Answers, type AskedQuestion, askKind, type PathQuestion, type Question } from './question.ts';

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
  /** What is known of commands where the rules stand. */
  readonly known: Known;
  /** What `planIndex` made of all rests, where it is kept; undefined where it is not. */
  plan(): IndexPlan | undefined;
}

/** Before an index without a plan is made, so many events are asked of every rule: a process that decides a few calls needs none. */
const mostScans = 8;

/** An index that is made where it is worth it: at once where its plan is kept, since that takes less than asking every rule. */
export function indexInTime<Rule>(findable: Findable<Rule>): RuleIndex<Rule> {
  let index: MadeIndex<Rule> | undefined;
  let scans = 0;
  /** Undefined where it is too early, or cannot be made: asking every rule comes to the same. */
  const made = (): MadeIndex<Rule> | undefined => {
    try {
      const plan = scans === 0 ? findable.plan() : undefined;
      return plan === undefined && scans++ < mostScans ? undefined : indexRules(findable, plan);
    } catch {
      scans = Number.NEGATIVE_INFINITY;
      return undefined;
    }
  };
  return {
    reach(facts) {
      index ??= made();
      return index?.reach(facts) ?? findable.rules;
    },
    prepare() {
      index ??= indexRules(findable, findable.plan());
      index.compileLookups();
    },
  };
}

interface MadeIndex<Rule> {
  reach(facts: Facts): readonly Rule[];
  /** Compiles how words are found in answers, where that would be done when a question is first asked. */
  compileLookups(): void;
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

/** What rests on one question. */
interface Shelf<Asked extends Question> {
  readonly question: Asked;
  readonly words: readonly string[];
  /** Kinds of tools without which nothing on it can be found; undefined where there is no such set. */
  readonly gate: ReadonlySet<string> | undefined;
  /** Takes note that a word was found. */
  report(word: number): void;
  /** Takes note that any of the words could be there. */
  reportAll(): void;
}

/** A shelf that is asked by itself. */
interface AskedShelf extends Shelf<AskedQuestion> {
  readonly ask: AskedQuestion['ask'];
  /** Compiled when it is first asked for. */
  readonly lookup: () => Lookup;
  /** Reports what is found for one answer. False where that could be anything. */
  find(answer: string): boolean;
}

/** The search that goes on: its number, by which each thing is found once, and the first `count` of `hits`. */
interface Search<Rule> {
  number: number;
  count: number;
  readonly hits: Hit<Rule>[];
  /** The kinds that the tool has; undefined where that cannot be told. Asked for at most once. */
  kinds: Answers | undefined | typeof notAsked;
}

function indexRules<Rule>(
  findable: Findable<Rule>,
  plan = planIndex(findable.rules.map((_, place) => findable.restOf(place))),
): MadeIndex<Rule> {
  const { rules } = findable;
  const search: Search<Rule> = { number: 0, count: 0, hits: [], kinds: notAsked };
  const { hits } = search;
  const { always, asked, lookAtPaths } = shelve(findable, plan, search);
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

  function isOpen({ gate }: Shelf<Question>, facts: Facts): boolean {
    if (gate === undefined) return true;
    if (search.kinds === notAsked) search.kinds = askKind.ask(facts);
    return search.kinds === undefined || isAmong(search.kinds, gate);
  }

  function lookUp(facts: Facts): void {
    for (const shelf of asked) {
      if (!isOpen(shelf, facts)) continue;
      const answers = shelf.ask(facts);
      const isTold = typeof answers === 'string' ? shelf.find(answers) : answers?.every(shelf.find);
      if (isTold !== true) shelf.reportAll();
    }
    lookAtPaths()(facts, isOpen);
  }

  function reach(facts: Facts): readonly Rule[] {
    search.number++;
    search.count = 0;
    search.kinds = notAsked;
    try {
      lookUp(facts);
      return gather(facts);
    } catch {
      // What fails here fails again where a rule asks, and is a fault there.
      return rules;
    }
  }

  return {
    reach,
    compileLookups() {
      for (const { lookup } of asked) lookup();
      lookAtPaths();
    },
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

interface Shelves<Rule> {
  /** The rules that rest on no question. */
  readonly always: Hit<Rule>;
  readonly asked: readonly AskedShelf[];
  /** Compiled when it is first asked for. */
  readonly lookAtPaths: () => PathPass<Shelf<PathQuestion>>;
}

/** The rules by the questions that they rest on. */
function shelve<Rule>(
  { rules, restOf, known }: Findable<Rule>,
  { always, shelves, kinds, kindsOf }: IndexPlan,
  search: Search<Rule>,
): Shelves<Rule> {
  const sets = kinds.map((words) => new Set(words));
  const hitOf: HitOf<Rule> = (places, foundIn, also) => ({
    places,
    rules: places.flatMap((place) => rules[place] ?? []),
    kinds: unite(new Set(places.map((place) => sets[kindsOf[place] ?? -1]))),
    also,
    foundIn,
  });
  const asked: AskedShelf[] = [];
  const ofPaths: (Shelf<PathQuestion> & PathShelf)[] = [];
  for (const shelf of shelves) {
    const question = questionOf(shelf, known, restOf);
    if (question.answers === 'paths') {
      ofPaths.push({ ...shelfOf(shelf, question, { hitOf, search }), verbs: question.verbs });
      continue;
    }
    const own = shelfOf(shelf, question, { hitOf, search });
    const lookup = once(() => compileLookup(question, shelf.words));
    asked.push({
      ...own,
      ask: question.among?.(shelf.words) ?? question.ask,
      lookup,
      find: (answer) => lookup()(answer, own.report),
    });
  }
  return {
    always: hitOf(always, nothing, undefined),
    asked,
    lookAtPaths: once(() => compilePathPass(ofPaths)),
  };
}

const nothing = new Float64Array(0);

/** The words of all; undefined where one of them is undefined. */
function unite(sets: ReadonlySet<ReadonlySet<string> | undefined>): ReadonlySet<string> | undefined {
  if (sets.has(undefined)) return undefined;
  const [only] = sets;
  return sets.size === 1 ? only : new Set([...sets].flatMap((words) => [...(words ?? [])]));
}

type HitOf<Rule> = (
  places: readonly number[],
  foundIn: Hit<Rule>['foundIn'],
  also: Hit<Rule>['also'],
) => Hit<Rule>;

interface ShelfContext<Rule> {
  readonly search: Search<Rule>;
  readonly hitOf: HitOf<Rule>;
}

function shelfOf<Asked extends Question, Rule>(
  { words, rules, also }: ShelfPlan,
  question: Asked,
  { search, hitOf }: ShelfContext<Rule>,
): Shelf<Asked> {
  const foundIn = new Float64Array(words.length);
  const all = hitOf([...new Set(rules.flat())].sort(ascending), foundIn, undefined);
  /** Made when they are first found: most words of many are never met. */
  const hits: (Hit<Rule> | undefined)[] = words.map(() => undefined);
  const hitFor = (word: number): Hit<Rule> => {
    const places = rules[word] ?? [];
    return hitOf(typeof places === 'number' ? [places] : places, foundIn, also[word] ?? undefined);
  };
  return {
    question,
    words,
    gate: question.waitsForKind ? all.kinds : undefined,
    report(word) {
      if (foundIn[word] === search.number) return;
      foundIn[word] = search.number;
      const hit = hits[word] ?? hitFor(word);
      hits[word] = hit;
      if (hit.places.length > 0) search.hits[search.count++] = hit;
    },
    reportAll() {
      search.hits[search.count++] = all;
    },
  };
}
