/**
 * Why a rule did not fire, answered by what would have made it fire: the smallest
 * changes to the event that are found, each tried by the evaluator that decides.
 * It is a search with bounds, so that "none" means none of those that were tried;
 * nothing that was not tried is ever given.
 */

import type { Place } from '../check/checked.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import { obstaclesOf } from '../engine/closest.ts';
import type { Decision } from '../engine/decision.ts';
import type { Client } from '../facts/client.ts';
import type { JsonObject } from '../facts/event.ts';
import type { Change } from './change.ts';
import { withEventValue, withoutEventValue } from './edit-event.ts';
import { gatherIngredients } from './ingredients.ts';
import { type Kitchen, repairsOf, sourcesOf } from './repairs.ts';
import { decide, type Setting, type Situation, type Tried, trySituation } from './situation.ts';

export interface WhyNot {
  /** The rule holds for the event as it is. */
  readonly fires: boolean;
  /** Those with fewest changes, the smallest texts first; empty where none was found. */
  readonly found: readonly Solution[];
  /** Situations that were looked at. */
  readonly tried: number;
  /** The search ended because of its bounds: there may be fewer changes that were not tried. */
  readonly cut: boolean;
  /** Without a solution: the questions of the closest situation that no change answered otherwise. */
  readonly resisting: readonly Place[];
}

export interface Solution {
  readonly changes: readonly Change[];
  /** As it would have been sent. */
  readonly event: JsonObject;
  /** Events before it, in order: earlier calls and how they ended. */
  readonly earlier: readonly JsonObject[];
  /** Who would have to make them; undefined for who asks. */
  readonly client: Client | undefined;
  /** What all rules together say of it. */
  readonly decision: Decision;
}

export interface WhyNotOptions {
  /** Situations that may be looked at. */
  readonly bound: number;
  /** Whether the calls of the rule's own tests may be used. */
  readonly examples: boolean;
}

export const usualOptions: WhyNotOptions = { bound: 6000, examples: true };

/** Characters of all events that are looked at: of an event with a whole file in it fewer are tried. */
const mostCharacters = 200_000_000;
const fewestTries = 20;
/** Solutions that are given. */
const mostFound = 3;
/** Solutions of one size among which the smallest texts are looked for. */
const mostKept = 200;
/** Solutions that all rules are asked about. */
const mostDecided = 40;
/** Calls that are given for what must have been before. */
const mostPlain = 60;
/** Calls for calls: a label that counts denials of a rule that asks for a label. */
const deepestSearch = 2;
/** Changes one after the other. */
const mostRounds = 5;
/** Situations that one leads to, of which more is tried. */
const mostFollowed = 10;

/** Searches for changes to an event, as it is sent, for which the rule fires. */
export function whyNot(
  rule: CompiledRule,
  event: JsonObject,
  setting: Setting,
  options: WhyNotOptions = usualOptions,
): WhyNot {
  const affordable = Math.max(fewestTries, Math.floor(mostCharacters / JSON.stringify(event).length));
  const bound = Math.min(options.bound, affordable);
  const search = new Search(rule, event, setting, { ...options, bound }, 0);
  const found = search.run();
  const { isCut, tried } = search;
  const closest = search.closest;
  return {
    fires: search.firesAlready,
    found: search.firesAlready ? [] : found.slice(0, mostFound),
    tried,
    cut: isCut,
    resisting:
      found.length > 0 || search.firesAlready || closest === undefined
        ? []
        : obstaclesOf(rule, closest.facts, closest.binding).map(({ matcher }) => matcher.place),
  };
}

interface Open {
  readonly tried: Tried;
  readonly round: number;
}

/** One search on its way. */
class Search {
  readonly #rule: CompiledRule;
  readonly #event: JsonObject;
  readonly #setting: Setting;
  readonly #options: WhyNotOptions;
  readonly #kitchen: Kitchen;
  readonly #seen = new Set<string>();
  #solved: Tried[] = [];
  firesAlready = false;
  isCut = false;
  tried = 0;
  closest: Tried | undefined;

