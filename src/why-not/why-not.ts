/**
 * Why a rule does not fire for an event, answered by the smallest changes with which it fires. The evaluator tries every
 * change before it is shown. The search has bounds: "none" means that none of the changes that were tried is enough.
 */
import type { SourcePlace } from '../check/tree/source-place.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import { obstaclesOf } from '../engine/closest.ts';
import type { Decision } from '../engine/decision.ts';
import type { Client } from '../facts/event/client.ts';
import type { Json, JsonObject } from '../facts/event/event.ts';
import type { Change } from './change.ts';
import { withEventValue, withoutEventValue } from './edit-event.ts';
import { repairCandidates } from './repair-candidates.ts';
import { expressionSources, type RepairContext, repairsOf, situationKey } from './repairs.ts';
import {
  decide,
  type SearchSetting,
  type Situation,
  type TriedSituation,
  trySituation,
} from './situation.ts';

export interface WhyNot {
  /** The rule holds for the event as it is. */
  readonly fires: boolean;
  /** The solutions with the fewest changes, those with the smallest texts first; empty where none was found. */
  readonly found: readonly Solution[];
  /** How many situations were tried. */
  readonly tried: number;
  /** The search ended at its bounds: there may be a smaller solution. */
  readonly cut: boolean;
  /** Without a solution: the questions of the closest situation to which no change gave another answer. */
  readonly resisting: readonly SourcePlace[];
}

export interface Solution {
  readonly changes: readonly Change[];
  /** The changed event, as a client sends it. */
  readonly event: JsonObject;
  /** The events before it, in order: earlier calls and how they ended. */
  readonly earlier: readonly JsonObject[];
  /** The client that has to make these calls; undefined for the one that asks. */
  readonly client: Client | undefined;
  /** When the call has to be decided, in milliseconds since 1970; undefined for the time that was asked about. */
  readonly at: number | undefined;
  /** What all rules together answer. */
  readonly decision: Decision;
}

export interface WhyNotOptions {
  /** At most so many situations are tried. */
  readonly bound: number;
  /** Whether the calls of the rule's own tests are candidates. */
  readonly examples: boolean;
}

export const usualOptions: WhyNotOptions = { bound: 6000, examples: true };

/** Characters of all events that are tried: an event with a whole file in it leaves fewer tries. */
const mostCharacters = 200_000_000;
const fewestTries = 20;
/** Solutions that are shown. */
const mostFound = 3;
/** Solutions that the search keeps, to choose the one with the smallest texts. */
const mostKept = 200;
/** Solutions for which all rules are evaluated. */
const mostDecided = 40;
/** Calls that one search returns to another as earlier calls. */
const mostSimple = 60;
/** Searches inside searches: a label that counts denials of a rule that asks for a label. */
const deepestSearch = 2;
/** Repairs one after the other. */
const mostRounds = 5;
/** Repaired situations that are repaired further. */
const mostFollowed = 10;

/** Searches for the changes to an event, as a client sends it, with which the rule fires. */
export function whyNot(
  rule: CompiledRule,
  event: JsonObject,
  setting: SearchSetting,
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
  readonly tried: TriedSituation;
  readonly round: number;
}

/** One search: what it has tried and what it has found. */
class Search {
  readonly #rule: CompiledRule;
  readonly #event: JsonObject;
  readonly #setting: SearchSetting;
  readonly #options: WhyNotOptions;
  readonly #context: RepairContext;
  readonly #seen = new Set<string>();
  #solved: TriedSituation[] = [];
  firesAlready = false;
  isCut = false;
  tried = 0;
  closest: TriedSituation | undefined;

