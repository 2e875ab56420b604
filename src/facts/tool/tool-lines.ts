/** Lines about tools as a map by name: a line is read when one of its tools is first asked for. */
import type { ToolEntry } from './entry.ts';
import { readToolLine, type ToolLine } from './format.ts';

/** Finds what is known of a tool by its name as `nameKey` makes it. */
export type ToolsByName = (key: string) => ToolEntry | undefined;

/** Of two lines with one tool, the later has it. */
export function toolsByName(lines: readonly ToolLine[]): ToolsByName {
  const read = new Map<string, ToolEntry>();
  return (key) => {
    const known = read.get(key);
    if (known !== undefined) return known;
    const line = lines.findLast(({ names }) => names.includes(` ${key} `));
    if (line === undefined) return undefined;
    const entry = readToolLine(line);
    read.set(key, entry);
    return entry;
  };
}
