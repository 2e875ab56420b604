/**
 * The lints: warnings about text that is valid but probably a mistake. There is one row for each file of `lints/`, which
 * says what has to be known before the lint can run.
 */
import type { Diagnostic } from '../language/diagnostic.ts';
import { findAnyInExceptions } from './lints/any-in-exception.ts';
import { findBareCommands } from './lints/bare-command.ts';
import { findBroadExceptions } from './lints/broad-exception.ts';
import { findBroadNegations } from './lints/broad-negation.ts';
import { findCoveredRules } from './lints/covered-rule.ts';
import { findDeadClauses } from './lints/dead-clause.ts';
import { findForeignNames } from './lints/foreign-name.ts';
import { findMisspelt } from './lints/misspelt.ts';
import { findNeverMatching } from './lints/never-matches.ts';
import { findUnknownCodes } from './lints/no-such-code.ts';
import { findNoVariables } from './lints/no-variable.ts';
import { findRepeatedParts } from './lints/repeated-part.ts';
import { findUnreachableLimits } from './lints/unreachable-limit.ts';
import { findUnseenOutcome } from './lints/unseen-outcome.ts';
import { findWeakClaims } from './lints/weak-claim.ts';
import { findWholeExceptions } from './lints/whole-exception.ts';
import { findWideHosts } from './lints/wide-host.ts';
import type { CheckedLabel, CheckedLimit, CheckedRule } from './tree/checked.ts';
import type { KnownNames } from './tree/known-names.ts';

/** What the lints look at. */
export interface Linted {
  readonly rules: readonly CheckedRule[];
  readonly labels: readonly CheckedLabel[];
  readonly limits: readonly CheckedLimit[];
  /** Nothing has an error. */
  readonly isWhole: boolean;
  /** Everything could be read. */
  readonly complete: boolean;
  /** The names in the tables; undefined where they are not known, or where a file that adds to them has errors. */
  readonly names: KnownNames | undefined;
}

interface Lint {
  /** Always, only where nothing has an error, or only where everything could be read. */
  readonly runs: 'always' | 'whole' | 'complete';
  readonly find: (linted: Linted) => readonly Diagnostic[];
}

/** A lint that needs one rule at a time. */
const eachRule = (find: (rule: CheckedRule) => readonly Diagnostic[]): Lint => ({
  runs: 'always',
  find: ({ rules }) => rules.flatMap(find),
});

/** Rules, and the calls that labels are about. */
const askingIn = ({ rules, labels }: Linted): readonly CheckedRule[] => [
  ...rules,
  ...labels.map(({ subject }) => subject),
];

const lints: readonly Lint[] = [
  eachRule(findAnyInExceptions),
  eachRule(findBroadExceptions),
  eachRule(findBroadNegations),
  eachRule(findDeadClauses),
  eachRule(findForeignNames),
  eachRule(findNoVariables),
  eachRule(findRepeatedParts),
  eachRule(findWholeExceptions),
  eachRule(findWideHosts),
  { runs: 'always', find: ({ rules, labels }) => findWeakClaims(rules, labels) },
  { runs: 'whole', find: ({ rules }) => findCoveredRules(rules) },
  { runs: 'complete', find: ({ limits }) => findUnreachableLimits(limits) },
  { runs: 'complete', find: ({ labels }) => labels.flatMap(findUnseenOutcome) },
  { runs: 'complete', find: (linted) => findUnknownCodes(askingIn(linted), linted.rules) },
  {
    runs: 'always',
    find: (linted) => (linted.names === undefined ? [] : findMisspelt(askingIn(linted), linted.names)),
  },
  {
    runs: 'always',
    find: (linted) => (linted.names === undefined ? [] : findBareCommands(askingIn(linted), linted.names)),
  },
  {
    runs: 'always',
    find: (linted) => (linted.names === undefined ? [] : findNeverMatching(askingIn(linted), linted.names)),
  },
];

/** The warnings of all lints that can say anything. */
export function lint(linted: Linted): readonly Diagnostic[] {
  const runs = { always: true, whole: linted.isWhole, complete: linted.complete };
  return lints.flatMap((each) => (runs[each.runs] ? each.find(linted) : []));
}