  constructor(
    rule: CompiledRule,
    event: JsonObject,
    setting: SearchSetting,
    options: WhyNotOptions,
    depth: number,
    paths: readonly string[] = [],
  ) {
    this.#rule = rule;
    this.#event = event;
    this.#setting = setting;
    this.#options = options;
    const like = JSON.stringify(event.tool ?? {});
    const gathered = repairCandidates(rule.checked, like, options.examples);
    this.#context = {
      rule,
      setting,
      candidates: { ...gathered, paths: [...paths, ...gathered.paths] },
      sources: expressionSources(rule),
      find: (other, near, about = []) => {
        if (depth >= deepestSearch) return [];
        const bound = Math.floor(options.bound / 4);
        const inner = new Search(other, near, setting, { ...options, bound }, depth + 1, about);
        const found = inner.simplest(about);
        this.tried += inner.tried;
        return found;
      },
    };
  }

  /** Calls for which the rule holds, the simplest first. With `paths`, only those that name one of them. */
  simplest(paths: readonly string[]): readonly Situation[] {
    this.#search();
    if (this.firesAlready) return [{ event: this.#event, earlier: [] }];
    const textOf = ({ event }: TriedSituation): string => JSON.stringify(event.tool ?? {});
    const named = this.#solved.filter(
      (tried) => paths.length === 0 || paths.some((path) => textOf(tried).includes(path)),
    );
    return named
      .toSorted((a, b) => a.changes - b.changes || textOf(a).length - textOf(b).length)
      .slice(0, mostSimple);
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
      solutions.push({ changes, event: least.event, earlier, client: least.client, at: least.at, decision });
    }
    const fewest = Math.min(...solutions.map(countChanges));
    const smallest = solutions.filter((solution) => countChanges(solution) === fewest);
    // Where a more severe rule answers, the solution is right but says less about this rule.
    const isOwn = ({ decision }: Solution): boolean => decision.code === this.#rule.code;
    return different([...smallest.filter(isOwn), ...smallest.filter((each) => !isOwn(each))]);
  }

  /** Repairs situations, those with the fewest changes first, and drops a repair that is not closer to a match. */
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
    const closer: TriedSituation[] = [];
    for (const situation of repairsOf(tried, this.#context)) {
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

  #try(situation: Situation): TriedSituation | undefined {
    const key = situationKey(situation);
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

  #best(): readonly TriedSituation[] {
    return this.#solved.toSorted((a, b) => a.changes - b.changes || a.size - b.size);
  }

  /** Takes back every change that is not needed. Another call is one change: its fields belong together. */
  #withLess(tried: TriedSituation): TriedSituation {
    let least = tried;
    const differs = (field: string): boolean => tried.fields.some((each) => each.field === field);
    const isOtherCall = differs('tool') && differs('kind');
    for (const { steps, from } of tried.fields) {
      if ((isOtherCall && steps[0] === 'tool') || steps[0] === 'client') continue;
      const without = steps[0] === 'at' ? { ...least, at: undefined } : withValue(least, steps, from);
      if (without === undefined) continue;
      const result = trySituation(without, this.#rule, this.#event, this.#setting);
      if (result?.holds === true && result.changes < least.changes) least = result;
    }
    return least;
  }
}

/** A situation with another value in a field, or without the field; undefined where there is no such place. */
function withValue(
  situation: Situation,
  steps: readonly (string | number)[],
  value: Json | undefined,
): Situation | undefined {
  const event =
    value === undefined
      ? withoutEventValue(situation.event, steps)
      : withEventValue(situation.event, steps, value);
  return event && { ...situation, event };
}

/** Every earlier call counts as a change. */
const countChanges = ({ changes }: Solution): number =>
  changes.reduce((sum, change) => sum + (change.kind === 'field' ? 1 : change.times), 0);

/** Drops a solution that says all that an earlier one says and more, or the same in another order. */
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
  changes.flatMap((change) => {
    if (change.kind !== 'field') return [change.sets];
    // The first of several times says enough.
    const isTime = change.steps[0] === 'at';
    return [change.field, ...(isTime ? [] : JSON.stringify(change.to ?? null).split(/[\s"']+/))];
  });

/** Takes the situation with the fewest changes; among equals, the one that is closest to a match. */
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
