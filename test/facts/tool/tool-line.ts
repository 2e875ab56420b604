/** Tools as a line of text. */
import type { JsonObject, Tool } from '../../../src/facts/event/event.ts';

/** `Name {…}`, `[kind] Name {…}`, `mcp server tool {…}`, `undisclosed name {…}`. */
export function toolOf(line: string): Tool {
  const at = line.indexOf(' {');
  const input = JSON.parse(line.slice(at + 1)) as JsonObject;
  const [first = '', second = '', third = ''] = line.slice(0, at).split(' ');
  if (first === 'mcp') {
    const mcp = { server: second, tool: third };
    return { name: `mcp__${second}__${third}`, kind: 'mcp', input, origin: 'mcp', mcp };
  }
  if (first === 'undisclosed') return { name: second, kind: 'mcp', input, origin: 'mcp', mcp: undefined };
  const kind = /^\[(.*)\]$/.exec(first)?.[1];
  return { name: kind === undefined ? first : second, kind, input, origin: 'native', mcp: undefined };
}
