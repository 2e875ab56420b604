/**
 * Every test of a program: those inside its rules and those of files of tests. Skipped tests neither pass nor fail, and are
 * listed apart.
 */
import type { CheckedTests, OutsideCase } from '../check/tree/checked-tests.ts';
import type { SourcePlace } from '../check/tree/source-place.ts';
import { deriveFor, type Program } from '../compile/program.ts';
import { evaluate } from '../engine/evaluate.ts';
import { circumstancesOf, memoryOf } from './call.ts';
import { judgeTogether, rulesBy } from './judge-together.ts';
import { runExceptionTest, runExceptionTests } from './run-exceptions.ts';
import { runScenario, runScenarios } from './run-scenarios.ts';
import {
  eventOfTest,
  outcomeOfCall,
  type ReadRecorded,
  type RunOptions,
  runRuleTests,
  runTest,
  type TestResult,
} from './run-tests.ts';

export interface SkippedTest {
  readonly code: string;
  /** The place of the test, or of the whole scenario. */
  readonly test: { readonly title: string | undefined; readonly place: SourcePlace };
  readonly reason: string;
}

export interface SuiteRun {
  readonly results: readonly TestResult[];
  readonly skipped: readonly SkippedTest[];
}

/** Runs the tests that are chosen. Never throws. */
export function runSuite(
  program: Program,
  tests: CheckedTests,
  readRecorded: ReadRecorded,
  options: RunOptions = {},
): SuiteRun {
  const outside = { program, readRecorded, options };
  const isChosen = (code: string, test: SkippedTest['test']): boolean =>
    options.isChosen?.({ code, test }) !== false;
  return {
    results: [
      ...runTests(program, readRecorded, options),
      ...runScenarios(program, readRecorded, options),
      ...tests.cases.flatMap((test) =>
        test.skip === undefined && isChosen(codeOf(test), test) ? runCase(outside, test) : [],
      ),
      ...tests.scenarios.flatMap((scenario) => {
        const { policy: code, skip } = scenario;
        if (skip !== undefined || !isChosen(code, scenario)) return [];
        return runScenario({ ...outside, rule: undefined, code }, scenario);
      }),
    ],
    skipped: skippedOf(program, tests).filter(({ code, test }) => isChosen(code, test)),
  };
}

/** Runs every test inside rules and exceptions that is not skipped. Never throws. */
export const runTests = (
  program: Program,
  readRecorded: ReadRecorded,
  options: RunOptions = {},
): TestResult[] => [
  ...runRuleTests(program, readRecorded, options),
  ...runExceptionTests(program, readRecorded, options),
];

/** What a test outside of rules is counted under. */
const codeOf = ({ code, policy }: OutsideCase): string => code ?? policy;

interface Outside {
  readonly program: Program;
  readonly readRecorded: ReadRecorded;
  readonly options: RunOptions;
}

function runCase(
  { program, readRecorded, options }: Outside,
  test: OutsideCase,
): TestResult | readonly TestResult[] {
  const code = codeOf(test);
  const rule = program.rules.find((each) => each.code === test.code);
  if (rule !== undefined) return runTest(program, rule, test, readRecorded, options);
  const exception = program.exceptions.find((each) => each.code === test.code);
  if (exception !== undefined) return runExceptionTest(program, exception, test, readRecorded, options);
  const outcome = outcomeOfCall(eventOfTest(test, readRecorded), (event) => {
    const { verdict, by } = test;
    const facts = deriveFor(program, event, memoryOf(test.scene), circumstancesOf(test.scene));
    const decision = evaluate(program, facts);
    const about = by === undefined ? [] : rulesBy(program, decision, by);
    for (const each of about) options.observe?.(each, facts);
    return judgeTogether(program, facts, decision, { what: 'test', verdict, by });
  });
  return { code, test, ...outcome };
}

/** Everything with a `skip`, in the order in which it would have run. */
function skippedOf({ rules, exceptions }: Program, { cases, scenarios }: CheckedTests): SkippedTest[] {
  const skipped = <Test extends SkippedTest['test'] & { readonly skip: string | undefined }>(
    code: string,
    test: Test,
  ): SkippedTest[] => (test.skip === undefined ? [] : [{ code, test, reason: test.skip }]);
  return [
    ...rules.flatMap(({ code, tests }) => tests.flatMap((test) => skipped(code, test))),
    ...exceptions.flatMap(({ code, tests }) => tests.flatMap((test) => skipped(code, test))),
    ...rules.flatMap((rule) => rule.scenarios.flatMap((each) => skipped(rule.code, each))),
    ...cases.flatMap((test) => skipped(codeOf(test), test)),
    ...scenarios.flatMap((each) => skipped(each.policy, each)),
  ];
}
