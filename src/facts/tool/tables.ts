/**
 * The tables of tools: the built-in ones, and what policies add. Finds the entry of a tool by its name, or by the server
 * and the name in an MCP connection.
 */
import type { AddedEffect, AddedTool } from '../../check/tree/checked.ts';
import { compileName, type NamePattern } from '../../pattern/text/name.ts';
import { isKind, type Kind } from '../../vocabulary/kinds.ts';
import { BoundedCache } from '../event/bounded-cache.ts';
import type { Tool } from '../event/event.ts';
import { nativeLines, serverLines } from './cut-tables.ts';
import type { FieldSteps, ToolEntry, ToolUse, ToolUseName } from './entry.ts';
import { readToolLine, type ServerLines, type ToolLine } from './format.ts';
import { withoutNamespace } from './inner-call.ts';
import { hasServer, nameKey, serverWords } from './name-key.ts';
import { type ToolsByName, toolsByName } from './tool-lines.ts';

interface Server {
  readonly servers: readonly (readonly string[])[];
  readonly byName: ToolsByName;
}

/** What is known of the tools of servers; parsed on demand, because most calls do not use it. */
interface ServerKnowledge {
  readonly servers: readonly Server[];
  /** Tools of any server. */
  readonly anyServer: ToolsByName;
  readonly patterns: readonly { readonly pattern: NamePattern; readonly entry: ToolEntry }[];
}

interface Addition {
  readonly server: NamePattern | undefined;
  readonly tool: NamePattern;
  readonly isNative: boolean;
  readonly entry: ToolEntry;
  /** The kind that the policy gives; undefined if it gives none. */
  readonly kind: Kind | undefined;
}

/** What is known of tools. */
export interface ToolKnowledge {
  readonly native: ToolsByName;
  readonly ofServers: () => ServerKnowledge;
  readonly added: readonly Addition[];
}

let native: ToolsByName | undefined;
let ofServers: ServerKnowledge | undefined;

/** The built-in tables, parsed on demand. */
const builtIn: ToolKnowledge = {
  native: (key) => {
    native ??= toolsByName(nativeLines());
    return native(key);
  },
  ofServers: () => {
    ofServers ??= build(serverLines());
    return ofServers;
  },
  added: [],
};

/** The built-in tables. */
export const builtInTools = (): ToolKnowledge => builtIn;

function build(servers: readonly ServerLines[]): ServerKnowledge {
  const anyServer = servers.filter((server) => server.servers.length === 0).flatMap(({ lines }) => lines);
  return {
    servers: servers
      .filter((server) => server.servers.length > 0)
      .map((server) => ({ servers: server.servers, byName: toolsByName(server.lines) })),
    anyServer: toolsByName(anyServer, readOfAny),
    patterns: anyServer
      .filter(({ names }) => names.includes('*'))
      .map(readOfAny)
      .flatMap((entry) =>
        entry.names
          .filter((name) => name.includes('*'))
          .map((name) => ({ pattern: compileName(name), entry })),
      ),
  };
}

const readOfAny = (line: ToolLine): ToolEntry => ({ ...readToolLine(line), ofAnyServer: true });

