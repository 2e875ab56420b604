/** The findings of `bylaw check` as annotations of GitHub's runner, and how many there are. */
import type { LoadedPolicies } from '../../host/load.ts';
import { isError } from '../../language/diagnostic.ts';
import { type CommandContext, write } from '../context.ts';
import { annotationOf, workflowCommand } from '../github/annotation.ts';
import { tellRunner } from '../github/tell-runner.ts';
import { countLine } from './print-findings.ts';

export async function githubFindings(loaded: LoadedPolicies, context: CommandContext): Promise<void> {
  const annotations = loaded.diagnostics.map((each) => annotationOf(each, loaded, context));
  const errors = loaded.diagnostics.filter(isError).length;
  const sum = countLine(loaded);
  await write(context.stdout, [...annotations.map(workflowCommand), sum, ''].join('\n'));
  const outputs = { errors, warnings: annotations.length - errors };
  tellRunner({ title: 'bylaw check', sum, annotations, outputs }, context);
}
