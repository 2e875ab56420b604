/**
 * What a log comes to, gathered one record at a time. Memory is flat: names beyond
 * a bound share one, latencies are counted in steps of a few percent, and times in
 * steps that double when there are too many of them.
 */
import { fewUnsure } from '../../replay/few-unsure.ts';
import {
  type DecisionEntry,
  describeShadow,
  type LoggedFinding,
  type LogRecord,
  nameOfClient,
} from '../../store/decision-log/record.ts';
import { describeRollout } from '../explain/describe-rollout.ts';

/** The most names that are counted apart. */
const mostNames = 5000;
export const otherNames = '(others)';

/** How often something was seen, by name. */
export class NameTally {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    const known = this.#counts.has(name) || this.#counts.size < mostNames ? name : otherNames;
    this.#counts.set(known, (this.#counts.get(known) ?? 0) + count);
  }

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  /** The most frequent first; equal ones by name. */
  get rows(): readonly { readonly name: string; readonly count: number }[] {
    return [...this.#counts]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}

/** Microseconds, to within a few percent. */
export class Latencies {
  readonly #steps = new Map<number, number>();
  #count = 0;
  #largest = 0;

  add(microseconds: number): void {
    const step = microseconds < 1 ? 0 : Math.floor(Math.log(microseconds) / growth);
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1);
    this.#count++;
    this.#largest = Math.max(this.#largest, microseconds);
  }

  get largest(): number {
    return this.#largest;
  }

  /** The value that a share of all are not above. */
  quantile(share: number): number {
    let left = Math.ceil(share * this.#count);
    for (const [step, count] of [...this.#steps].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return Math.min(this.#largest, Math.round(Math.exp((step + 0.5) * growth)));
    }
    return this.#largest;
  }

  /** How many are within each power of ten: up to 10 µs, 100 µs, and so on. */
  get decades(): readonly { readonly upTo: number; readonly count: number }[] {
    const counts = new Map<number, number>();
    for (const [step, count] of this.#steps) {
      const upTo = 10 ** Math.max(1, Math.ceil(((step + 1) * growth) / Math.LN10 - 1e-9));
      counts.set(upTo, (counts.get(upTo) ?? 0) + count);
    }
    return [...counts].sort(([a], [b]) => a - b).map(([upTo, count]) => ({ upTo, count }));
  }
}

const growth = Math.log(1.03);

/** How many at which time. */
export class Timeline {
  static readonly #most = 60;
  #width = 1000;
  #start = 0;
  #counts: number[] = [];

  add(at: number): void {
    if (this.#counts.length === 0) this.#start = at;
    // Processes write side by side, so a record may be a little before the first.
    const index = Math.max(0, Math.floor((at - this.#start) / this.#width));
    if (index >= Timeline.#most) {
      this.#double();
      this.add(at);
      return;
    }
    while (this.#counts.length <= index) this.#counts.push(0);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  #double(): void {
    const halves = this.#counts;
    this.#width *= 2;
    this.#counts = Array.from(
      { length: Math.ceil(halves.length / 2) },
      (_, index) => (halves[2 * index] ?? 0) + (halves[2 * index + 1] ?? 0),
    );
  }

  get counts(): readonly number[] {
    return this.#counts;
  }

  /** Milliseconds of one step. */
  get width(): number {
    return this.#width;
  }
}

export class LogStatistics {
  decisions = 0;
  denied = 0;
  repeated = 0;
  unsureDecisions = 0;
  faults = 0;
  unenforceable = 0;
  observed = 0;
  dropped = 0;
  masked = 0;
  from: string | undefined;
  to: string | undefined;
  readonly denials = new NameTally();
  readonly matched = new NameTally();
  readonly watched = new NameTally();
  /** Calls that a rule only watched, and would deny once it denies for all: its code, since when and for whom. */
  readonly rollouts = new NameTally();
  readonly unsure = new NameTally();
  /** The same for the calls with few unsure rules. */
  readonly unsureAmongFew = new NameTally();
  unsureForMany = 0;
  /** Uses of exceptions, by their codes. */
  readonly excused = new NameTally();
  /** Rules that an exception kept from holding, by their codes. */
  readonly exceptedRules = new NameTally();
  /** Decisions by the tags of the rules that denied or watched them. */
  readonly tags = new NameTally();
  /** Why rules were unsure: code, and what was unknown. */
  readonly doubts = new NameTally();
  /** What bundles in comparison answered, or would have answered, otherwise. */
  readonly differences = new NameTally();
  readonly tools = new NameTally();
  readonly kinds = new NameTally();
  readonly agents = new NameTally();
  /** Who asked, where that is proved. */
  readonly clients = new NameTally();
  readonly latencies = new Latencies();
  readonly timeline = new Timeline();

  add(record: LogRecord): void {
    if (record.type === 'observed') this.observed++;
    if (record.type === 'dropped') this.dropped += record.records;
    if (record.type === 'decision') this.#decision(record, record.time);
    if (record.type === 'shadow')
      for (const { kind } of record.changes) this.differences.add(`${describeShadow(record)}: ${kind}`);
  }

  #decision(entry: DecisionEntry, time: string): void {
    this.decisions++;
    this.from ??= time;
    this.to = time;
    const at = Date.parse(time);
    if (!Number.isNaN(at)) this.timeline.add(at);
    if (entry.repeated === true) this.repeated++;
    if (entry.unenforceable === true) this.unenforceable++;
    if (entry.masked.length > 0) this.masked++;
    this.faults += entry.faults.length;
    if (entry.effect === 'deny') {
      this.denied++;
      this.denials.add(entry.code ?? '(none)');
    }
    for (const { code } of entry.matched) this.matched.add(code);
    for (const { code, rollout } of entry.watched) {
      this.watched.add(code);
      if (rollout !== undefined) this.rollouts.add(`${code} ${describeRollout(rollout)}`);
    }
    for (const { code, exception } of entry.excused ?? []) {
      this.excused.add(exception);
      this.exceptedRules.add(code);
    }
    for (const tag of new Set([...entry.matched, ...entry.watched].flatMap(({ tags = [] }) => tags)))
      this.tags.add(tag);
    if (entry.unsure.length > 0) this.unsureDecisions++;
    const isFew = entry.unsure.length <= fewUnsure;
    if (!isFew) this.unsureForMany++;
    for (const finding of entry.unsure) this.#unsure(finding, isFew);
    const { tool, harness, agent } = entry;
    if (tool !== null) {
      this.tools.add(
        tool.mcp === null ? tool.name : `${tool.mcp.server ?? '?'}/${tool.mcp.tool ?? tool.name}`,
      );
      this.kinds.add(tool.kind ?? '(none)');
    }
    this.agents.add([harness ?? '(unknown)', ...(agent === null ? [] : [agent])].join(' / '));
    const client = nameOfClient(entry.client);
    if (client !== undefined) this.clients.add(client);
    this.latencies.add(entry.latency);
  }

  #unsure({ code, unknowns }: LoggedFinding, isFew: boolean): void {
    this.unsure.add(code);
    if (!isFew) return;
    this.unsureAmongFew.add(code);
    const [first] = unknowns ?? [];
    if (first === undefined) return;
    const how = first.cause === 'unresolved' ? 'not known' : first.cause;
    this.doubts.add(`${code}: \`${first.field}\` is ${how}`);
  }

  /** Rules of some policies that no decision was about; unsure ones are not among them. */
  neverHit(codes: readonly string[]): readonly string[] {
    const seen = [this.matched, this.watched, this.unsure, this.denials, this.exceptedRules];
    return codes.filter((code) => !seen.some((tally) => tally.has(code))).sort();
  }

  /** Exceptions of some policies that no decision needed. */
  neverUsed(codes: readonly string[]): readonly string[] {
    return codes.filter((code) => !this.excused.has(code)).sort();
  }
}
