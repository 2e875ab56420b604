/** The changes of configurations, as a person reads them before saying yes: what is changed where, and with `--diff` each line. */
import { shownTo, unifiedDiff } from '../../install/diff.ts';
import type { FileChange } from '../../install/file-change.ts';
import type { Machine } from '../../install/machine.ts';
import { inSentence } from '../options/harness-options.ts';
import { countOf } from '../policies/policies.ts';
import type { CommandContext } from '../terminal/context.ts';
import { type CommandChange, type HookSummary, summarizeChange, summarizeHooks } from './hook-summary.ts';
import { type ShownChange, showChanges, titleOf } from './show-changes.ts';

/** What is asked of what is shown. */
interface ShownFor {
  readonly machine: Machine;
  /** Every line, as a patch. */
  readonly diff: boolean;
}

/** Each change; `others`: whose a file is that is of no harness. */
export const showHooks = (
  changes: readonly ShownChange[],
  { machine, diff }: ShownFor,
  stdout: CommandContext['stdout'],
  others: readonly string[] = [],
): string => {
  if (diff) return changes.length === 0 ? '' : `${showChanges(changes, machine, stdout, others)}\n`;
  return changes
    .map((change) => {
      const lines = [titleOf(change, machine, others), ...summaryOf(change)];
      return `${shownTo(stdout, lines.join('\n'))}\n\n`;
    })
    .join('');
};

/** What is changed in a file, in a few lines. A file that is new, or goes, has its title alone where nothing is known of it. */
function summaryOf(change: ShownChange): readonly string[] {
  const [added, removed] = [summarizeHooks(change), summarizeHooks(reversed(change))];
  if (added !== undefined) return addedLines(change, added);
  if (removed !== undefined) return [`  One command is removed for ${inSentence(removed.events)}.`];
  if (change.before === undefined || change.after === undefined) return [];
  const changed = summarizeChange(change);
  if (changed !== undefined) return changedLines(changed);
  const [, , ...lines] = unifiedDiff(change).trimEnd().split('\n');
  return shortened(lines);
}

const reversed = ({ before, after, ...rest }: ShownChange): FileChange => ({
  ...rest,
  before: after,
  after: before,
});

const addedLines = (
  { harnesses: [harness] = [] }: ShownChange,
  { events }: HookSummary,
): readonly string[] => [
  `  One command is added for ${inSentence(events)}.`,
  ...(harness === undefined
    ? []
    : [
        `  It starts \`bylaw hook ${harness.id}\`. Where that cannot be done, or gives no answer, the shell around it denies the call.`,
      ]),
];

const changedLines = ({ removed, added, events }: CommandChange): readonly string[] => [
  `  One command is changed for ${inSentence(events)}:`,
  ...removed.map((word) => `    - ${word}`),
  ...added.map((word) => `    + ${word}`),
];

const mostLines = 12;
const longestLine = 120;

const shortened = (lines: readonly string[]): readonly string[] => [
  ...lines
    .slice(0, mostLines)
    .map((line) => `  ${line.length > longestLine ? `${line.slice(0, longestLine)}\u2026` : line}`),
  ...(lines.length > mostLines
    ? [`  \u2026 and ${countOf(lines.length - mostLines, 'more line')} (--diff shows each)`]
    : []),
];
