/** Names of MCP tools as harnesses put them together, taken apart. */
import type { NativeMcp } from './adapter.ts';

/** Names of tools may have so many characters at the APIs of models. */
const longestName = 64;

/** Whether the end of a name may be a digest, in the place of what was too long. */
export const isCut = (name: string): boolean =>
  name.startsWith('mcp__') && name.length >= longestName && /[0-9a-f]{6}$/i.test(name);

/** `mcp__server__tool`; undefined for a name of another form. A tool's own name may have the separator in it. */
export function splitDoubled(name: string): NativeMcp | undefined {
  const match = /^mcp__(.+?)__(.+)$/s.exec(name);
  return match === null ? undefined : { server: match[1]!, tool: match[2]!, provenance: 'inferred' };
}

/**
 * `server___tool` or `server__tool` without anything before it, for harnesses whose own tools have no such names. The first separator
 * counts: a tool's own name may have it as well.
 */
export function splitBare(name: string, separator: '__' | '___'): NativeMcp | undefined {
  const at = name.indexOf(separator, 1);
  const tool = at < 0 ? '' : name.slice(at + separator.length);
  return tool === '' ? undefined : { server: name.slice(0, at), tool, provenance: 'inferred' };
}

/**
 * The server that a harness names beside a tool `mcp__server__tool`. Its name may have the separator in it, and comes into the name of
 * the tool with other characters for those that a name may not have.
 */
export function splitByServer(name: string, server: string): NativeMcp {
  const starts = [server, server.replace(/[^\w-]/g, '_')].map((each) => `mcp__${each}__`);
  const start = starts.find((each) => name.startsWith(each) && name.length > each.length);
  const tool = start === undefined ? splitDoubled(name)?.tool : name.slice(start.length);
  return { server, tool: tool ?? name, provenance: 'runtime' };
}

/** `prefix_server_tool` by the servers that are known to be there: the longest name of a server wins. */
export function splitByServers(
  name: string,
  prefix: string,
  separator: string,
  servers: readonly string[],
): NativeMcp | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const rest = name.slice(prefix.length);
  const server = servers
    .filter((each) => each !== '' && rest.startsWith(each + separator) && rest.length > each.length + 1)
    .sort((a, b) => b.length - a.length)[0];
  if (server === undefined) return undefined;
  return { server, tool: rest.slice(server.length + separator.length), provenance: 'runtime' };
}

/** `prefix_server_tool` where there is only one place to take it apart; undefined where there are several. */
export function splitOnce(name: string, prefix: string, separator: string): NativeMcp | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const [server = '', tool = '', ...more] = name.slice(prefix.length).split(separator);
  if (server === '' || tool === '' || more.length > 0) return undefined;
  return { server, tool, provenance: 'inferred' };
}
