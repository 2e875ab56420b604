/** Names of MCP tools as harnesses put them together, taken apart. */
import type { NativeMcp } from './adapter.ts';

/** `mcp__server__tool`; undefined for a name of another form. A tool's own name may have the separator in it. */
export function splitDoubled(name: string): NativeMcp | undefined {
  const match = /^mcp__(.+?)__(.+)$/s.exec(name);
  return match === null ? undefined : { server: match[1]!, tool: match[2]!, provenance: 'inferred' };
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
