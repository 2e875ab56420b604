/**
 * Lines about tools as a map by name: a line is read when one of its tools is first
 * asked for. The lines are gone through for the first few names, since a process
 * may live for no more than one call; then their names are put in order.
 */
import type { ToolEntry } from './entry.ts';
import { readToolLine, type ToolLine } from './format.ts';

/** Finds what is known of a tool by its name as `nameKey` makes it. */
export type ToolsByName = (key: string) => ToolEntry | undefined;

/** Names that are looked for line by line. */
const mostSearches = 8;

/** Of two lines with one tool, the later has it. */
export function toolsByName(lines: readonly ToolLine[]): ToolsByName {
  const read = new Map<string, ToolEntry>();
  let searches = 0;
  let byName: ReadonlyMap<string, ToolLine> | undefined;
  return (key) => {
    const known = read.get(key);
    if (known !== undefined) return known;
    if (byName === undefined && searches++ >= mostSearches) byName = linesByName(lines);
    const line =
      byName === undefined ? lines.findLast(({ names }) => names.includes(` ${key} `)) : byName.get(key);
    if (line === undefined) return undefined;
    const entry = readToolLine(line);
    read.set(key, entry);
    return entry;
  };
}

const linesByName = (lines: readonly ToolLine[]): ReadonlyMap<string, ToolLine> =>
  new Map(
    lines.flatMap((line) =>
      line.names
        .trim()
        .split(' ')
        .map((name) => [name, line] as const),
    ),
  );
