/** Files in which shells and consoles keep the lines that they read from standard input: `bash -i` writes `~/.bash_history`. */
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { shapeOfPath } from '../../../record/mounted-paths.ts';
import type { Running } from '../running/running.ts';
import { placesAsked } from './start-up-files.ts';

/** Records that a program may read its history file and add to it, with the options of its trait `history`. */
export function keepHistory(running: Running): void {
  const { invocation, shell, io, span, command } = running;
  const { history } = mannersOf(invocation.program);
  if (history === undefined || io.elsewhere) return;
  const about = { base: undefined, certain: false, span, command };
  for (const path of placesAsked(history, running)) {
    shell.recorder.path({ ...about, use: 'read', path: shapeOfPath(path) });
    shell.recorder.path({ ...about, use: 'write', path: shapeOfPath(path), appends: true });
  }
}
