/**
 * Lines about tools as a map by name. A line is parsed when one of its tools is first needed. The first few names are
 * searched line by line, because a process may live for only one call; after that, the names are indexed.
 */
import type { ToolEntry } from './entry.ts';
import { readToolLine, type ToolLine } from './format.ts';

/** Finds what is known of a tool by its key (`nameKey`). */
export type ToolsByName = (key: string) => ToolEntry | undefined;

/** How many names are searched line by line. */
const mostSearches = 8;

/** If two lines have the same tool, the later one counts. */
export function toolsByName(
  lines: readonly ToolLine[],
  readLine: (line: ToolLine) => ToolEntry = readToolLine,
): ToolsByName {
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
    const entry = readLine(line);
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
