/**
 * What an adapter read → an event of the protocol, draft revision: the same that
 * a harness which speaks the protocol would send. Identity that is missing is
 * made here, and says so (`synthesized`).
 */
import { hostname } from 'node:os';
import { inferKind } from '../facts/tool/tables.ts';
import type { Json, JsonObject } from '../language/json.ts';
import type { EndedCalls } from '../store/ended-calls.ts';
import type { NativeEvent, NativeMcp, NativeOutcome, NativeSession, NativeTool } from './adapter.ts';
import { eventId, likenessOf, synthesizedCall } from './identity.ts';

export interface WireContext {
  /** Who sends it: an adapter, or something else that calls go through. */
  readonly adapter: { readonly id: string; readonly name: string };
  readonly ended: EndedCalls;
  /** RFC 3339; for events whose harness does not say when they were. */
  readonly now: string;
}

/** Characters of a result that go into an event; what is longer is left out, and the event says so. */
const longestOutput = 64 * 1024;

/** The wire form of an event. Counts a call that has ended, so ask once for each event. */
export function wireEvent(native: NativeEvent, context: WireContext): JsonObject {
  const { adapter, ended, now } = context;
  const session = sessionOf(adapter.id, native.session);
  const common = {
    source: sourceOf(adapter.id),
    type: native.type,
    time: native.time ?? now,
    harness: { name: adapter.name, version: native.version ?? 'unknown' },
    session,
  };
  const sessionId = String(session.id);
  const speaker = isSubagent(native) ? `${sessionId} ${native.session.agent?.id}` : sessionId;
  if (native.tool === undefined) {
    if (native.type === 'session.end') ended.forget(sessionId);
    const id = eventId(adapter.id, speaker, native.type, native.time ?? '');
    return {
      id,
      ...common,
      ...(native.type === 'session.end' ? { outcome: native.ended ?? 'unknown' } : {}),
    };
  }
  const call = callOf(native, native.tool, { session: sessionId, speaker }, context);
  return {
    id: eventId(adapter.id, speaker, String(call.id), native.type, native.turn ?? ''),
    ...common,
    call,
    path: 'native',
    tool: toolOf(native.tool),
    ...(native.outcome === undefined ? {} : outcomeOf(native.outcome)),
  };
}

/** Whether an event is of a subagent in the session of another: two of them may make the same call at the same time. */
export const isSubagent = ({ session: { id, agent } }: NativeEvent): boolean =>
  agent !== undefined && agent.id !== id;

/** The installation: this harness, for this user, on this machine, without saying which. */
function sourceOf(harness: string): string {
  const home = process.env.HOME ?? process.env.USERPROFILE ?? '';
  return `urn:bylaw:hook:${harness}:${eventId('source', hostname(), home).slice(0, 8)}`;
}

function sessionOf(harness: string, session: NativeSession): JsonObject {
  const { id, isSynthesized, cwd, workspaceRoots, model, agent } = session;
  return {
    ...(id === undefined
      ? { id: `syn_${eventId('session', harness, cwd ?? '')}`, synthesized: true }
      : { id, ...(isSynthesized === true ? { synthesized: true } : {}) }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(workspaceRoots === undefined ? {} : { workspaceRoots: [...workspaceRoots] }),
    ...(model === undefined ? {} : { model }),
    ...(agent === undefined
      ? {}
      : { agent: { id: agent.id, ...(agent.type === undefined ? {} : { type: agent.type }) } }),
  };
}

function callOf(
  native: NativeEvent,
  tool: NativeTool,
  { session, speaker }: { readonly session: string; readonly speaker: string },
  { adapter, ended }: WireContext,
): JsonObject {
  if (native.call !== undefined) return { id: native.call };
  const likeness = likenessOf([adapter.id, speaker, native.turn ?? '', tool.name], tool.input);
  const nth = ended.count(session, likeness);
  if (native.type === 'tool.after') ended.add(session, likeness);
  return { id: synthesizedCall(likeness, nth), synthesized: true };
}

function toolOf({ name, input, kind, mcp }: NativeTool): JsonObject {
  return {
    name,
    kind: kind ?? (mcp === undefined ? (inferKind(name) ?? 'other') : 'mcp'),
    input,
    ...(mcp === undefined ? { origin: 'native' } : { origin: 'mcp', mcp: descriptorOf(mcp) }),
  };
}

const undisclosed = 'not disclosed by the harness';
const gap = (path: string): JsonObject => ({ path, reason: undisclosed });

function descriptorOf(mcp: NativeMcp): JsonObject {
  const { server, tool, provenance } = mcp;
  return { server: { id: server }, toolName: tool, provenance, connection: connectionOf(mcp) };
}

function connectionOf({ url, command, args, cwd }: NativeMcp): JsonObject {
  if (url !== undefined && /^https?:\/\/[^\s]+$/.test(url) && URL.canParse(url))
    return { transport: 'http', url };
  if (command !== undefined) {
    const gaps = [...(args === undefined ? [gap('args')] : []), ...(cwd === undefined ? [gap('cwd')] : [])];
    return {
      transport: 'stdio',
      command,
      ...(args === undefined ? {} : { args: [...args] }),
      ...(cwd === undefined ? {} : { cwd }),
      ...(gaps.length === 0 ? {} : { gaps }),
    };
  }
  return { transport: '_unknown', gaps: [gap('addressForm'), gap('address')] };
}

function outcomeOf(outcome: NativeOutcome): JsonObject {
  switch (outcome.kind) {
    case 'ok':
      return { outcome: 'ok', execution: { status: 'executed' }, items: itemsOf(outcome.output) };
    case 'error': {
      const message = outcome.message === '' ? 'the harness gives no message' : outcome.message;
      return {
        outcome: 'error',
        execution: { status: 'executed' },
        items: [],
        error: { class: 'tool', message: message.slice(0, longestOutput) },
      };
    }
    case 'denied':
      return { outcome: 'denied', execution: { status: 'skipped', reason: 'policy' }, items: [] };
    default:
      return outcome satisfies never;
  }
}

/** A result as one message with one text; what is no text is written as JSON. */
function itemsOf(output: Json | undefined): Json[] {
  if (output === undefined) return [];
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const body = text.length > longestOutput ? { gap: { reason: 'longer than the hook passes on' } } : { text };
  const part = { id: 'text', kind: 'text', mediaType: 'text/plain', selection: 'body', ...body };
  return [{ id: 'result', role: 'tool', parts: [part], synthesized: true }];
}
