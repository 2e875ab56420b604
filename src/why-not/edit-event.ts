/**
 * Edits of an event as a client sends it. The result may be invalid; the decoder says so.
 */
import type { TestCall } from '../check/tree/checked-tests.ts';
import type { Json, JsonObject } from '../facts/event/event.ts';
import { isList } from '../facts/event/json.ts';
import { eventOf } from '../scenario/call.ts';

export type EventSteps = readonly (string | number)[];

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value);

/** The object under a key; an empty one where there is none. */
export const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return isObject(value) ? value : {};
};

/**
 * A value with another one at some steps; missing objects on the way are made. Undefined where something else is in the
 * way.
 */
function withValue(value: Json | undefined, steps: EventSteps, to: Json): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return to;
  if (typeof step === 'number') {
    const list = value === undefined ? [] : value;
    if (list === null || typeof list !== 'object' || !isList(list) || step > list.length) return undefined;
    const inner = withValue(list[step], rest, to);
    return inner === undefined ? undefined : list.toSpliced(step, 1, inner);
  }
  const object = value === undefined ? {} : value;
  if (!isObject(object)) return undefined;
  const inner = withValue(Object.hasOwn(object, step) ? object[step] : undefined, rest, to);
  return inner === undefined ? undefined : { ...object, [step]: inner };
}

/** A value without what is at some steps; the same value where nothing is there. */
function withoutValue(value: Json, steps: EventSteps): Json {
  const [step, ...rest] = steps;
  if (step === undefined || value === null || typeof value !== 'object') return value;
  if (isList(value)) {
    if (typeof step !== 'number' || value[step] === undefined) return value;
    return rest.length === 0
      ? value.toSpliced(step, 1)
      : value.toSpliced(step, 1, withoutValue(value[step], rest));
  }
  if (typeof step === 'number' || !Object.hasOwn(value, step)) return value;
  if (rest.length > 0) return { ...value, [step]: withoutValue(value[step] ?? null, rest) };
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== step));
}

/** An event with another value at some steps; undefined where that is not possible. */
export function withEventValue(event: JsonObject, steps: EventSteps, to: Json): JsonObject | undefined {
  const changed = withValue(event, steps, to);
  return isObject(changed) ? changed : undefined;
}

export function withoutEventValue(event: JsonObject, steps: EventSteps): JsonObject {
  const changed = withoutValue(event, steps);
  return isObject(changed) ? changed : event;
}

/** The event of another call, made by the same harness in the same session. */
export function withCall(event: JsonObject, call: Exclude<TestCall, { kind: 'recorded' }>): JsonObject {
  const tool = objectAt(eventOf(call, new Map()).raw, 'tool');
  const { callId, origin: said } = objectAt(event, 'tool');
  // The older revision names the call in the tool, and has no origin.
  const { origin, ...older } = tool;
  // A bare event that says no origin is native anyway.
  if (callId === undefined)
    return { ...event, tool: said === undefined && origin === 'native' ? older : tool };
  return { ...event, tool: { callId, ...older } };
}

/** The event of a tool of an MCP server; what is not named stays as it is. */
export function withMcp(
  event: JsonObject,
  said: { readonly server?: string; readonly tool?: string },
): JsonObject {
  const tool = objectAt(event, 'tool');
  const mcp = objectAt(tool, 'mcp');
  const server = said.server ?? text(objectAt(mcp, 'server').id) ?? text(mcp.server) ?? 'example';
  const name = said.tool ?? text(mcp.toolName) ?? text(mcp.tool) ?? text(tool.name) ?? 'example';
  if (Object.hasOwn(tool, 'callId'))
    return {
      ...event,
      tool: { ...tool, name: `mcp__${server}__${name}`, kind: 'mcp', mcp: { server, tool: name } },
    };
  return {
    ...event,
    tool: {
      ...tool,
      name: `mcp__${server}__${name}`,
      kind: 'mcp',
      origin: 'mcp',
      mcp: { ...mcp, server: { id: server }, toolName: name },
    },
  };
}

/** The event of a tool of the harness itself. */
export function withoutMcp(event: JsonObject): JsonObject {
  const { mcp: _, origin: __, kind: ___, ...tool } = objectAt(event, 'tool');
  return { ...event, tool: Object.hasOwn(tool, 'callId') ? tool : { ...tool, origin: 'native' } };
}

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
