/** Whether a folder of policies can be in force for hooks. */
import { checkPolicies } from '../../install/keep-compiled.ts';
import { type CommandContext, write } from '../terminal/context.ts';
import { countOf, renderAll } from './policies.ts';

/** Says what is wrong with a folder that hooks read; without policies that are valid they deny every call. */
export async function areValid(folder: string, context: CommandContext): Promise<boolean> {
  const checked = checkPolicies(folder);
  const problems = [
    ...(checked?.problems ?? []),
    ...(checked?.broken ?? []).flatMap((layer) => layer.problems),
  ];
  if (checked !== undefined && problems.length === 0) return true;
  await write(context.stderr, checked === undefined ? '' : renderAll(problems, checked.loaded, context));
  await write(
    context.stderr,
    `\nThe policies in ${folder} are not valid: ${countOf(Math.max(1, problems.length), 'error')}. The hook would deny every call, so nothing was written.\n`,
  );
  return false;
}
