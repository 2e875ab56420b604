/**
 * Compares the answer of all rules together with the expectation of a test: some rule denies (or one with a code), no rule
 * denies and none is unsure, or none denies and one is unsure.
 */
import type { CompiledRule } from '../compile/compiled-rule.ts';
import type { Program } from '../compile/program.ts';
import type { Decision } from '../engine/decision.ts';
import { explainRule } from '../engine/explain.ts';
import type { Facts } from '../facts/facts.ts';
import { compileName } from '../pattern/text/name.ts';
import type { TestVerdict } from '../vocabulary/kinds.ts';
import type { TestOutcome } from './run-tests.ts';

export interface ExpectedTogether {
  /** How messages call it. */
  readonly what: 'test' | 'step';
  readonly verdict: TestVerdict;
  /** A name pattern for the code of the denial, or of the exception that lets the call pass; undefined for any code. */
  readonly by: string | undefined;
}

/** Compares a decision with an expectation. */
export function judgeTogether(
  program: Program,
  facts: Facts,
  decision: Decision,
  expected: ExpectedTogether,
): TestOutcome {
  const problem = problemOf(decision, expected, facts.at === undefined);
  if (problem === undefined) return { passed: true };
  const codes = new Set([...decision.matched, ...doubtsOf(decision)].map(({ code }) => code));
  const wanted =
    expected.by === undefined ? [] : rulesBy(program, decision, expected.by).slice(0, mostWanted);
  const shown = program.rules.filter((rule) => codes.has(rule.code) || wanted.includes(rule));
  const explanations = shown.map((rule) => explainRule(rule, facts));
  const culprit = program.rules.find((rule) => rule.code === (decision.code ?? doubtsOf(decision)[0]?.code));
  return {
    passed: false,
    actual: undefined,
    problem,
    ran: true,
    explanations,
    facts,
    culprit: culprit?.place,
  };
}

/** How a test says what time it is. */
export const adviceForTestTime =
  'no line before it says what time it is, such as `given time 2026-12-24 19:30 in "Europe/Berlin"`';

/** At most so many rules are shown for a pattern of codes. */
const mostWanted = 3;

/** The rules whose codes match a name pattern, and those with an exception whose code matches it. */
export function rulesBy(
  { rules }: Pick<Program, 'rules'>,
  { excused = [] }: Decision,
  by: string,
): readonly CompiledRule[] {
  const pattern = compileName(by);
  const freed = excused.flatMap(({ code, exception }) => (pattern.testExact(exception) ? code : []));
  return rules.filter(({ code }) => pattern.testExact(code) || freed.includes(code));
}

/** Unsure rules with the effect `deny`. */
const doubtsOf = ({ unsure }: Decision): Decision['unsure'] =>
  unsure.filter(({ effect }) => effect === 'deny');

/** Rules that hold, and are only watched at the time of the test. */
function laterOf({ watched, unsure }: Decision): string {
  const later = watched.find(({ rollout }) => rollout !== undefined);
  const timelessOne = unsure.find((finding) => timeless(finding) !== '');
  if (timelessOne !== undefined) return `; \`${timelessOne.code}\` is unsure${timeless(timelessOne)}`;
  if (later?.rollout === undefined) return '';
  const { from, share, by } = later.rollout;
  return `: \`${later.code}\` is only watched${by === undefined ? '' : ` by \`${by.exception}\``}${from === undefined ? '' : ` until ${from}`}${share === undefined ? '' : ` for sessions that are not among its ${share} %`}`;
}

/** What to write where a rule asks for a time that no line gives. */
const timeless = ({ unknowns }: Decision['unsure'][number]): string =>
  unknowns.some(({ field }) => field === 'time') ? `: ${adviceForTestTime}` : '';

/** Why no exception such as the one that is named lets the call pass; undefined where one does. */
function unexcused({ excused = [] }: Decision, by: string | undefined): string | undefined {
  if (by === undefined || excused.some(({ exception }) => compileName(by).testExact(exception)))
    return undefined;
  const [other] = excused;
  return other === undefined ? 'it passes without one' : `\`${other.exception}\` excuses it`;
}

function problemOf(
  decision: Decision,
  { what, verdict, by }: ExpectedTogether,
  isTimeless: boolean,
): string | undefined {
  const { effect, code, faults } = decision;
  const [fault] = faults;
  // A test cannot expect a denial that comes from a fault.
  if (fault !== undefined) return `the engine failed in \`${fault.code}\`: ${fault.message}`;
  const [doubt] = doubtsOf(decision);
  switch (verdict) {
    case 'denies': {
      const expected =
        by === undefined ? `the ${what} expects a denial` : `the ${what} expects a denial by \`${by}\``;
      if (effect === 'none') return `${expected}, but no rule denies the call${laterOf(decision)}`;
      const isOne = by === undefined || (code !== undefined && compileName(by).testExact(code));
      return isOne ? undefined : `${expected}, but the call is denied by \`${code}\``;
    }
    case 'passes': {
      const expected = `the ${what} expects that ${by === undefined ? 'the call passes' : `\`${by}\` excuses the call`}`;
      // Where the time is not known, no exception holds.
      const why = by !== undefined && isTimeless ? `: ${adviceForTestTime}` : '';
      if (effect === 'deny') return `${expected}, but it is denied by \`${code}\`${why}`;
      if (doubt !== undefined) return `${expected}, but \`${doubt.code}\` is unsure${why || timeless(doubt)}`;
      const instead = unexcused(decision, by);
      return instead && `${expected}, but ${instead}`;
    }
    case 'unsure': {
      const expected = `the ${what} expects that a rule is unsure and none denies`;
      if (effect === 'deny') return `${expected}, but the call is denied by \`${code}\``;
      return doubt === undefined ? `${expected}, but every rule lets the call pass` : undefined;
    }
    default:
      return verdict satisfies never;
  }
}
