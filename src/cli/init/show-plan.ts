/** What `bylaw init` is about to change, as a person reads it before saying yes. */
import { join } from 'node:path';
import type { FileChange } from '../../install/file-change.ts';
import type { Plan } from '../../install/plan.ts';
import { type CommandContext, write } from '../context.ts';
import { listed, shownPath } from '../harness-options.ts';
import { countOf } from '../policies.ts';
import { showChanges } from '../show-changes.ts';
import type { LocalSetUp } from './options.ts';
import { withoutScope } from './output.ts';

/** The policies that are written or left, and each change of a configuration. */
export async function showPlan(
  plan: Plan,
  policies: readonly FileChange[],
  { machine, folder, scope }: LocalSetUp,
  isNew: boolean,
  { stdout }: CommandContext,
): Promise<void> {
  const { changes } = plan;
  const namesOf = new Map<FileChange, readonly string[]>(
    changes.map((each) => [each, each.harnesses.map(({ name }) => name)]),
  );
  const whose = (change: FileChange): readonly string[] => namesOf.get(change) ?? [];
  const changed = changes.filter(({ before, after }) => before !== after);
  const [own, ...packs] = isNew ? policies : [];
  const place = shownPath(folder, machine);
  if (own !== undefined) {
    await write(stdout, `${showChanges([own], machine, whose, stdout)}\n`);
    await write(
      stdout,
      `${shownPath(join(folder, 'packs'), machine)}   (${countOf(packs.length, 'new file')}: the packs that come with bylaw)\n\n`,
    );
  } else
    await write(
      stdout,
      `${place}   (policies that are there already${policies.length > 0 ? '; the strict profile is put in force' : ', left as they are'})\n\n`,
    );
  if (changed.length > 0) await write(stdout, `${showChanges(changed, machine, whose, stdout)}\n`);
  for (const change of changes)
    if (change.before === change.after)
      await write(
        stdout,
        `${shownPath(change.path, machine)}   (${listed(whose(change))}: as it should be)\n\n`,
      );
  await write(stdout, withoutScope(plan, scope));
}
