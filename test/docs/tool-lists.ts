/** The tables of tools as pages show them: names by kind, and tools by server. */
import { toolTables } from '../../src/facts/tool/generated/tables.ts';

/** Names of tools of harnesses, by their kind. */
export function nativeByKind(): ReadonlyMap<string, readonly string[]> {
  const native = new Map<string, string[]>();
  for (const line of toolTables.native.split('\n')) {
    const [, names = '', kind = ''] = /^(.*?) \(([a-z_]+)\): /.exec(line) ?? [];
    if (kind !== '') native.set(kind, [...(native.get(kind) ?? []), ...names.split(' ')]);
  }
  return native;
}

export interface ServerFamily {
  /** The names of the servers; `*` for the tools of whichever server. */
  readonly name: string;
  readonly tools: readonly string[];
}

export function serverFamilies(): readonly ServerFamily[] {
  const servers: { name: string; tools: string[] }[] = [];
  for (const line of toolTables.servers.split('\n')) {
    const header = /^mcp (.*?)(?: \(paths .*)?$/.exec(line)?.[1];
    if (header !== undefined && !/^\S+: /.test(line)) servers.push({ name: header, tools: [] });
    else servers.at(-1)?.tools.push(...(line.split(':')[0] ?? '').split(' '));
  }
  return servers;
}

export const countOf = (lists: Iterable<readonly string[]>): number =>
  [...lists].reduce((sum, names) => sum + names.length, 0);
