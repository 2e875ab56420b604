/** The tests inside rules, run by the evaluator that decides. */
import type { TestCase } from '../check/checked.ts';
import { type CompiledRule, deriveFor, type Program } from '../compile/program.ts';
import { type Explanation, explainRule } from '../engine/explain.ts';
import { judgeRule } from '../engine/rule-result.ts';
import type { Event } from '../facts/event.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, YES } from '../pattern/truth.ts';
import type { Verdict } from '../vocabulary/kinds.ts';
import { eventOf } from './call.ts';

/** Reads a recorded event below the policy root; a text says why it cannot be read. */
export type ReadRecorded = (file: string) => Event | string;

/** What is expected, and where that is written: a line of a test, or a step of a scenario. */
export type Tried = Pick<TestCase, 'title' | 'verdict' | 'place'>;

export type TestResult = {
  readonly code: string;
  readonly test: Tried;
} & (
  | { readonly passed: true }
  | { readonly passed: false; readonly actual: Verdict; readonly explanation: Explanation }
  /** `ran`: the problem is what came out, and not that nothing did. */
  | {
      readonly passed: false;
      readonly actual: undefined;
      readonly problem: string;
      readonly ran?: true;
    }
);

/** Runs every test of a program, in the order of rules and as written. Never throws. */
export function runTests(program: Program, readRecorded: ReadRecorded): TestResult[] {
  return program.rules.flatMap((rule) =>
    rule.tests.map((test) => runTest(program, rule, test, readRecorded)),
  );
}

function runTest(
  program: Program,
  rule: CompiledRule,
  test: TestCase,
  readRecorded: ReadRecorded,
): TestResult {
  const { code } = rule;
  const event = test.call.kind === 'recorded' ? readRecorded(test.call.file) : eventOf(test.call, test.scene);
  if (typeof event === 'string') return { code, test, passed: false, actual: undefined, problem: event };
  const facts = deriveFor(program, event);
  try {
    const actual = verdictOf(rule, test.verdict, facts);
    if (actual === test.verdict) return { code, test, passed: true };
    return { code, test, passed: false, actual, explanation: explainRule(rule, facts) };
  } catch (error) {
    const problem = `the engine failed: ${error instanceof Error ? error.message : String(error)}`;
    return { code, test, passed: false, actual: undefined, problem };
  }
}

/**
 * What the rule does about the call. A rule that is unsure and denies for that
 * satisfies `denies` as well as `unsure`; one that is unsure and only notes it
 * satisfies `passes` in neither case: the author has to say `unsure`.
 */
export function verdictOf(rule: CompiledRule, expected: Verdict, facts: Facts): Verdict {
  const { truth, noted } = judgeRule(rule, facts);
  if (truth === YES) return 'denies';
  if (truth === NO) return 'passes';
  return expected === 'denies' && rule.unsure === 'deny' && !noted ? 'denies' : 'unsure';
}
