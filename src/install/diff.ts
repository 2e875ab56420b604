/** A change of a file as a unified diff: what a person reads before saying yes, and what `patch` and `git apply` take. */
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff';

/** Texts that differ in more lines than these count as changed as a whole, since the shortest difference takes too long. */
const mostEdits = 4000;
const empty = '/dev/null';

export interface TextChange {
  /** Absolute, or relative to where the diff is applied from. */
  readonly path: string;
  /** Undefined for a file that is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * The changed parts with three lines around them; empty where nothing changes. Names begin with `a/` and `b/` as those of
 * Git do, so that `patch -p1` takes it, for absolute paths with `-d /`.
 */
export function unifiedDiff(change: TextChange): string {
  const { path, before = '', after = '' } = change;
  if (before === after) return '';
  const name = path.replaceAll('\\', '/').replace(/^\//, '');
  const end = name.includes(' ') ? ' ' : undefined;
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: 3,
    maxEditLength: mostEdits,
  });
  return formatPatch(
    {
      ...(patch ?? wholeChange(before, after)),
      oldFileName: change.before === undefined ? empty : `a/${name}`,
      newFileName: change.after === undefined ? empty : `b/${name}`,
      // What follows a name is behind a tab, without which `patch` ends the name at its first blank.
      oldHeader: end,
      newHeader: end,
    },
    FILE_HEADERS_ONLY,
  );
}

/** One hunk that takes every line away and adds every line. */
function wholeChange(before: string, after: string): StructuredPatch {
  const removed = structuredPatch('', '', before, '');
  const added = structuredPatch('', '', '', after);
  const [{ oldLines, lines: minus }, { newLines, lines: plus }] = [removed.hunks[0]!, added.hunks[0]!];
  const lines = [...minus, ...plus];
  return { ...removed, hunks: [{ oldStart: 1, oldLines, newStart: 1, newLines, lines }] };
}

/** A terminal must show what is there, not do it; a program gets it as it is. */
export const shownTo = ({ isTTY }: { readonly isTTY?: boolean }, text: string): string =>
  isTTY === true ? text.split('\n').map(visible).join('\n') : text;

/** Without what a terminal would act on. */
export const visible = (text: string): string =>
  text
    .replace(/\t/g, '    ')
    .replace(/\r$/, '')
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '\u00b7');
