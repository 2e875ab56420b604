/**
 * Records which answers the questions of rules give while tests run. For every call of a test each question of the rule is
 * evaluated, also those that a decision does not need any more.
 */
import type { CheckedBundle } from '../../check/tree/checked.ts';
import type { SourcePlace } from '../../check/tree/source-place.ts';
import type { Binding } from '../../compile/candidate.ts';
import type { CompiledRule } from '../../compile/compiled-rule.ts';
import type { Matcher } from '../../compile/matcher.ts';
import type { Program } from '../../compile/program.ts';
import { judgedBindings, judgeRule, strictestReading } from '../../engine/rule-result.ts';
import type { Facts } from '../../facts/facts.ts';
import { NO, type TruthName, truthName, YES } from '../../pattern/text/truth.ts';
import type { ClauseCoverage, Coverage, EntryCoverage, ExceptionCoverage, RuleCoverage } from './coverage.ts';
import { type CountedEntry, countedParts, type Leaf, type RuleParts } from './parts.ts';

export class CoverageRecorder {
  readonly #rules = new Map<string, RuleRecord>();
  /** Entries of lists and alternatives by their places: the same entry is one, whichever rule asks for it. */
  readonly #entries = new Map<string, EntryRecord>();

  /** Both are of the same policies; the bundle from the text itself, not from a cache. */
  constructor(program: Program, bundle: CheckedBundle) {
    const recordOf = (entry: CountedEntry): EntryRecord =>
      ofPlace(this.#entries, entry.place, () => ({ entry, isSeen: false }));
    for (const [at, rule] of program.rules.entries()) {
      const checked = bundle.rules[at];
      if (checked === undefined) continue;
      const parts = countedParts(rule, checked, program.views[rule.view] ?? program.knowledge);
      this.#rules.set(rule.code, new RuleRecord(rule, parts, recordOf));
    }
  }

  /** Records the answers of a rule for a call. The test itself reports a fault of the engine. */
  observe(rule: CompiledRule, facts: Facts): void {
    this.#rules.get(rule.code)?.observe(facts);
  }

  /** What has been seen so far. */
  get coverage(): Coverage {
    const entries = [...this.#entries.values()].map(
      ({ entry: { place, list, excepted }, isSeen }): EntryCoverage => ({ place, list, excepted, isSeen }),
    );
    return {
      rules: [...this.#rules.values()].map((record) => record.coverage),
      entries: entries.sort((a, b) => inReadingOrder(a.place, b.place)),
    };
  }
}

const inReadingOrder = (a: SourcePlace, b: SourcePlace): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : a.span.start - b.span.start;

/** What is kept of a place, made where nothing is kept of it yet. */
function ofPlace<Kept>(all: Map<string, Kept>, { path, span }: SourcePlace, make: () => Kept): Kept {
  const key = `${span.start} ${span.end} ${path}`;
  const known = all.get(key);
  if (known !== undefined) return known;
  const made = make();
  all.set(key, made);
  return made;
}

/** An entry of a list, or an alternative. */
interface EntryRecord {
  readonly entry: CountedEntry;
  isSeen: boolean;
}

/** The answers of the questions at one place of a rule: in how many calls each value was seen. */
interface Answers {
  readonly counts: Record<TruthName, number>;
  /** The values of the call that is observed now. */
  readonly now: Set<TruthName>;
}

/** A question of a rule. A condition that is used twice has each of its places twice, and one count for it. */
interface LeafRecord {
  readonly leaf: Leaf;
  readonly answers: Answers;
  /** Those of its own entries that were not seen when they were looked at last, each with what is kept of it in all rules. */
  unseen: readonly { readonly entry: CountedEntry; readonly record: EntryRecord }[];
}

interface ExceptionRecord {
  readonly place: SourcePlace;
  readonly matcher: Matcher;
  /** How many calls it has excused; shared as the answers of a question are. */
  readonly count: { calls: number };
}

const nothing = (): Record<TruthName, number> => ({ yes: 0, no: 0, unknown: 0 });

/** What has been seen of one rule. */
class RuleRecord {
  readonly #rule: CompiledRule;
  readonly #when: readonly LeafRecord[];
  readonly #unless: readonly LeafRecord[];
  readonly #exceptions: readonly ExceptionRecord[];
  readonly #canBeExcused: boolean;
  readonly #seen = nothing();
  #calls = 0;

  constructor(rule: CompiledRule, parts: RuleParts, recordOf: (entry: CountedEntry) => EntryRecord) {
    const answers = new Map<string, Answers>();
    const excused = new Map<string, { calls: number }>();
    const leafRecord = (leaf: Leaf): LeafRecord => ({
      leaf,
      answers: ofPlace(answers, leaf.place, () => ({ counts: nothing(), now: new Set() })),
      unseen: leaf.entries.map((entry) => ({ entry, record: recordOf(entry) })),
    });
    this.#rule = rule;
    this.#when = parts.when.map(leafRecord);
    this.#unless = parts.unless.map(leafRecord);
    this.#exceptions = parts.exceptions.map(({ place, matcher }) => ({
      place,
      matcher,
      count: ofPlace(excused, place, () => ({ calls: 0 })),
    }));
    this.#canBeExcused = parts.unless.length > 0 || parts.exceptions.length > 0;
  }

  observe(event: Facts): void {
    const facts = strictestReading(this.#rule, event);
    this.#calls++;
    this.#seen[truthName(judgeRule(this.#rule, facts).truth)]++;
    const excusing = new Set<{ calls: number }>();
    for (const binding of judgedBindings(this.#rule, facts)) {
      look(this.#when, facts, binding);
      if (!this.#canBeExcused) continue;
      // Where the rule does not hold, its exceptions are not evaluated.
      if (this.#rule.when.test(facts, binding) === NO) continue;
      look(this.#unless, facts, binding);
      for (const { matcher, count } of this.#exceptions)
        if (matcher.test(facts, binding) === YES) excusing.add(count);
    }
    for (const count of excusing) count.calls++;
    for (const { answers } of [...this.#when, ...this.#unless]) countCall(answers);
  }

  get coverage(): RuleCoverage {
    const { code, effect, place } = this.#rule;
    return {
      code,
      effect,
      place,
      calls: this.#calls,
      seen: { ...this.#seen },
      clauses: withoutRepetition([
        ...this.#when.map((record) => clauseOf(record, 'when')),
        ...this.#unless.map((record) => clauseOf(record, 'unless')),
      ]),
      exceptions: withoutRepetition(
        this.#exceptions.map((each): ExceptionCoverage => ({ place: each.place, excused: each.count.calls })),
      ),
    };
  }
}

/** Evaluates questions, also those that a decision does not need any more, and notes their values and entries. */
function look(leaves: readonly LeafRecord[], facts: Facts, binding: Binding): void {
  for (const each of leaves) {
    const value = truthName(each.leaf.matcher.test(facts, binding));
    each.answers.now.add(value);
    if (value === 'unknown' || each.unseen.length === 0) continue;
    for (const { entry, record } of each.unseen)
      if (!record.isSeen && entry.matchesAt === value)
        record.isSeen = entry.matcher().test(facts, binding) === YES;
    each.unseen = each.unseen.filter(({ record }) => !record.isSeen);
  }
}

/** A value counts once for a call, however many of its objects have it. */
function countCall({ counts, now }: Answers): void {
  for (const value of now) counts[value]++;
  now.clear();
}

function clauseOf({ leaf, answers }: LeafRecord, clause: ClauseCoverage['clause']): ClauseCoverage {
  const { place, kind, possible } = leaf;
  return { place, clause, kind, possible, seen: { ...answers.counts } };
}

/** Each place once: a condition that is used twice gives its places twice. */
function withoutRepetition<Item extends { readonly place: SourcePlace }>(items: readonly Item[]): Item[] {
  const byPlace = new Map<string, Item>();
  for (const item of items) ofPlace(byPlace, item.place, () => item);
  return [...byPlace.values()];
}
