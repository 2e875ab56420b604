/**
 * The tables of tools: those that are built in, and those that policies add.
 * Finds what is known of a tool by its name, or by the server and the name that
 * an MCP connection gives it.
 */
import type { AddedEffect, AddedTool } from '../../check/checked.ts';
import { compileName, type NamePattern } from '../../pattern/name.ts';
import { isKind, type Kind } from '../../vocabulary/kinds.ts';
import type { Tool } from '../event.ts';
import type { FieldSteps, ServerEntry, ToolEntry, ToolUse, ToolUseName } from './entry.ts';
import { readToolTables } from './format.ts';
import { hasServer, nameKey, serverWords } from './name-key.ts';
import { nativeTools } from './native-tools.ts';
import { serverTools } from './server-tools.ts';

interface Server {
  readonly servers: readonly (readonly string[])[];
  readonly byName: ReadonlyMap<string, ToolEntry>;
}

interface Addition {
  readonly server: NamePattern | undefined;
  readonly tool: NamePattern;
  readonly isNative: boolean;
  readonly entry: ToolEntry;
}

/** What is known of tools. */
export interface ToolKnowledge {
  readonly native: ReadonlyMap<string, ToolEntry>;
  readonly servers: readonly Server[];
  /** Tools of whichever server. */
  readonly anyServer: ReadonlyMap<string, ToolEntry>;
  readonly patterns: readonly { readonly pattern: NamePattern; readonly entry: ToolEntry }[];
  readonly added: readonly Addition[];
}

let read: ToolKnowledge | undefined;

/** The tables that come with bylaw, read once, when they are first asked for. */
export function builtInTools(): ToolKnowledge {
  if (read === undefined) {
    const { native, servers } = readToolTables(nativeTools + serverTools);
    read = build(native, servers);
  }
  return read;
}

function build(native: readonly ToolEntry[], servers: readonly ServerEntry[]): ToolKnowledge {
  const anyServer = servers.filter((server) => server.servers.length === 0).flatMap(({ tools }) => tools);
  return {
    native: byName(native),
    servers: servers
      .filter((server) => server.servers.length > 0)
      .map((server) => ({ servers: server.servers, byName: byName(server.tools) })),
    anyServer: byName(anyServer),
    patterns: anyServer.flatMap((entry) =>
      entry.names.filter((name) => name.includes('*')).map((name) => ({ pattern: compileName(name), entry })),
    ),
    added: [],
  };
}

function byName(entries: readonly ToolEntry[]): ReadonlyMap<string, ToolEntry> {
  return new Map(entries.flatMap((entry) => entry.names.map((name) => [name, entry] as const)));
}

/** The tables with `tool … of mcp …` blocks, which count before what is built in. */
export function withTools(known: ToolKnowledge, tools: readonly AddedTool[]): ToolKnowledge {
  if (tools.length === 0) return known;
  const added = tools.map((tool): Addition => {
    const kind = tool.toolKind !== undefined && isKind(tool.toolKind) ? tool.toolKind : undefined;
    return {
      server: tool.server === undefined ? undefined : compileName(tool.server),
      tool: compileName(tool.tool),
      isNative: tool.server === undefined,
      entry: {
        names: [nameKey(tool.tool)],
        kind: kind ?? (tool.server === undefined ? 'other' : 'mcp'),
        paths: 'here',
        uses: [...tool.effects.flatMap(addedUses), nothing],
      },
    };
  });
  return { ...known, added: [...added, ...known.added] };
}

const nothing: ToolUse = { name: 'nothing', certain: true, fields: [], words: [], condition: undefined };

const useOfVerb: Readonly<Record<AddedEffect['verb'], ToolUseName>> = {
  reads: 'read',
  writes: 'write',
  deletes: 'delete',
  runs: 'shell',
  connects: 'url',
  installs: 'package',
  spawns: 'agent',
  elevates: 'elevate',
};

/** An effect with a field, with a text that is always the same, or with nothing. */
function addedUses({ verb, of }: AddedEffect): readonly ToolUse[] {
  const name = useOfVerb[verb];
  switch (of.kind) {
    case 'field':
      return [{ ...nothing, name, fields: [of.steps.flatMap(fieldStep)] }];
    case 'text':
      return [{ ...nothing, name, words: [{ kind: 'text', text: of.value }] }];
    case 'nothing':
      return [{ ...nothing, name }];
    case 'operands':
    case 'operand':
    case 'option':
      // A tool has fields; the checker does not let these through.
      return [];
    default:
      return of satisfies never;
  }
}

/** `edits[0].path` of a policy means that element; the steps of a table only know all of them, which hold it. */
const fieldStep = (step: string | number): FieldSteps =>
  typeof step === 'number' ? ['[]'] : [nameKey(step)];

/** What is known of a tool; undefined where nothing is. */
export function findTool(known: ToolKnowledge, tool: Tool): ToolEntry | undefined {
  const own = known.added.find((each) => each.isNative && each.tool.test(tool.name, false));
  if (own !== undefined) return own.entry;
  if (tool.origin === 'native' && !/^mcp(?:_|:)|^@[^/]+\//i.test(tool.name)) {
    return known.native.get(nameKey(tool.name));
  }
  const { server, tool: name } = tool.mcp ?? {};
  const splits = name === undefined ? splitName(tool.name, server) : [{ server, name }];
  for (const split of splits) {
    const entry = findServerTool(known, split);
    if (entry !== undefined) return entry;
  }
  const key = nameKey(name ?? tool.name);
  return known.patterns.find(({ pattern }) => pattern.testFolded(key))?.entry;
}

interface Split {
  readonly server: string | undefined;
  readonly name: string;
}

function findServerTool(known: ToolKnowledge, { server, name }: Split): ToolEntry | undefined {
  const added = known.added.find(
    (each) =>
      each.server !== undefined &&
      each.tool.test(name, false) &&
      (server === undefined ? each.server.text === '*' : each.server.test(server, false)),
  );
  if (added !== undefined) return added.entry;
  const key = nameKey(name);
  if (server !== undefined) {
    const words = serverWords(server);
    for (const each of known.servers) {
      const entry = each.byName.get(key);
      if (entry !== undefined && each.servers.some((its) => hasServer(words, its))) return entry;
    }
  }
  return known.anyServer.get(key);
}

/** More separators than this are in no name of a tool. */
const mostSplits = 24;

/**
 * Ways to take a name apart into server and tool where the harness did not:
 * `mcp__github__create_issue`, `MCP:create_issue`, `@github/create_issue`,
 * `github-create_issue`. Doubled and odd separators come before those that names
 * themselves have.
 */
function splitName(name: string, server: string | undefined): readonly Split[] {
  const plain = name.replace(/^@/, '').replace(/^mcp(?:__|_|:|-)/i, '');
  const separators = [...plain.matchAll(/__+|[/:]|[_.-]/g)].slice(0, mostSplits);
  const sure = separators.filter(({ 0: separator }) => separator.length > 1 || /[/:]/.test(separator));
  const splits = [...sure, ...separators].map(({ index, 0: separator }) => ({
    server: server ?? plain.slice(0, index),
    name: plain.slice(index + separator.length),
  }));
  return [...splits.slice(0, sure.length), { server, name: plain }, ...splits.slice(sure.length)];
}

/** The kind of a tool by its name, where the name alone tells. */
export const inferKind = (name: string): Kind | undefined => {
  const kind = builtInTools().native.get(nameKey(name))?.kind;
  return kind === 'other' ? undefined : kind;
};
