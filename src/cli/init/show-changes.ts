/** Changes to files as a person reads them before they are made. */
import { basename } from 'node:path';
import { shownTo, unifiedDiff, visible } from '../../install/diff.ts';
import type { FileChange } from '../../install/file-change.ts';
import type { Machine } from '../../install/machine.ts';
import type { PlannedChange } from '../../install/plan.ts';
import { inSentence, shownPath } from '../options/harness-options.ts';
import type { CommandContext } from '../terminal/context.ts';

/** A change of a plan, or one of a file that is no configuration of a harness. */
export type ShownChange = FileChange & Partial<Pick<PlannedChange, 'harnesses'>>;

export const isChanged = ({ before, after }: FileChange): boolean => before !== after;

/** What the harnesses of a file are called. */
export const ownersOf = ({ harnesses = [] }: ShownChange): readonly string[] =>
  harnesses.map(({ name }) => name);

/** Every change, with the lines that go and come. `others`: whose a file is that is of no harness. */
export const showChanges = (
  changes: readonly ShownChange[],
  machine: Machine,
  stdout: CommandContext['stdout'],
  others: readonly string[] = [],
): string =>
  changes.map((change) => shownTo(stdout, showChange(change, titleOf(change, machine, others)))).join('\n');

/** The file, whose it is and what happens to it; and that it is kept as it is, where it is. */
export function titleOf(change: ShownChange, machine: Machine, others: readonly string[] = []): string {
  const { path, before, after, backup, outdated } = change;
  const names = change.harnesses ? ownersOf(change) : others;
  const what = before === undefined ? 'new file' : after === undefined ? 'file deleted' : 'changed';
  const title = `${visible(shownPath(path, machine))}   (${names.length === 0 ? what : `${inSentence(names)}: ${what}`})`;
  return [
    title,
    ...(backup ? ['  The file as it is now is kept beside it.'] : []),
    ...(outdated.length === 0 ? [] : [deletedBackups(outdated)]),
  ].join('\n');
}

/** What goes with a change: copies from before, which say nothing that is not in the file afterwards but hooks of bylaw. */
const deletedBackups = (outdated: readonly string[]): string =>
  `  Deleted beside it: ${inSentence(outdated.map((path) => visible(basename(path))))}. All that is in there is in this file, but hooks of bylaw.`;

const showChange = (change: FileChange, title: string): string => `${title}\n${unifiedDiff(change)}`;
