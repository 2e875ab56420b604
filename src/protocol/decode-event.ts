/**
 * A bare event, written by hand or recorded, without JSON-RPC around it, for a dry run. Fields that only
 * identify an event may be missing; they are filled in for the check, and stay absent if the canonical
 * event allows that.
 */
import { unnamedSource } from '../engine/pins.ts';
import type { Event, Json, JsonObject } from '../facts/event/event.ts';
import { canonicalEvent } from './canonical.ts';
import { isJsonObject, own } from './json.ts';
import { describeProblem, type Problem, typeProblem } from './problem.ts';
import { eventTypes, isEventType, type Revision } from './revision.ts';
import { validateEvent } from './validate.ts';

export type DecodedEvent =
  | { readonly ok: true; readonly revision: Revision; readonly event: Event }
  | { readonly ok: false; readonly problem: DescribedProblem };

export interface DescribedProblem extends Problem {
  /** For people: what is wrong, where, and what is expected. */
  readonly message: string;
}

/**
 * Decodes a bare event, such as `{"tool":{"name":"Bash","input":{}}}`. The shape shows the revision:
 * `call`, `path`, `harness` or `tool.origin` make a draft event, `tool.callId` one of 0.1, and without any
 * of them it is a draft event. `raw` is the value as it is.
 *
 * An event without an id gets `idIfAbsent`: give each event of a run its own,
 * because an engine answers the same `(source, id)` alike.
 */
export function decodeEvent(value: Json, idIfAbsent = 'dry-run'): DecodedEvent {
  if (!isJsonObject(value)) return failed(typeProblem(value, '', 'object'));
  const revision = revisionOf(value);
  const event = fillIn(revision, value, idIfAbsent);
  const type = own(event, 'type');
  if (typeof type !== 'string') return failed(typeProblem(type, '/type', 'string'));
  if (!isEventType(revision, type)) {
    return failed({ path: '/type', problem: 'value', expected: eventTypes[revision].join(', ') });
  }
  const problem = validateEvent(revision, type, event, '', { tolerateMissingHarness: true });
  if (problem) return failed(problem);
  const canonical = canonicalEvent(revision, type, event);
  const session = Object.hasOwn(value, 'session') ? canonical.session : undefined;
  return { ok: true, revision, event: { ...canonical, session, raw: value } };
}

function revisionOf(event: JsonObject): Revision {
  const tool = own(event, 'tool');
  const has = (key: string) => isJsonObject(tool) && Object.hasOwn(tool, key);
  if (['call', 'path', 'harness'].some((key) => Object.hasOwn(event, key)) || has('origin')) return 'draft';
  // A tool of kind `mcp` without a descriptor has an unknown server, which only 0.1 can express.
  const undisclosed = isJsonObject(tool) && own(tool, 'kind') === 'mcp' && !has('mcp');
  return has('callId') || undisclosed ? '0.1' : 'draft';
}

/**
 * The event with a value for each member that it lacks. Spreading copies own keys as own keys, `__proto__` among them. Each
 * object is spread into written members: Node makes an object slowly that is spread first and gets more members after.
 */
function fillIn(revision: Revision, given: JsonObject, id: string): JsonObject {
  const session = own(given, 'session');
  // The id only identifies it as well; what is beside it does not.
  const event = isJsonObject(session) ? { ...given, session: { id: unnamedSession, ...session } } : given;
  const source = unnamedSource;
  const type = 'tool.before';
  const time = '1970-01-01T00:00:00Z';
  const tool = own(event, 'tool');
  if (revision === '0.1') {
    const filled = { id, source, type, time, session: { id }, ...event };
    return isJsonObject(tool) ? { ...filled, tool: { callId: id, ...tool } } : filled;
  }
  const filled = { id, source, type, time, call: { id }, path: 'native', ...event };
  return isJsonObject(tool) ? { ...filled, tool: fillInTool(tool) } : filled;
}

/** One for all events that name none: calls without a session share a memory. */
const unnamedSession = 'dry-run';

/** The descriptor identifies an MCP tool; the transport of its server is not needed. */
function fillInTool(tool: JsonObject): JsonObject {
  const mcp = own(tool, 'mcp');
  if (!isJsonObject(mcp)) return { origin: 'native', ...tool };
  return { origin: 'mcp', ...tool, mcp: { provenance: 'inferred', connection: unknownConnection, ...mcp } };
}

const unknownConnection: Json = {
  transport: '_unknown',
  gaps: ['addressForm', 'address'].map((path) => ({ path, reason: 'not recorded' })),
};

function failed(problem: Problem): DecodedEvent {
  return { ok: false, problem: { ...problem, message: describeProblem(problem) } };
}
