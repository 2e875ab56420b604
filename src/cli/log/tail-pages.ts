/** The last records of a log that comes in pages, and those that follow. */
import { type CommandContext, write } from '../terminal/context.ts';
import { waitOrStop } from '../terminal/wait.ts';
import type { LogPage } from './remote-log.ts';

/** Milliseconds between two questions to a server whose log is followed. */
const pause = 1000;

/** Whether anything was shown. */
export async function tailPages(
  pages: AsyncIterable<LogPage>,
  show: (line: { readonly text: string }) => string | undefined,
  { most, follows }: { readonly most: number | 'all'; readonly follows: boolean },
  { stdout, stop }: CommandContext,
): Promise<boolean> {
  /** The last ones, until the end of the log; undefined from then on, when each is shown at once. */
  let last: string[] | undefined = [];
  let isEmpty = true;
  for await (const { lines, hasMore } of pages) {
    const texts = lines.flatMap((text) => show({ text }) ?? []);
    isEmpty &&= texts.length === 0;
    const due: readonly string[] = last === undefined || most === 'all' ? texts : [];
    if (last !== undefined && most !== 'all') last = most === 0 ? [] : [...last, ...texts].slice(-most);
    for (const text of due) await write(stdout, `${text}\n`);
    if (hasMore) continue;
    for (const text of last ?? []) await write(stdout, `${text}\n`);
    if (!follows) return !isEmpty;
    last = undefined;
    await waitOrStop(pause, stop);
    if (stop.aborted || stdout.destroyed) break;
  }
  return !isEmpty;
}
