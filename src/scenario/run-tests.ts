/** The tests inside rules, run by the evaluator that decides. */
import type { Scene, TestCall, TestCase } from '../check/tree/checked-tests.ts';
import type { SourcePlace } from '../check/tree/source-place.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import { deriveFor, type Program } from '../compile/program.ts';
import { type Explanation, explainRule } from '../engine/explain.ts';
import { judgeRule, strictestReading } from '../engine/rule-result.ts';
import type { Event } from '../facts/event/event.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, YES } from '../pattern/text/truth.ts';
import type { TestVerdict } from '../vocabulary/kinds.ts';
import { circumstancesOf, eventOf, memoryOf } from './call.ts';

/** Reads a recorded event below the policy root; a text says why it cannot be read. */
export type ReadRecorded = (file: string) => Event | string;

/** What is expected, and where that is written: a line of a test, or a step of a scenario. */
export type ExpectedAnswer = Pick<TestCase, 'title' | 'example' | 'verdict' | 'place'>;

export type TestResult = {
  /** The code of the rule; the name of the policy for a test of all rules together. */
  readonly code: string;
  readonly test: ExpectedAnswer;
} & TestOutcome;

export type TestOutcome =
  | { readonly passed: true }
  | {
      readonly passed: false;
      readonly actual: TestVerdict;
      readonly explanation: Explanation;
      readonly facts: Facts;
    }
  /** `ran`: the problem is what came out, and not that nothing did. */
  | {
      readonly passed: false;
      readonly actual: undefined;
      readonly problem: string;
      readonly ran?: true;
      /** The rule that gave the answer, where all rules are asked and one gave it. */
      readonly culprit?: SourcePlace | undefined;
      /** The results of the rules that matter, if the problem is the outcome. */
      readonly explanations?: readonly Explanation[];
      readonly facts?: Facts;
    };

/** The texts by which a test is chosen: its own words, the block or scenario around it, and its subject. */
export interface Testing {
  readonly code: string;
  readonly test: Pick<TestCase, 'title' | 'example' | 'place'>;
}

export interface RunOptions {
  /** Which tests are run; all, by default. In a scenario either all steps are, or none. */
  isChosen?(testing: Testing): boolean;
  /** Called for every call of a test. */
  observe?(rule: CompiledRule, facts: Facts): void;
}

/** Runs every test inside a rule that is not skipped, in the order of rules and as written. Never throws. */
export function runRuleTests(
  program: Program,
  readRecorded: ReadRecorded,
  options: RunOptions = {},
): TestResult[] {
  return program.rules.flatMap((rule) =>
    rule.tests.flatMap((test) =>
      test.skip === undefined && options.isChosen?.({ code: rule.code, test }) !== false
        ? // A rule is tested as it is in its file: no exception from elsewhere makes its tests fail.
          runTest(program, rule.alone ?? rule, test, readRecorded, options)
        : [],
    ),
  );
}

/** Runs one test of one rule. Never throws. */
export function runTest(
  program: Program,
  rule: CompiledRule,
  test: TestCase,
  readRecorded: ReadRecorded,
  { observe }: RunOptions = {},
): TestResult {
  const outcome = outcomeOfCall(eventOfTest(test, readRecorded), (event) => {
    const facts = deriveFor(program, event, memoryOf(test.scene), circumstancesOf(test.scene));
    observe?.(rule, facts);
    return outcomeOfRule(rule, test.verdict, facts);
  });
  return { code: rule.code, test, ...outcome };
}

/** What comes of one rule. */
export function outcomeOfRule(rule: CompiledRule, expected: TestVerdict, facts: Facts): TestOutcome {
  const actual = verdictOfRule(rule, expected, facts);
  if (actual === expected) return { passed: true };
  return { passed: false, actual, explanation: explainRule(rule, facts), facts };
}

/** What comes of a call; a call without an event, and a fault of the engine, are outcomes too. Never throws. */
export function outcomeOfCall(event: Event | string, judge: (event: Event) => TestOutcome): TestOutcome {
  if (typeof event === 'string') return { passed: false, actual: undefined, problem: event };
  try {
    return judge(event);
  } catch (error) {
    const problem = `the engine failed: ${error instanceof Error ? error.message : String(error)}`;
    return { passed: false, actual: undefined, problem };
  }
}

/** The event of a test's call; a text says why the call has none. */
export const eventOfTest = (
  { call, scene }: { readonly call: TestCall; readonly scene: Scene },
  readRecorded: ReadRecorded,
): Event | string => (call.kind === 'recorded' ? readRecorded(call.file) : eventOf(call, scene));

/**
 * What the rule answers for the call. A rule that is unsure and therefore denies satisfies `denies` and `unsure`. A rule that
 * is unsure and only notes it satisfies `unsure` but not `passes`.
 */
export function verdictOfRule(rule: CompiledRule, expected: TestVerdict, facts: Facts): TestVerdict {
  const { truth, noted } = judgeRule(rule, strictestReading(rule, facts));
  if (truth === YES) return 'denies';
  if (truth === NO) return 'passes';
  return expected === 'denies' && rule.unsure === 'deny' && !noted ? 'denies' : 'unsure';
}
