/** The findings of `bylaw check` as annotations of GitHub's runner, and how many there are. */
import { isError, isNote } from '../../language/diagnostic.ts';
import { annotationOf, noticeOf, workflowCommand } from '../github/annotation.ts';
import { reportToRunner } from '../github/report-to-runner.ts';
import { type CommandContext, write } from '../terminal/context.ts';
import { type Announced, announcement } from './announced.ts';
import { type FoundPolicies, findingsLine } from './print-findings.ts';

export async function githubFindings(
  loaded: FoundPolicies,
  announced: readonly Announced[],
  context: CommandContext,
): Promise<void> {
  const found = loaded.diagnostics.map((each) => annotationOf(each, loaded, context));
  const notices = announced.map((each) => noticeOf(announcement(each), each.rule.place, loaded, context));
  const annotations = [...found, ...notices];
  const errors = loaded.diagnostics.filter(isError).length;
  const sum = findingsLine(loaded);
  await write(context.stdout, [...annotations.map(workflowCommand), sum, ''].join('\n'));
  const noted = loaded.diagnostics.filter(isNote).length;
  const outputs = { errors, warnings: found.length - errors - noted };
  reportToRunner({ title: 'bylaw check', sum, annotations, outputs }, context);
}
