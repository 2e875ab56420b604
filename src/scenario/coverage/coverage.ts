/**
 * What the tests of policies have seen: of each clause of a rule the values that it
 * took, of each exception whether it excused, of each alternative and each entry of
 * a list whether it was the one that matched. Plain data.
 */
import type { SourcePlace } from '../../check/tree/source-place.ts';
import type { TruthName } from '../../pattern/text/truth.ts';

export interface Coverage {
  /** In the order of codes. */
  readonly rules: readonly RuleCoverage[];
  /** Alternatives and entries of lists, in reading order; each once, whichever rules ask for it. */
  readonly entries: readonly EntryCoverage[];
}

/** In how many calls each value was seen. */
export type Seen = Readonly<Record<TruthName, number>>;

export interface RuleCoverage {
  readonly code: string;
  readonly effect: 'deny' | 'watch';
  readonly place: SourcePlace;
  /** How many calls of tests the rule judged. */
  readonly calls: number;
  /** What the rule came to. */
  readonly seen: Seen;
  /** In reading order, each place once, also inside a condition that is used twice. */
  readonly clauses: readonly ClauseCoverage[];
  readonly exceptions: readonly ExceptionCoverage[];
}

export interface ClauseCoverage {
  readonly place: SourcePlace;
  readonly clause: 'when' | 'unless';
  /** What it asks: `compare`, `effect`, `limit`, …. */
  readonly kind: string;
  /** The values that it can take. */
  readonly possible: readonly TruthName[];
  readonly seen: Seen;
}

/** One of the things that excuse: what follows an `unless`, or one of several joined by `or` there. */
export interface ExceptionCoverage {
  readonly place: SourcePlace;
  /** Calls that it excused, the rest of the rule being so that it would or could hold. */
  readonly excused: number;
}

export interface EntryCoverage {
  readonly place: SourcePlace;
  /** The name of the list; undefined for an alternative inside a predicate. */
  readonly list: string | undefined;
  /** Whether it is in the list's `except`. */
  readonly excepted: boolean;
  readonly isSeen: boolean;
}

/** How much of something was seen. */
export interface Share {
  readonly seen: number;
  readonly of: number;
}

/** What coverage is counted in. A rule counts where tests saw it hold and not hold. */
export const measures = ['rules', 'clauses', 'exceptions', 'entries'] as const;
export type Measure = (typeof measures)[number];
export type Totals = Readonly<Record<Measure, Share>>;

/** Whether tests saw a rule both hold and not hold. */
export const isSeenBothWays = ({ seen }: Pick<RuleCoverage, 'seen'>): boolean => seen.yes > 0 && seen.no > 0;

/** Values of clauses that no test saw. */
export const missingValues = ({ possible, seen }: ClauseCoverage): readonly TruthName[] =>
  possible.filter((value) => seen[value] === 0);

/** For the clauses of a rule: how many values were seen, and how many are possible. */
export function clauseShare(clauses: readonly ClauseCoverage[]): Share {
  const of = clauses.reduce((sum, { possible }) => sum + possible.length, 0);
  const missing = clauses.reduce((sum, each) => sum + missingValues(each).length, 0);
  return { seen: of - missing, of };
}

export const exceptionShare = (exceptions: readonly ExceptionCoverage[]): Share => ({
  seen: exceptions.filter(({ excused }) => excused > 0).length,
  of: exceptions.length,
});

export const entryShare = (entries: readonly EntryCoverage[]): Share => ({
  seen: entries.filter(({ isSeen }) => isSeen).length,
  of: entries.length,
});

/** Everything together. */
export function totalsOf({ rules, entries }: Coverage): Totals {
  return {
    rules: { seen: rules.filter(isSeenBothWays).length, of: rules.length },
    clauses: clauseShare(rules.flatMap(({ clauses }) => clauses)),
    exceptions: exceptionShare(rules.flatMap(({ exceptions }) => exceptions)),
    entries: entryShare(entries),
  };
}

/** In percent; 100 where there is nothing to see, and never where something is missing. */
export const percentOf = ({ seen, of }: Share): number =>
  of === 0 ? 100 : Math.floor((seen * 1000) / of) / 10;
