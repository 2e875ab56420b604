/** What `bylaw init` is about to change, as a person reads it before saying yes. */
import { basename, join } from 'node:path';
import type { FileChange } from '../../install/file-change.ts';
import type { Plan } from '../../install/plan.ts';
import { inSentence, shownPath } from '../options/harness-options.ts';
import { countOf } from '../policies/policies.ts';
import { type CommandContext, write } from '../terminal/context.ts';
import type { LocalSetUp } from './options.ts';
import { withoutScope } from './output.ts';
import { isChanged, ownersOf } from './show-changes.ts';
import { showHooks } from './show-hooks.ts';

/** The policies that are written or left, and each change of a configuration. */
export async function showPlan(
  plan: Plan,
  policies: readonly FileChange[],
  setUp: LocalSetUp,
  isNew: boolean,
  context: CommandContext,
): Promise<void> {
  const { stdout } = context;
  const { machine, folder, scope } = setUp;
  const { changes } = plan;
  const changed = changes.filter(isChanged);
  const [own, ...packs] = isNew ? policies : [];
  // As `bylaw packs` counts them: its own record and the marks of profiles are no packs.
  const files = packs.filter(({ path }) => !basename(path).startsWith('.'));
  const place = shownPath(folder, machine);
  if (own !== undefined) {
    await write(
      stdout,
      setUp.diff
        ? showHooks([own], setUp, stdout)
        : `${shownPath(own.path, machine)}   (new file: for rules of your own, with one that keeps the agent from changing them)\n\n`,
    );
    await write(
      stdout,
      `${shownPath(join(folder, 'packs'), machine)}   (${countOf(files.length, 'new file')}: the packs that come with bylaw)\n\n`,
    );
  } else
    await write(
      stdout,
      `${place}   (policies that are there already${policies.length === 0 ? ', left as they are' : `; the strict profile is ${setUp.profile === 'strict' ? 'put in' : 'taken out of'} force`})\n\n`,
    );
  await write(stdout, showHooks(changed, setUp, stdout));
  for (const change of changes)
    if (!isChanged(change))
      await write(
        stdout,
        `${shownPath(change.path, machine)}   (${inSentence(ownersOf(change))}: as it should be)\n\n`,
      );
  await write(stdout, withoutScope(plan, scope));
}
