/**
 * Records which answers the questions of rules give while tests run. For every call of a test each question of the rule is
 * evaluated, also those that a decision does not need any more.
 */
import type { CheckedBundle } from '../../check/tree/checked.ts';
import type { SourcePlace } from '../../check/tree/source-place.ts';
import type { Binding } from '../../compile/candidate.ts';
import type { CompiledRule } from '../../compile/compiled-rule.ts';
import type { Program } from '../../compile/program.ts';
import { judgedBindings, judgeRule, strictestReading } from '../../engine/rule-result.ts';
import type { Facts } from '../../facts/facts.ts';
import { NO, type TruthName, truthName, YES } from '../../pattern/text/truth.ts';
import type {
  ClauseCoverage,
  Coverage,
  EntryCoverage,
  ExceptionCoverage,
  RuleCoverage,
  Seen,
} from './coverage.ts';
import { type CountedEntry, countedParts, type Leaf, type RuleParts } from './parts.ts';

export class CoverageRecorder {
  readonly #rules = new Map<string, RuleRecord>();
  /** Entries of lists and alternatives by their places: the same entry is one, whichever rule asks for it. */
  readonly #entries = new Map<string, { readonly entry: CountedEntry; isSeen: boolean }>();

  /** Both are of the same policies; the bundle from the text itself, not from a cache. */
  constructor(program: Program, bundle: CheckedBundle) {
    for (const [at, rule] of program.rules.entries()) {
      const checked = bundle.rules[at];
      if (checked === undefined) continue;
      const parts = countedParts(rule, checked, program.views[rule.view] ?? program.knowledge);
      this.#rules.set(rule.code, new RuleRecord(rule, parts));
      for (const leaf of [...parts.when, ...parts.unless]) {
        for (const entry of leaf.entries) {
          const key = keyOf(entry.place);
          if (!this.#entries.has(key)) this.#entries.set(key, { entry, isSeen: false });
        }
      }
    }
  }

  /** Records the answers of a rule for a call. The test itself reports a fault of the engine. */
  observe(rule: CompiledRule, facts: Facts): void {
    this.#rules.get(rule.code)?.observe(facts, (leaf, value, binding) => {
      for (const entry of leaf.entries) {
        const known = this.#entries.get(keyOf(entry.place));
        if (known === undefined || known.isSeen || entry.matchesAt !== value) continue;
        known.isSeen = entry.matcher().test(facts, binding) === YES;
      }
    });
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

const keyOf = ({ path, span }: SourcePlace): string => `${span.start} ${span.end} ${path}`;

type Note = (leaf: Leaf, value: TruthName, binding: Binding) => void;
type Counts = Record<TruthName, number>;
const nothing = (): Counts => ({ yes: 0, no: 0, unknown: 0 });

/** What has been seen of one rule. */
class RuleRecord {
  readonly #rule: CompiledRule;
  readonly #parts: RuleParts;
  readonly #clauses = new Map<string, Counts>();
  readonly #excused = new Map<string, number>();
  readonly #seen = nothing();
  #calls = 0;

  constructor(rule: CompiledRule, parts: RuleParts) {
    this.#rule = rule;
    this.#parts = parts;
  }

  observe(event: Facts, note: Note): void {
    const facts = strictestReading(this.#rule, event);
    this.#calls++;
    this.#seen[truthName(judgeRule(this.#rule, facts).truth)]++;
    // A value counts once for a call, however many of its objects have it.
    const values = new Map<string, Set<TruthName>>();
    const excused = new Set<string>();
    const look = (leaves: readonly Leaf[], binding: Binding): void => {
      for (const leaf of leaves) {
        const value = truthName(leaf.matcher.test(facts, binding));
        const key = keyOf(leaf.place);
        values.set(key, (values.get(key) ?? new Set()).add(value));
        note(leaf, value, binding);
      }
    };
    for (const binding of judgedBindings(this.#rule, facts)) {
      look(this.#parts.when, binding);
      // Where the rule does not hold, its exceptions are not evaluated.
      if (this.#rule.when.test(facts, binding) === NO) continue;
      look(this.#parts.unless, binding);
      for (const { place, matcher } of this.#parts.exceptions)
        if (matcher.test(facts, binding) === YES) excused.add(keyOf(place));
    }
    for (const [key, names] of values) {
      const counts = this.#clauses.get(key) ?? nothing();
      for (const name of names) counts[name]++;
      this.#clauses.set(key, counts);
    }
    for (const key of excused) this.#excused.set(key, (this.#excused.get(key) ?? 0) + 1);
  }

  get coverage(): RuleCoverage {
    const { code, effect, place } = this.#rule;
    const { when, unless, exceptions } = this.#parts;
    return {
      code,
      effect,
      place,
      calls: this.#calls,
      seen: { ...this.#seen },
      clauses: withoutRepetition([
        ...when.map((leaf) => this.#clause(leaf, 'when')),
        ...unless.map((leaf) => this.#clause(leaf, 'unless')),
      ]),
      exceptions: withoutRepetition(
        exceptions.map(
          (each): ExceptionCoverage => ({
            place: each.place,
            excused: this.#excused.get(keyOf(each.place)) ?? 0,
          }),
        ),
      ),
    };
  }

  #clause({ place, kind, possible }: Leaf, clause: ClauseCoverage['clause']): ClauseCoverage {
    const seen: Seen = this.#clauses.get(keyOf(place)) ?? nothing();
    return { place, clause, kind, possible, seen: { ...seen } };
  }
}

/** Each place once: a condition that is used twice gives its places twice. */
function withoutRepetition<Item extends { readonly place: SourcePlace }>(items: readonly Item[]): Item[] {
  const byPlace = new Map<string, Item>();
  for (const item of items) if (!byPlace.has(keyOf(item.place))) byPlace.set(keyOf(item.place), item);
  return [...byPlace.values()];
}
