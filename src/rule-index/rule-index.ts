/**
 * Finds the rules that can concern a call, so that the time of a decision does not grow with the number of rules. It never
 * changes a decision: the rules that it leaves out would say no. Where a question has no answer, all of its rules are
 * candidates.
 */
import type { Facts } from '../facts/facts.ts';
import type { Known } from '../facts/known.ts';
import { once } from '../language/once.ts';
import { compileLiterals, scanLiterals } from '../pattern/regex/literal-set.ts';
import { type BucketLookup, compileLookup } from './bucket-lookup.ts';
import { type BucketPlan, type IndexPlan, planIndex, questionOf, type RuleKeys } from './index-plan.ts';
import { compilePathSearch, type PathBucket, type PathSearch } from './path-search.ts';
import type { AskedQuestion, IndexQuestion } from './question.ts';
import { type Bucket, type FoundWords, Search } from './search.ts';

export interface RuleIndex<Rule> {
  /** In the order they were given. */
  readonly rules: readonly Rule[];
  /** Those that are asked about every call: their places, and the rules themselves. */
  readonly always: readonly number[];
  readonly alwaysRules: readonly Rule[];
  readonly plans: readonly BucketPlan[];
  readonly asked: readonly AskedBucket[];
  /** Compiled when it is first asked for, as each look-up is: a process that decides one call uses few of them. */
  readonly searchPaths: () => PathSearch;
  /** For each rule the kinds of tools that it is about; undefined where it may be about any. */
  readonly kindsOf: (place: number) => ReadonlySet<string> | undefined;
}

/** A bucket whose question is asked by itself. */
interface AskedBucket extends Bucket {
  readonly ask: AskedQuestion['ask'];
  readonly lookUp: () => BucketLookup;
}

/** Rules that can be put into an index. */
export interface Indexable<Rule> {
  /** In the order in which candidates are given. */
  readonly rules: readonly Rule[];
  keysOf(place: number): RuleKeys;
  /** What is known of commands for these rules. */
  readonly known: Known;
  /** What `planIndex` made of all keys, where it is kept; undefined where it is not. */
  plan(): IndexPlan | undefined;
  /** Whether the process decides one call: then what takes long to make is not worth it. */
  readonly isForOneCall: boolean;
}

/** Rules → index. Pure; throws where a kept plan is of other rules. */
export function indexRules<Rule>({
  rules,
  keysOf,
  known,
  plan,
  isForOneCall,
}: Indexable<Rule>): RuleIndex<Rule> {
  const { always, buckets, kinds, kindsOf } = plan() ?? planIndex(rules.map((_, place) => keysOf(place)));
  const makeLiterals = isForOneCall ? scanLiterals : compileLiterals;
  const sets = kinds.map((words) => new Set(words));
  const kindsOfRule = (place: number): ReadonlySet<string> | undefined => sets[kindsOf[place] ?? -1];
  const asked: AskedBucket[] = [];
  const ofPaths: PathBucket[] = [];
  for (const [place, bucket] of buckets.entries()) {
    const { words } = bucket;
    const question = questionOf(bucket, known);
    const own: Bucket = { place, words, kinds: kindsOfBucket(question, bucket, kindsOfRule) };
    if (question.answers === 'paths') ofPaths.push({ ...own, verbs: question.verbs });
    else
      asked.push({
        ...own,
        ask: (isForOneCall ? undefined : question.among?.(words)) ?? question.ask,
        lookUp: once(() => compileLookup(question, words, makeLiterals)),
      });
  }
  return {
    rules,
    always,
    alwaysRules: rulesAt(rules, always),
    plans: buckets,
    asked,
    searchPaths: once(() => compilePathSearch(ofPaths, makeLiterals)),
    kindsOf: kindsOfRule,
  };
}

/** Compiles every look-up now. */
export function compileLookups({ asked, searchPaths }: RuleIndex<unknown>): void {
  for (const { lookUp } of asked) lookUp();
  searchPaths();
}

/** The kinds of all rules of a bucket; undefined where one may be about any kind, and where the question does not wait. */
function kindsOfBucket(
  { waitsForKind }: IndexQuestion,
  { rules }: BucketPlan,
  kindsOf: (place: number) => ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (!waitsForKind) return undefined;
  const sets = new Set(rules.flat().map(kindsOf));
  const [only] = sets;
  if (sets.size === 1 || sets.has(undefined)) return sets.has(undefined) ? undefined : only;
  return new Set([...sets].flatMap((words) => [...(words ?? [])]));
}

/** A call → the rules that could hold or be unsure, in the order they were given. Never throws. */
export function candidates<Rule>(index: RuleIndex<Rule>, facts: Facts): readonly Rule[] {
  const search = new Search(facts);
  try {
    for (const bucket of index.asked) searchBucket(bucket, search);
    index.searchPaths()(search);
    return search.found === undefined ? index.alwaysRules : collect(index, search.found, search);
  } catch {
    // What fails here fails again where a rule asks, and is a fault there.
    return index.rules;
  }
}

function searchBucket(bucket: AskedBucket, search: Search): void {
  if (!search.mayBeOf(bucket.kinds)) return;
  const answers = bucket.ask(search.facts);
  const lookUp = bucket.lookUp();
  const isAnswered =
    typeof answers === 'string'
      ? lookUp(answers, (word) => search.add(bucket, word))
      : answers?.every((answer) => lookUp(answer, (word) => search.add(bucket, word)));
  if (isAnswered !== true) search.addAll(bucket);
}

/** The rules of the found words, and those that are always asked. */
function collect<Rule>(
  index: RuleIndex<Rule>,
  found: ReadonlyMap<number, FoundWords>,
  search: Search,
): readonly Rule[] {
  const { rules, always, alwaysRules, plans, kindsOf } = index;
  const places = new Set<number>();
  const add = (place: number): void => {
    if (search.mayBeOf(kindsOf(place))) places.add(place);
  };
  for (const [bucket, words] of found) {
    const plan = plans[bucket];
    if (plan === undefined) continue;
    if (words === 'all') for (const place of plan.rules.flat()) add(place);
    else for (const word of words) for (const place of rulesOfWord(plan, word, words)) add(place);
  }
  if (places.size === 0) return alwaysRules;
  for (const place of always) places.add(place);
  return rulesAt(rules, [...places].sort(ascending));
}

/** The rules that a word leads to, where the other words that they need are found as well. */
function rulesOfWord(
  { rules, also }: BucketPlan,
  word: number,
  found: ReadonlySet<number>,
): readonly number[] {
  const places = rules[word] ?? [];
  const all = typeof places === 'number' ? [places] : places;
  const needed = also[word];
  if (needed === null || needed === undefined) return all;
  return all.filter((_, at) => needed[at]?.every((other) => found.has(other)) !== false);
}

const rulesAt = <Rule>(rules: readonly Rule[], places: readonly number[]): readonly Rule[] =>
  places.flatMap((place) => rules[place] ?? []);

const ascending = (a: number, b: number): number => a - b;
