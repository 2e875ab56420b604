/** Runs commands that a program repeats for each line, file or match: `xargs`, `find -exec`, `awk`, `perl -n`. */
import type { Shell } from '../../shell.ts';
import type { ShellState } from '../../state/state.ts';

/**
 * Runs such a command, and runs it again if the first run changes what the second does. That is so if it has
 * made a link, which later paths go through, or has written a file that it executes.
 */
export function runRepeatedly({ recorder }: Shell, { files }: ShellState, run: () => void): void {
  const { disk, effects } = recorder;
  const links = disk.links.count;
  const executed = effects.executed.length;
  const written = files.size;
  run();
  const executesOwn = (): boolean =>
    effects.executed.slice(executed).some(({ path }) => files.get(files.nameOf(path)) !== undefined);
  if (disk.links.count > links || (files.size > written && executesOwn())) run();
}
