/**
 * A validated event of either revision → the one canonical Event. It only reads: validate.ts has checked
 * the shape before.
 */
import type { Event, EventType, Json, JsonObject, Mcp, Session, Tool } from '../facts/event/event.ts';
import { isJsonObject, own } from './json.ts';
import type { Revision } from './revision.ts';

/** The canonical form of an event that `validateEvent` found nothing wrong with; `raw` is the event itself. */
export function canonicalEvent(revision: Revision, type: EventType, event: JsonObject): Event {
  const session = object(event, 'session');
  const tool = object(event, 'tool');
  const harness = revision === 'draft' ? object(event, 'harness') : undefined;
  return {
    id: text(event, 'id') ?? '',
    source: text(event, 'source') ?? '',
    type,
    time: text(event, 'time') ?? '',
    harness: harness && { name: text(harness, 'name') ?? '', version: text(harness, 'version') ?? '' },
    session: session && canonicalSession(session),
    call: tool && (revision === 'draft' ? text(object(event, 'call'), 'id') : text(tool, 'callId')),
    tool: tool && canonicalTool(revision, tool),
    raw: event,
  };
}

function canonicalSession(session: JsonObject): Session {
  const agent = object(session, 'agent');
  const roots = own(session, 'workspaceRoots');
  return {
    id: text(session, 'id') ?? '',
    cwd: text(session, 'cwd'),
    workspaceRoots: Array.isArray(roots) ? roots.filter((root) => typeof root === 'string') : undefined,
    model: text(session, 'model'),
    agent: agent && { id: text(agent, 'id') ?? '', type: text(agent, 'type') },
  };
}

/** Revision 0.1 has no `origin`: a tool is an MCP tool if its kind says so or if it has a descriptor. */
function canonicalTool(revision: Revision, tool: JsonObject): Tool {
  const kind = text(tool, 'kind');
  const mcp = object(tool, 'mcp');
  const isMcp = revision === 'draft' ? text(tool, 'origin') === 'mcp' : kind === 'mcp' || mcp !== undefined;
  return {
    name: text(tool, 'name') ?? '',
    kind,
    input: object(tool, 'input') ?? {},
    origin: isMcp ? 'mcp' : 'native',
    mcp: isMcp ? canonicalMcp(revision, mcp ?? {}) : undefined,
  };
}

/**
 * In revision 0.1 the descriptor is open, and its server may be a name or an object with one
 * (docs/development/protocol-notes.md#mcp-descriptors).
 */
function canonicalMcp(revision: Revision, mcp: JsonObject): Mcp {
  const server = object(mcp, 'server');
  if (revision === 'draft') return { server: text(server, 'id'), tool: text(mcp, 'toolName') };
  return {
    server: filled(text(mcp, 'server')) ?? filled(text(server, 'id')) ?? filled(text(server, 'name')),
    tool: filled(text(mcp, 'tool')),
  };
}

/** An empty name names nothing. */
function filled(name: string | undefined): string | undefined {
  return name === '' ? undefined : name;
}

function text(object: JsonObject | undefined, key: string): string | undefined {
  const value: Json | undefined = object && own(object, key);
  return typeof value === 'string' ? value : undefined;
}

function object(parent: JsonObject, key: string): JsonObject | undefined {
  const value = own(parent, key);
  return isJsonObject(value) ? value : undefined;
}
