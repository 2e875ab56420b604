/** Two texts as a unified difference: what a person reads before saying yes. */

/** Lines around a change that are shown with it. */
const around = 3;
/** Cells of the table of common lines; for larger files the middle counts as one change. */
const mostCells = 4_000_000;

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** The changed parts with some lines around them; empty where nothing changes. Control characters are made visible. */
export function unifiedDiff(before: string, after: string): string {
  const lines = diffLines(linesOf(before), linesOf(after));
  const shown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ sign }) => sign !== ' '),
  );
  const parts: string[] = [];
  let [old, now] = [1, 1];
  for (const [at, { sign, text }] of lines.entries()) {
    if (shown[at] && !shown[at - 1]) parts.push(`@@ line ${sign === '-' ? old : now} @@`);
    if (shown[at]) parts.push(`${sign}${visible(text)}`);
    if (sign !== '+') old++;
    if (sign !== '-') now++;
  }
  return parts.map((part) => `${part}\n`).join('');
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** A terminal must show what is there, not do it. */
export const visible = (text: string): string =>
  text
    .replace(/\t/g, '    ')
    .replace(/\r$/, '')
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '\u00b7');

function diffLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (text: string): Line => ({ sign: ' ', text });
  return [
    ...before.slice(0, start).map(same),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** By the longest common subsequence. */
function diffMiddle(before: readonly string[], after: readonly string[]): readonly Line[] {
  const removed = (text: string): Line => ({ sign: '-', text });
  const added = (text: string): Line => ({ sign: '+', text });
  const width = after.length + 1;
  if ((before.length + 1) * width > mostCells) return [...before.map(removed), ...after.map(added)];
  const common = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ sign: ' ', text: before[i]! });
      i++;
      j++;
    } else if (
      j === after.length ||
      (i < before.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    )
      lines.push(removed(before[i++]!));
    else lines.push(added(after[j++]!));
  }
  return lines;
}
