/** A test run as annotations of GitHub's runner: each failing test at its line, and what each clause came to. */
import { failingTest } from '../../host/load/failing-test.ts';
import { type Annotation, annotationOf, workflowCommand } from '../github/annotation.ts';
import { reportToRunner } from '../github/report-to-runner.ts';
import { countOf } from '../policies/policies.ts';
import type { CommandContext } from '../terminal/context.ts';
import { clauseLines } from './failure.ts';
import { failuresOf, type TestRun } from './test-run.ts';
import { testsLine } from './text-report.ts';

/** The whole report, ending in a line end. */
export const githubReport = (run: TestRun, context: CommandContext): string =>
  [...annotationsOf(run, context).map(workflowCommand), sumOf(run), ''].join('\n');

/** How many tests failed, for later steps, and the table on the page of the run. */
export function reportTestsToRunner(run: TestRun, context: CommandContext): void {
  const outputs = { 'failed-tests': failuresOf(run).length };
  const annotations = annotationsOf(run, context);
  reportToRunner({ title: 'bylaw test', sum: sumOf(run), annotations, outputs }, context);
}

const sumOf = (run: TestRun): string =>
  run.errors.length > 0
    ? `The policies or their tests are not valid: ${countOf(run.errors.length, 'error')}. No test was run.`
    : testsLine(run);

function annotationsOf(run: TestRun, context: CommandContext): Annotation[] {
  const { loaded, errors, results, problems, unmatched, shortfalls } = run;
  const failing = results.flatMap((result) =>
    result.passed
      ? []
      : annotationOf(failingTest(result), loaded, context, clauseLines(result, loaded.lookup)),
  );
  const others = [
    ...shortfalls,
    ...unmatched.map((pattern) => `no test is called \`${pattern}\``),
    ...(results.length === 0 && errors.length === 0 ? ['there is no test to run'] : []),
  ];
  return [
    ...[...errors, ...problems].map((each) => annotationOf(each, loaded, context)),
    ...failing,
    ...others.map((message) => ({ severity: 'error' as const, title: 'bylaw test', message })),
  ];
}
