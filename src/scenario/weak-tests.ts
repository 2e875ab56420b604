/**
 * Tests that show nothing, whatever their result is: where no test expects that a rule denies, all of them would pass
 * without the rule.
 */
import type { CheckedStep, CheckedTests, TestCall } from '../check/tree/checked-tests.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import type { Program } from '../compile/program.ts';
import { type Diagnostic, errorAt } from '../language/diagnostic.ts';
import type { SkippedTest } from './run-suite.ts';

/** Rules whose tests would pass without the rule, in the order of codes. */
export function findWeakTests({ rules, exceptions }: Program, tests: CheckedTests): Diagnostic[] {
  const strict = exceptions.flatMap(({ code, tests: own, place }) => {
    const all = [...own, ...tests.cases.filter((test) => test.code === code)];
    const expected = all.filter(({ skip }) => skip === undefined).map(({ verdict }) => verdict);
    if (expected.length === 0 || expected.includes('passes')) return [];
    const message = `no test of \`${code}\` expects that it excuses a call: all of them would pass without it`;
    return errorAt('one-sided-tests', place.path, place.span, message, {
      help: 'add a line `passes …` with a call that the exception is there for',
    });
  });
  const lenient = rules.flatMap((rule) => {
    const expected = expectedOf(rule, tests);
    if (expected.length === 0 || expected.some((verdict) => verdict !== 'passes')) return [];
    const does = rule.effect === 'deny' ? 'denies' : 'holds';
    const message = `no test of \`${rule.code}\` expects that it ${does}: all of them would pass without the rule`;
    return errorAt('one-sided-tests', rule.place.path, rule.place.span, message, {
      help: 'add a line `denies …` with a call that the rule is there for',
    });
  });
  return [...lenient, ...strict];
}

/** What the tests that run expect of a single rule. */
function expectedOf(rule: CompiledRule, tests: CheckedTests): string[] {
  const runs = (each: { readonly skip: string | undefined }): boolean => each.skip === undefined;
  const own = (steps: readonly CheckedStep[]): string[] =>
    steps.flatMap(({ verdict, by }) => (by !== undefined ? [] : plain[verdict]));
  return [
    ...rule.tests.filter(runs).map(({ verdict }) => verdict),
    ...rule.scenarios.filter(runs).flatMap(({ steps }) => own(steps)),
    ...tests.cases
      .filter((test) => runs(test) && (test.code ?? test.by) === rule.code)
      .map(({ verdict }) => verdict),
    ...tests.scenarios
      .filter(runs)
      .flatMap(({ steps }) => steps.filter(({ by }) => by === rule.code).map(() => 'denies')),
  ];
}

const plain: Readonly<Record<CheckedStep['verdict'], string>> = {
  succeeds: 'passes',
  fails: 'passes',
  passes: 'passes',
  denied: 'denies',
  unsure: 'unsure',
};

/** What is said of a skipped test where none may be. */
export const skippedTest = ({ code, test: { place }, reason }: SkippedTest): Diagnostic =>
  errorAt('skipped-test', place.path, place.span, `a test of \`${code}\` is skipped: ${reason}`, {
    help: 'make it pass and remove the `skip`, or leave out `--no-skips`',
  });

/** Recorded events that tests name, skipped ones too: their files below the policy root. */
export function recordedFiles(
  { rules, exceptions }: Program,
  { cases, scenarios }: CheckedTests,
): ReadonlySet<string> {
  const calls: readonly TestCall[] = [
    ...[...rules, ...exceptions].flatMap(({ tests }) => tests.map(({ call }) => call)),
    ...[...rules.flatMap((rule) => rule.scenarios), ...scenarios].flatMap(({ steps }) =>
      steps.map(({ call }) => call),
    ),
    ...cases.map(({ call }) => call),
  ];
  return new Set(calls.flatMap((call) => (call.kind === 'recorded' ? call.file : [])));
}
