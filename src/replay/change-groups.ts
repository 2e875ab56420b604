/**
 * Changes, grouped by what changed, the rule, the tool and the agent. Its memory is bounded: the counts of
 * a group are exact, its examples are the first ones, and changes beyond the number of groups are only
 * counted.
 */
import { type AnswerChange, type ChangeKind, changeKinds } from './compare.ts';
import { type DayCount, DayCounts, dayOf } from './day-counts.ts';

export interface ExampleAnswer {
  readonly effect: 'deny' | 'none';
  readonly code: string | null;
  readonly reason: string | null;
}

/** An unknown part of a rule. */
export interface ExampleUnknown {
  readonly field: string;
  readonly cause: string;
  readonly detail: string | null;
}

export interface Example {
  /** File and line. */
  readonly place: string;
  readonly time: string;
  readonly source: string;
  readonly session: string | null;
  readonly id: string;
  /** The beginning of the input's JSON text. */
  readonly input: string;
  readonly before: ExampleAnswer;
  readonly after: ExampleAnswer;
  /** Why the rule is unsure now; empty for other changes. */
  readonly unknowns: readonly ExampleUnknown[];
  /** The answer may depend on masked text. */
  readonly masked: boolean;
}

export interface ChangeGroup {
  readonly kind: ChangeKind;
  readonly rule: string;
  readonly was: string | null;
  readonly tool: string;
  /** Null: the session's main agent, or not known. */
  readonly agent: string | null;
  readonly events: number;
  /** How many of them are partly masked. */
  readonly masked: number;
  readonly days: readonly DayCount[];
  readonly examples: readonly Example[];
}

/** The key of a group, besides the change itself. */
export interface Changed {
  readonly at: number;
  readonly tool: string;
  readonly agent: string | null;
  readonly masked: boolean;
  /** Made only if there is room for it. */
  example(change: AnswerChange): Example;
}

interface OpenGroup {
  readonly change: AnswerChange;
  readonly tool: string;
  readonly agent: string | null;
  readonly days: DayCounts;
  readonly examples: Example[];
  events: number;
  masked: number;
}

/** Names may be any text. */
const longestName = 200;

export class ChangeGroups {
  readonly #groups = new Map<string, OpenGroup>();
  readonly #mostGroups: number;
  readonly #mostExamples: number;
  #ungrouped = 0;

  constructor({ groups = 2000, examples }: { readonly groups?: number; readonly examples: number }) {
    this.#mostGroups = groups;
    this.#mostExamples = examples;
  }

  /** Changes in groups beyond the limit. */
  get ungrouped(): number {
    return this.#ungrouped;
  }

  add(change: AnswerChange, changed: Changed): void {
    const group = this.#groupOf(change, changed);
    if (group === undefined) {
      this.#ungrouped++;
      return;
    }
    group.events++;
    if (changed.masked) group.masked++;
    group.days.add(dayOf(changed.at));
    if (group.examples.length < this.#mostExamples) group.examples.push(changed.example(change));
  }

  #groupOf(change: AnswerChange, changed: Changed): OpenGroup | undefined {
    const tool = changed.tool.slice(0, longestName);
    const agent = changed.agent?.slice(0, longestName) ?? null;
    const key = JSON.stringify([change.kind, change.rule, change.was, tool, agent]);
    const known = this.#groups.get(key);
    if (known !== undefined || this.#groups.size >= this.#mostGroups) return known;
    const group = { change, tool, agent, days: new DayCounts(), examples: [], events: 0, masked: 0 };
    this.#groups.set(key, group);
    return group;
  }

  /** By kind, then the largest first; otherwise by name, so that the same log gives the same list. */
  get list(): readonly ChangeGroup[] {
    return [...this.#groups.entries()]
      .sort(
        ([keyA, a], [keyB, b]) =>
          changeKinds.indexOf(a.change.kind) - changeKinds.indexOf(b.change.kind) ||
          b.events - a.events ||
          (keyA < keyB ? -1 : 1),
      )
      .map(([, { change, tool, agent, events, masked, days, examples }]) => ({
        kind: change.kind,
        rule: change.rule,
        was: change.was,
        tool,
        agent,
        events,
        masked,
        days: days.list,
        examples,
      }));
  }
}