  constructor(
    rule: CompiledRule,
    event: JsonObject,
    setting: Setting,
    options: WhyNotOptions,
    depth: number,
    paths: readonly string[] = [],
  ) {
    this.#rule = rule;
    this.#event = event;
    this.#setting = setting;
    this.#options = options;
    const like = JSON.stringify(event.tool ?? {});
    const gathered = gatherIngredients(rule.checked, like, options.examples);
    this.#kitchen = {
      rule,
      setting,
      ingredients: { ...gathered, paths: [...paths, ...gathered.paths] },
      sources: sourcesOf(rule),
      find: (other, near, about = []) => {
        if (depth >= deepestSearch) return [];
        const bound = Math.floor(options.bound / 4);
        const inner = new Search(other, near, setting, { ...options, bound }, depth + 1, about);
        const found = inner.plainest(about);
        this.tried += inner.tried;
        return found;
      },
    };
  }

  /** Calls for which the rule holds, the plainest first; those that name one of the paths, if any are given. */
  plainest(paths: readonly string[]): readonly Situation[] {
    this.#search();
    if (this.firesAlready) return [{ event: this.#event, earlier: [] }];
    const textOf = ({ event }: Tried): string => JSON.stringify(event.tool ?? {});
    const named = this.#solved.filter(
      (tried) => paths.length === 0 || paths.some((path) => textOf(tried).includes(path)),
    );
    return named
      .toSorted((a, b) => a.changes - b.changes || textOf(a).length - textOf(b).length)
      .slice(0, mostPlain);
  }

  run(): readonly Solution[] {
    this.#search();
    const solutions: Solution[] = [];
    for (const tried of this.#best().slice(0, mostDecided)) {
      const least = this.#withLess(tried);
      const decision = decide(least, this.#setting);
      if (![...decision.matched, ...decision.watched].some(({ code }) => code === this.#rule.code)) continue;
      const changes = [...least.earlier, ...least.fields];
      const earlier = least.earlier.flatMap(({ events }) => events);
      solutions.push({ changes, event: least.event, earlier, client: least.client, decision });
    }
    const fewest = Math.min(...solutions.map(countChanges));
    const smallest = solutions.filter((solution) => countChanges(solution) === fewest);
    // Where a graver rule answers, the change is true and tells less.
    const isOwn = ({ decision }: Solution): boolean => decision.code === this.#rule.code;
    return different([...smallest.filter(isOwn), ...smallest.filter((each) => !isOwn(each))]);
  }

  /** From the fewest changes to more; whatever comes no closer is left. */
  #search(): void {
    const first = this.#try({ event: this.#event, earlier: [] });
    if (first === undefined || first.holds) {
      this.firesAlready = first?.holds === true;
      return;
    }
    const open: Open[] = [{ tried: first, round: 0 }];
    for (let next = takeBest(open); next !== undefined; next = takeBest(open)) {
      if (next.tried.changes >= this.#fewest() || this.isCut) return;
      if (next.round < mostRounds) open.push(...this.#follow(next));
    }
  }

  #follow({ tried, round }: Open): readonly Open[] {
    const closer: Tried[] = [];
    for (const situation of repairsOf(tried, this.#kitchen)) {
      const result = this.#try(situation);
      if (result === undefined) continue;
      if (result.holds) this.#solved.push(result);
      else if (result.distance < tried.distance - 1e-6) closer.push(result);
    }
    this.#solved = this.#best().slice(0, mostKept);
    const promising = closer.sort(
      (a, b) => a.changes - b.changes || a.distance - b.distance || a.size - b.size,
    );
    return promising.slice(0, mostFollowed).map((each) => ({ tried: each, round: round + 1 }));
  }

  #try(situation: Situation): Tried | undefined {
    const key = JSON.stringify([situation.event, situation.earlier, situation.client]);
    if (this.#seen.has(key)) return undefined;
    if (this.tried >= this.#options.bound) {
      this.isCut = true;
      return undefined;
    }
    this.#seen.add(key);
    this.tried++;
    const tried = trySituation(situation, this.#rule, this.#event, this.#setting);
    if (tried !== undefined && tried.distance < (this.closest?.distance ?? Number.POSITIVE_INFINITY))
      this.closest = tried;
    return tried;
  }

  #fewest(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#solved.map(({ changes }) => changes));
  }

  #best(): readonly Tried[] {
    return this.#solved.toSorted((a, b) => a.changes - b.changes || a.size - b.size);
  }

  /** Without the changes that it holds without. Another call is one as a whole: no tool takes the fields of two. */
  #withLess(tried: Tried): Tried {
    let least = tried;
    const differs = (field: string): boolean => tried.fields.some((each) => each.field === field);
    const isOtherCall = differs('tool') && differs('kind');
    for (const { steps, from } of tried.fields) {
      if ((isOtherCall && steps[0] === 'tool') || steps[0] === 'client') continue;
      const event =
        from === undefined ? withoutEventValue(least.event, steps) : withEventValue(least.event, steps, from);
      if (event === undefined) continue;
      const result = trySituation({ ...least, event }, this.#rule, this.#event, this.#setting);
      if (result?.holds === true && result.changes < least.changes) least = result;
    }
    return least;
  }
}

/** Each earlier call is a change of its own. */
const countChanges = ({ changes }: Solution): number =>
  changes.reduce((sum, change) => sum + (change.kind === 'field' ? 1 : change.times), 0);

/** Without those that say all that one before them says, and more: other words, or the same in another order. */
function different(solutions: readonly Solution[]): readonly Solution[] {
  const chosen: { readonly solution: Solution; readonly words: readonly string[] }[] = [];
  for (const solution of solutions) {
    const words = wordsOf(solution);
    if (chosen.some((other) => other.words.every((word) => words.includes(word)))) continue;
    chosen.push({ solution, words });
  }
  return chosen.map(({ solution }) => solution);
}

const wordsOf = ({ changes }: Solution): readonly string[] =>
  changes.flatMap((change) =>
    change.kind === 'field'
      ? [change.field, ...JSON.stringify(change.to ?? null).split(/[\s"']+/)]
      : [change.sets],
  );

/** The one with the fewest changes, then the closest. */
function takeBest(open: Open[]): Open | undefined {
  let best = 0;
  for (const [index, { tried }] of open.entries()) {
    const other = open[best]?.tried;
    if (other === undefined) continue;
    if (tried.changes < other.changes || (tried.changes === other.changes && tried.distance < other.distance))
      best = index;
  }
  return open.splice(best, 1)[0];
}
