/** Changes to files as a person reads them before they are made. */
import { shownTo, unifiedDiff, visible } from '../install/diff.ts';
import type { FileChange } from '../install/file-change.ts';
import type { Machine } from '../install/machine.ts';
import type { CommandContext } from './context.ts';
import { listed, shownPath } from './harness-options.ts';

/** Every change, with the lines that go and come. `whose` names the harnesses of a file. */
export function showChanges(
  changes: readonly FileChange[],
  machine: Machine,
  whose: (change: FileChange) => readonly string[],
  stdout: CommandContext['stdout'],
): string {
  return changes.map((change) => shownTo(stdout, showChange(change, machine, whose(change)))).join('\n');
}

function showChange(change: FileChange, machine: Machine, names: readonly string[]): string {
  const { path, before, after } = change;
  const what = before === undefined ? 'new file' : after === undefined ? 'file deleted' : 'changed';
  const title = `${visible(shownPath(path, machine))}   (${names.length === 0 ? what : `${listed(names)}: ${what}`})`;
  const kept = change.backup ? '  The file as it is now is kept beside it.\n' : '';
  return `${title}\n${kept}${unifiedDiff(change)}`;
}
