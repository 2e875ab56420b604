/** The changes of configurations, as a person reads them before saying yes. */
import { shownTo } from '../../install/diff.ts';
import type { Machine } from '../../install/machine.ts';
import type { PlannedChange } from '../../install/plan.ts';
import { inSentence } from '../options/harness-options.ts';
import type { CommandContext } from '../terminal/context.ts';
import { type CommandChange, type HookSummary, summarizeChange, summarizeHooks } from './hook-summary.ts';
import { showChanges, titleOf } from './show-changes.ts';

/** What is asked of what is shown. */
interface ShownFor {
  readonly machine: Machine;
  readonly dryRun: boolean;
  readonly yes: boolean;
}

/** Each change. What is not written, and goes into a file or a pipe, is a patch: `patch` may take it. */
export const showHooks = (
  changes: readonly PlannedChange[],
  { machine, dryRun, yes }: ShownFor,
  { stdin, stdout }: Pick<CommandContext, 'stdin' | 'stdout'>,
): string => {
  const isWritten = !dryRun && (yes || stdin.isTTY === true);
  const isPatch = stdout.isTTY !== true && !isWritten;
  return changes
    .map((change) => {
      const title = titleOf(change, machine);
      const added = isPatch ? undefined : summarizeHooks(change);
      const changed = isPatch ? undefined : summarizeChange(change);
      if (added !== undefined) return shownTo(stdout, showSummary(change, added, title));
      return changed === undefined
        ? showChanges([change], machine, stdout)
        : shownTo(stdout, showChanged(changed, title));
    })
    .map((text) => `${text}\n`)
    .join('');
};

const showChanged = ({ removed, added, events }: CommandChange, title: string): string =>
  `${title}
  One command is changed for ${inSentence(events)}:

${[...removed.map((word) => `    - ${word}`), ...added.map((word) => `    + ${word}`)].join('\n')}

  \`bylaw init --dry-run | cat\` shows every line that is written.
`;

function showSummary({ harnesses }: PlannedChange, { command, events }: HookSummary, title: string): string {
  const [harness] = harnesses;
  return `${title}
  One command is added for ${inSentence(events)}:

    ${command}

  It starts \`bylaw hook ${harness?.id ?? ''}\`. Where that cannot be done, or gives no answer, the shell around it says that the
  call is denied. \`bylaw init --dry-run | cat\` shows every line that is written.
`;
}
