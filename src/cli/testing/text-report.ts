/** A test run for people: what failed and why, what was skipped, and one line that counts. */
import { join, relative } from 'node:path';
import { failingTest } from '../../host/load/failing-test.ts';
import { printable, renderDiagnostic, renderPlace } from '../../language/render.ts';
import { firstOfMany } from '../explain/first-of-many.ts';
import { countOf } from '../policies/policies.ts';
import { hasColor } from '../terminal/color.ts';
import type { CommandContext } from '../terminal/context.ts';
import { coverageTable } from './coverage-table.ts';
import { failureLines } from './failure.ts';
import { testName } from './test-name.ts';
import type { TestRun } from './test-run.ts';

/** The whole report, ending in a line end. */
export function textReport(run: TestRun, context: CommandContext): string {
  const { loaded, results, skipped, problems, unmatched, untested, coverage, shortfalls } = run;
  const { lookup } = loaded;
  const color = hasColor(context.stdout, context);
  const parts: string[] = [];
  for (const result of results) {
    if (result.passed) continue;
    const lines = [renderDiagnostic(failingTest(result), lookup, { color }), ...failureLines(result, lookup)];
    parts.push(`${lines.join('\n')}\n\n`);
  }
  for (const problem of problems) parts.push(`${renderDiagnostic(problem, lookup, { color })}\n\n`);
  for (const each of skipped) {
    const place = renderPlace(each.test.place.path, each.test.place.span, lookup);
    parts.push(`skipped: ${printable(testName(each, lookup))} (${place}): ${printable(each.reason)}\n`);
  }
  for (const pattern of unmatched)
    parts.push(
      `no test is called \`${printable(pattern)}\`: \`--only\` takes a rule's code or name, a title or the words of a test, with \`*\` for anything\n`,
    );
  if (untested.length > 0) parts.push(`without a test: ${firstOfMany(untested)}\n`);
  for (const profile of loaded.profiles.map((each) => relative(context.cwd, join(loaded.root, each))))
    parts.push(
      `left out: the profile \`${profile}\`, which is tested by itself: \`bylaw test ${profile}\`\n`,
    );
  if (coverage !== undefined) parts.push(`${coverageTable(coverage, lookup)}\n`);
  for (const each of shortfalls) parts.push(`${each}\n`);
  return `${parts.join('')}${testsLine(run)}\n`;
}

/** What is said beside a report in a file: why the run failed, if it did, and where the report is. */
export function shortReport(run: TestRun, file: string): string {
  const { loaded, results, problems, shortfalls } = run;
  const failed = results.filter((each) => !each.passed).map((each) => testName(each, loaded.lookup));
  const wrong = problems.map(({ code, message }) => `${code}: ${message}`);
  const reasons = [...failed.map((name) => `failed: ${name}`), ...wrong, ...shortfalls];
  return [...reasons, `${testsLine(run)}; the report is in ${file}`]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

/** `12 passed, 1 failed, 2 skipped; 1 problem of the tests or the policies` */
export function testsLine({ results, skipped, problems }: TestRun): string {
  const passed = results.filter((each) => each.passed).length;
  const left = skipped.length === 0 ? '' : `, ${skipped.length} skipped`;
  const wrong =
    problems.length === 0 ? '' : `; ${countOf(problems.length, 'problem')} of the tests or the policies`;
  if (results.length === 0) return `There is no test to run${left}${wrong}.`;
  return `${passed} passed, ${results.length - passed} failed${left}${wrong}`;
}
