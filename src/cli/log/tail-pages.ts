/** The last records of a log that comes in pages, and those that follow. */
import { type CommandContext, write } from '../context.ts';
import { waitOrStop } from '../wait.ts';
import type { LogPage } from './remote-log.ts';

/** Where the log has no decision at all, no filter is to blame. */
export const noDecisionYet =
  'No decision is in this log: nothing asked who keeps it. A hook without a server keeps a log only with `--log default`.\n';

export const noneLikeThat =
  'No record of the log is like that; a code is written whole, as `com.example.dev.force-push`, or ends in `*`.\n';

/** Milliseconds between two questions to a server whose log is followed. */
const pause = 1000;

export async function tailPages(
  pages: AsyncIterable<LogPage>,
  show: (line: { readonly text: string }) => string | undefined,
  { most, follows }: { readonly most: number | 'all'; readonly follows: boolean },
  { stdout, stderr, stop }: CommandContext,
): Promise<void> {
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
    if (!follows) {
      if (isEmpty) await write(stderr, noneLikeThat);
      return;
    }
    last = undefined;
    await waitOrStop(pause, stop);
    if (stop.aborted || stdout.destroyed) return;
  }
}
