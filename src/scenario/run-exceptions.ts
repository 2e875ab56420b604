/**
 * The tests inside exceptions: what the rules of an exception answer with it, and with no other, on the day before it ends.
 * So a test has the same result on every day, also after the end of the exception.
 */
import type { CheckedException } from '../check/tree/checked.ts';
import type { TestCase } from '../check/tree/checked-tests.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import { deriveFor, type Program } from '../compile/program.ts';
import { explainRule } from '../engine/explain.ts';
import { judgeRule, strictestReading } from '../engine/rule-result.ts';
import type { Facts } from '../facts/facts.ts';
import { NO } from '../pattern/text/truth.ts';
import { circumstancesOf, memoryOf } from './call.ts';
import {
  eventOfTest,
  outcomeOfCall,
  type ReadRecorded,
  type RunOptions,
  type TestResult,
  verdictOfRule,
} from './run-tests.ts';

const day = 24 * 60 * 60 * 1000;

/** When the tests of an exception take place, in milliseconds since 1970. */
const timeOf = ({ expires }: CheckedException): number => expires - day;

/** Runs every test of the exceptions of a program that is not skipped, as written. Never throws. */
export const runExceptionTests = (
  program: Program,
  readRecorded: ReadRecorded,
  options: RunOptions = {},
): TestResult[] =>
  program.exceptions.flatMap((exception) =>
    exception.tests.flatMap((test) =>
      test.skip === undefined && options.isChosen?.({ code: exception.code, test }) !== false
        ? runExceptionTest(program, exception, test, readRecorded, options)
        : [],
    ),
  );

/** Runs one test of an exception; of one that touches nothing, none can be run. Never throws. */
export function runExceptionTest(
  program: Program,
  exception: CheckedException,
  test: TestCase,
  readRecorded: ReadRecorded,
  { observe }: RunOptions = {},
): readonly TestResult[] {
  const { code } = exception;
  const touched = new Set(exception.rules);
  const rules = program.rules.filter((rule) => touched.has(rule.code));
  if (rules.length === 0) return [];
  const outcome = outcomeOfCall(eventOfTest(test, readRecorded), (event) => {
    const given = circumstancesOf(test.scene);
    const circumstances = { ...given, at: given.at ?? timeOf(exception) };
    const facts = deriveFor(program, event, memoryOf(test.scene), circumstances);
    for (const rule of rules) observe?.(rule, facts);
    const own = rules.map((rule) => rule.withOnly(code));
    const problem = problemOf(code, own, test, facts);
    if (problem === undefined) return { passed: true };
    const explanations = own.slice(0, mostShown).map((rule) => explainRule(rule, facts));
    return { passed: false, actual: undefined, problem, ran: true, explanations, facts };
  });
  return [{ code, test, ...outcome }];
}

/** At most so many rules of an exception are shown. */
const mostShown = 3;

/** The problem with the outcome; `rules` have this exception, and no other. */
function problemOf(
  code: string,
  rules: readonly CompiledRule[],
  { verdict }: TestCase,
  facts: Facts,
): string | undefined {
  const found = (wanted: string): CompiledRule | undefined =>
    rules.find((rule) => verdictOfRule(rule, verdict, facts) === wanted);
  const [denying, unsure] = [found('denies'), found('unsure')];
  switch (verdict) {
    case 'denies':
      return denying === undefined
        ? `the test expects a denial in spite of \`${code}\`, but no rule that it is an exception to denies the call`
        : undefined;
    case 'unsure':
      if (denying !== undefined)
        return `the test expects that a rule is unsure, but \`${denying.code}\` denies the call`;
      return unsure === undefined ? 'the test expects that a rule is unsure, but none is' : undefined;
    case 'passes': {
      const expected = `the test expects that \`${code}\` excuses the call`;
      if (denying !== undefined) return `${expected}, but \`${denying.code}\` denies it`;
      if (unsure !== undefined) return `${expected}, but \`${unsure.code}\` is unsure`;
      const isNeeded = rules.some(({ alone }) => alone !== undefined && holdsPerhaps(alone, facts));
      return isNeeded ? undefined : `${expected}, but it passes without the exception as well`;
    }
    default:
      return verdict satisfies never;
  }
}

const holdsPerhaps = (rule: CompiledRule, facts: Facts): boolean =>
  judgeRule(rule, strictestReading(rule, facts)).truth !== NO;
