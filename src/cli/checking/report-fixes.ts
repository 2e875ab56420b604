/** The report of `bylaw check --fix`: what it fixed, or with `--diff` would fix. */
import { shownTo, unifiedDiff } from '../../install/diff.ts';
import { isError, isNote } from '../../language/diagnostic.ts';
import { firstOfMany } from '../explain/first-of-many.ts';
import { countOf } from '../policies/policies.ts';
import { type CommandContext, type ExitCode, exitCodes, write } from '../terminal/context.ts';
import type { FixedPolicies } from './fix-policies.ts';

/** Shows what would be fixed; the exit code says whether anything would, or would be left. */
export async function showFixes(
  { files, applied, left }: FixedPolicies,
  context: CommandContext,
): Promise<ExitCode> {
  for (const file of files) await write(context.stdout, shownTo(context.stdout, unifiedDiff(file)));
  await write(
    context.stdout,
    applied.length === 0
      ? 'There is nothing that could be fixed for certain.\n'
      : `${countOf(applied.length, 'finding')} would be fixed in ${countOf(files.length, 'file')}; nothing was written.\n`,
  );
  const errors = left.filter(isError).length;
  const doubtful = left.filter((each) => !isNote(each));
  if (doubtful.length > 0)
    await write(
      context.stdout,
      `A person has to decide about ${countOf(doubtful.length, 'finding')}${errors === 0 ? '' : `, ${countOf(errors, 'error')} among them`}: \`bylaw check\` shows them.\n`,
    );
  if (errors > 0) return exitCodes.invalidPolicy;
  return files.length === 0 && doubtful.length === 0 ? exitCodes.fine : exitCodes.findings;
}

export async function reportFixes({ files, applied }: FixedPolicies, context: CommandContext): Promise<void> {
  if (applied.length === 0) return;
  const what = `${countOf(applied.length, 'finding')} fixed in ${countOf(files.length, 'file')}: ${firstOfMany(files.map(({ path }) => path))}.`;
  await write(context.stderr, `${what}\n`);
}