/** The tables with `tool … of mcp …` blocks of policies, which come before the built-in ones. */
export function withTools(known: ToolKnowledge, tools: readonly AddedTool[]): ToolKnowledge {
  if (tools.length === 0) return known;
  const added = tools.map((tool): Addition => {
    const kind = tool.toolKind !== undefined && isKind(tool.toolKind) ? tool.toolKind : undefined;
    return {
      server: tool.server === undefined ? undefined : compileName(tool.server),
      tool: compileName(tool.tool),
      isNative: tool.server === undefined,
      kind,
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

/** An effect with a field, with a constant text, or with neither. */
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
      // A tool has fields; the checker rejects anything else.
      return [];
    default:
      return of satisfies never;
  }
}

/** `edits[0].path` in a policy means one element; the steps of a table mean all elements, and include that one. */
const fieldStep = (step: string | number): FieldSteps =>
  typeof step === 'number' ? ['[]'] : [nameKey(step)];

/** The kind that a policy gives a tool of the harness; undefined if no policy does. */
export const addedKind = (known: ToolKnowledge, { name }: Tool): Kind | undefined =>
  known.added.find((each) => each.isNative && each.kind !== undefined && each.tool.test(name, false))?.kind;

type FoundTools = BoundedCache<{ readonly entry: ToolEntry | undefined }>;

/** Cached results for each of the tables, by name: only for tools of the harness without a server. */
const found = new WeakMap<ToolKnowledge, { readonly plain: FoundTools; readonly others: FoundTools }>();

/** What is known of a tool; undefined if it is in no table. */
export function findTool(known: ToolKnowledge, tool: Tool): ToolEntry | undefined {
  let caches = found.get(known);
  if (caches === undefined) {
    caches = { plain: new BoundedCache(500), others: new BoundedCache(500) };
    found.set(known, caches);
  }
  const { name, origin, kind, mcp } = tool;
  const isPlain = origin === 'native' && kind !== 'mcp' && mcp === undefined;
  // These are all inputs of the search.
  const key = isPlain
    ? name
    : `${origin} ${kind === 'mcp' ? 'mcp' : ''} ${lengthOf(mcp?.server)} ${lengthOf(mcp?.tool)} ${mcp?.server ?? ''}${mcp?.tool ?? ''}${name}`;
  if (key.length > 200) return searchTool(known, tool);
  const cache = isPlain ? caches.plain : caches.others;
  let result = cache.get(key);
  if (result === undefined) {
    result = { entry: searchTool(known, tool) };
    cache.set(key, result);
  }
  return result.entry;
}

const lengthOf = (text: string | undefined): number => text?.length ?? -1;

function searchTool(known: ToolKnowledge, tool: Tool): ToolEntry | undefined {
  const own = known.added.find((each) => each.isNative && each.tool.test(tool.name, false));
  if (own !== undefined) return own.entry;
  const isNative = tool.origin === 'native' && !/^mcp(?:_|:)|^@[^/]+\//i.test(tool.name);
  if (isNative) {
    const native = nativeEntry(known, tool.name);
    if (native !== undefined) return native;
    // A tool of kind `mcp` without a server belongs to an unknown server.
    if (tool.kind !== 'mcp') return joinedTool(known, tool.name);
  }
  const { server, tool: name } = tool.mcp ?? {};
  const splits = name === undefined ? splitName(tool.name, server) : [{ server, name }];
  for (const split of splits) {
    const entry = findServerTool(known, split);
    if (entry !== undefined) return entry;
  }
  return patternEntry(known, name ?? tool.name);
}

const nativeEntry = (known: ToolKnowledge, name: string): ToolEntry | undefined =>
  known.native(nameKey(name)) ?? known.native(nameKey(withoutNamespace(name)));

const patternEntry = (known: ToolKnowledge, name: string): ToolEntry | undefined => {
  const key = nameKey(name);
  return known.ofServers().patterns.find(({ pattern }) => pattern.testFolded(key))?.entry;
};

/**
 * A tool that claims to be the harness's own, but has the name of a server as a prefix: `filesystem__read_file`. If the
 * separator is only `-` or `_`, the server has to be in the tables.
 */
function joinedTool(known: ToolKnowledge, name: string): ToolEntry | undefined {
  for (const { isSure, ...split } of splitName(withoutNamespace(name), undefined)) {
    if (split.server === undefined) continue;
    const entry = serverEntry(known, split) ?? (isSure ? nativeOrAny(known, split.name) : undefined);
    if (entry !== undefined) return entry;
  }
  return patternEntry(known, name);
}

const nativeOrAny = (known: ToolKnowledge, name: string): ToolEntry | undefined =>
  known.ofServers().anyServer(nameKey(name)) ?? known.native(nameKey(name));

interface Split {
  readonly server: string | undefined;
  readonly name: string;
  /** The name has a separator that plain names do not contain. */
  readonly isSure?: boolean;
}

function findServerTool(known: ToolKnowledge, { server, name }: Split): ToolEntry | undefined {
  const added = known.added.find(
    (each) =>
      each.server !== undefined &&
      each.tool.test(name, false) &&
      (server === undefined ? each.server.text === '*' : each.server.test(server, false)),
  );
  if (added !== undefined) return added.entry;
  return serverEntry(known, { server, name }) ?? known.ofServers().anyServer(nameKey(name));
}

/** The entry of a tool among those of its server. The name of the server may be a prefix of the tool, or be missing. */
function serverEntry(known: ToolKnowledge, { server, name }: Split): ToolEntry | undefined {
  if (server === undefined) return undefined;
  const key = nameKey(name);
  const words = serverWords(server);
  for (const each of serversLike(words, known.ofServers().servers)) {
    if (!each.servers.some((one) => hasServer(words, one))) continue;
    const own = each.byName(key);
    if (own !== undefined) return own;
    for (const its of each.servers) {
      const before = its.join('');
      const entry =
        each.byName(before + key) ??
        (key.startsWith(before) ? each.byName(key.slice(before.length)) : undefined);
      if (entry !== undefined) return entry;
    }
  }
  return undefined;
}

/** The servers by their first word, and by all words joined. */
const serversByWord = new WeakMap<readonly Server[], ReadonlyMap<string, readonly number[]>>();

/** The entries of servers that may match these words (`hasServer`), in their order. */
function serversLike(words: readonly string[], servers: readonly Server[]): readonly Server[] {
  let byWord = serversByWord.get(servers);
  if (byWord === undefined) {
    byWord = indexServers(servers);
    serversByWord.set(servers, byWord);
  }
  const places = new Set<number>();
  for (const word of [words.join(''), ...words]) {
    for (const place of byWord.get(word) ?? []) places.add(place);
  }
  return [...places].sort((a, b) => a - b).flatMap((place) => servers[place] ?? []);
}

function indexServers(servers: readonly Server[]): ReadonlyMap<string, readonly number[]> {
  const byWord = new Map<string, number[]>();
  for (const [place, { servers: names }] of servers.entries()) {
    for (const words of names) {
      for (const word of new Set([words[0] ?? '', words.join('')])) {
        const places = byWord.get(word) ?? [];
        places.push(place);
        byWord.set(word, places);
      }
    }
  }
  return byWord;
}

/** The limit of separators; no name of a tool has more. */
const mostSplits = 24;

/**
 * The ways to split a name into server and tool, if the harness sends only the name: `mcp__github__create_issue`,
 * `MCP:create_issue`, `@github/create_issue`, `github-create_issue`. Doubled and unusual separators come before those
 * that plain names contain.
 */
function splitName(name: string, server: string | undefined): readonly Split[] {
  const plain = name.replace(/^@/, '').replace(/^mcp(?:__|_|:|-)/i, '');
  const separators = [...plain.matchAll(/__+|[/:]|[_.-]/g)].slice(0, mostSplits);
  const sure = separators.filter(({ 0: separator }) => separator.length > 1 || /[/:]/.test(separator));
  const splits = [...sure, ...separators].map(({ index, 0: separator }, at) => ({
    server: server ?? plain.slice(0, index),
    name: plain.slice(index + separator.length),
    isSure: at < sure.length || separator === '.',
  }));
  return [...splits.slice(0, sure.length), { server, name: plain }, ...splits.slice(sure.length)];
}

/** The kind of a tool by its name, where the name alone says it. */
export const inferKind = (name: string): Kind | undefined => {
  const kind = nativeEntry(builtInTools(), name)?.kind;
  return kind === 'other' ? undefined : kind;
};
