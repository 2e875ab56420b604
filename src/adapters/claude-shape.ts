/**
 * The envelope that Claude Code made and half of the others took over: names in snake case, `hook_event_name`,
 * `tool_name`, `tool_input`. Some write the same names in camel case, or in both; either is read. A `ClaudeShape` has
 * the other differences between them; what they share is here.
 */
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject, own } from '../protocol/json.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import type {
  HookHost,
  HookReading,
  HookVerdict,
  NativeAnswer,
  NativeEvent,
  NativeMcp,
  NativeOutcome,
} from './adapter.ts';
import { eventsAt, printing, unreadable } from './adapter.ts';
import { eventNamed } from './event-name.ts';
import { splitDoubled } from './mcp-name.ts';
import { inputOf, noObject, textField, timeField, variableIn, wrongField } from './payload.ts';
import { readUnknownEvent } from './unknown-event.ts';

export interface ClaudeShape {
  /** The variable that holds the root of the project, where there is one. */
  readonly projectVariable?: string;
  /** The field that holds it, where there is one. */
  readonly rootField?: string;
  /** The root, where it follows from other fields only. */
  rootOf?(payload: JsonObject): string | undefined;
  /** Whether hooks start in the folder of the session, and `cwd` is the one that the call says it runs in. */
  readonly startsInWorkspace?: boolean;
  /** The field with the harness's own name of a call; `tool_use_id` by default. */
  readonly callField?: string;
  /** The field with the turn. */
  readonly turnField?: string;
  /** Whether `model` is in the payload of a tool. */
  readonly hasModel?: boolean;
  /**
   * Native names of events that mean one of the protocol's, in whatever spelling
   * they come. The first is the ordinary one before a tool.
   */
  readonly moments?: Readonly<Record<string, ShapeMoment>>;
  /** The MCP server and tool, where the harness has its own way of saying so. */
  mcpOf?(name: string, payload: JsonObject): NativeMcp | undefined;
  /** The kind of a tool, where its name does not say it, or says it wrong. */
  kindOf?(name: string, input: JsonObject): Kind | undefined;
  /** The working directory, where it is not in `cwd`. */
  cwdOf?(payload: JsonObject, host: HookHost): string | undefined;
  /** How a call ended that did not fail by an event of its own, where Claude Code would say it otherwise. */
  outcomeOf?(response: Json | undefined): NativeOutcome;
}

/** `announced`: an event that may have a call in it, where the harness waits for no answer. */
export type ShapeMoment = 'before' | 'after' | 'failure' | 'denied' | 'start' | 'end' | 'announced';

const usualMoments: Readonly<Record<string, ShapeMoment>> = {
  PreToolUse: 'before',
  PermissionRequest: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'failure',
  SessionStart: 'start',
  SessionEnd: 'end',
};

/** Reads a payload of this envelope. */
export function readClaudeShape(payload: JsonObject, host: HookHost, shape: ClaudeShape): HookReading {
  const given = textField(payload, ...eventFields);
  const moments = shape.moments ?? usualMoments;
  if (given === undefined) {
    // A call without the name of its event is still a call that the harness waits for.
    const field = fieldOf(payload, eventFields);
    return unreadable(firstOf(moments), wrongField(payload, field));
  }
  const name = eventNamed(given, Object.keys(moments));
  const moment = name === undefined ? undefined : moments[name];
  if (name === undefined || moment === undefined)
    return readUnknownEvent({ name: given, fields: payload, ordinary: firstOf(moments) });
  if (moment === 'announced') return { kind: 'unused', moment: name };
  const session = sessionOf(payload, host, shape);
  const time = timeField(payload, 'timestamp');
  if (moment === 'start') {
    const model = textField(payload, 'model') ?? session?.model;
    return eventsAt(name, { type: 'session.start', session: { ...session, model }, time });
  }
  if (moment === 'end') {
    const ended = textField(payload, 'reason') === 'error' ? 'error' : 'completed';
    return eventsAt(name, { type: 'session.end', session, time, ended });
  }
  const decides = moment === 'before';
  const tool = textField(payload, ...nameFields);
  if (tool === undefined) {
    return unreadable(name, wrongField(payload, fieldOf(payload, nameFields)), decides);
  }
  const inputField = fieldOf(payload, inputFields);
  const givenInput = own(payload, inputField);
  const input = inputOf(givenInput);
  if (input === undefined) return unreadable(name, noObject(inputField, givenInput), decides);
  const mcp = (shape.mcpOf ?? mcpOfName)(tool, payload);
  return eventsAt(name, {
    type: decides ? 'tool.before' : 'tool.after',
    session,
    time,
    turn: shape.turnField === undefined ? undefined : textField(payload, shape.turnField),
    call: textField(payload, shape.callField ?? 'tool_use_id', 'toolUseId'),
    tool: { name: tool, input, kind: kindOf(tool, input, mcp, shape), mcp },
    outcome: decides ? undefined : outcomeOf(moment, payload, shape),
  });
}

const eventFields = ['hook_event_name', 'hookEventName', 'event'] as const;
const nameFields = ['tool_name', 'toolName'] as const;
const inputFields = ['tool_input', 'toolInput'] as const;

/** The name that a payload has for a field, or else the usual one. */
const fieldOf = (payload: JsonObject, names: readonly [string, ...string[]]): string =>
  names.find((name) => Object.hasOwn(payload, name)) ?? names[0];

const firstOf = (moments: Readonly<Record<string, ShapeMoment>>): string =>
  Object.keys(moments)[0] ?? 'PreToolUse';

/** What a server does is of one kind, whatever its tool is called. */
const kindOf = (name: string, input: JsonObject, mcp: NativeMcp | undefined, shape: ClaudeShape) =>
  mcp === undefined ? shape.kindOf?.(name, input) : undefined;

const mcpOfName = (name: string): NativeMcp | undefined => splitDoubled(name);

function sessionOf(payload: JsonObject, host: HookHost, shape: ClaudeShape): NativeEvent['session'] {
  const { projectVariable, rootField, startsInWorkspace } = shape;
  const root =
    (startsInWorkspace === true ? host.cwd : undefined) ??
    (rootField === undefined ? undefined : textField(payload, rootField)) ??
    (projectVariable === undefined ? undefined : variableIn(host.env, projectVariable)) ??
    shape.rootOf?.(payload);
  const agent = textField(payload, 'agent_id');
  return {
    id: textField(payload, 'session_id', 'sessionId'),
    cwd: shape.cwdOf === undefined ? textField(payload, 'cwd') : shape.cwdOf(payload, host),
    workspaceRoots: root === undefined ? undefined : [root],
    model: shape.hasModel === true ? textField(payload, 'model') : undefined,
    agent: agent === undefined ? undefined : { id: agent, type: textField(payload, 'agent_type') },
  };
}

/** A failure has an event of its own, or is in the response. */
function outcomeOf(moment: ShapeMoment, payload: JsonObject, shape: ClaudeShape): NativeOutcome {
  if (moment === 'denied') return { kind: 'denied' };
  if (moment === 'failure') return { kind: 'error', message: messageOf(own(payload, 'error')) };
  const field = responseFields.find((each) => Object.hasOwn(payload, each));
  const response = field === undefined ? undefined : own(payload, field);
  return shape.outcomeOf?.(response) ?? errorIn(response) ?? { kind: 'ok', output: response };
}

const responseFields = ['tool_response', 'tool_output', 'tool_result', 'toolResponse', 'toolResult'];

function errorIn(response: Json | undefined): NativeOutcome | undefined {
  const error = isJsonObject(response) ? own(response, 'error') : undefined;
  if (error === undefined || error === null || error === false) return undefined;
  return { kind: 'error', message: messageOf(error) };
}

/** For harnesses whose results are `{success, …}`: whatever else is there, `success: false` is a failure. */
export function outcomeBySuccess(response: Json | undefined): NativeOutcome {
  const error = errorIn(response);
  if (error !== undefined) return error;
  if (!isJsonObject(response) || own(response, 'success') !== false) return { kind: 'ok', output: response };
  return { kind: 'error', message: messageOf(own(response, 'output') ?? own(response, 'result')) };
}

/** The message of an error, whatever form it has. */
export function messageOf(error: Json | undefined): string {
  if (typeof error === 'string') return error;
  if (error === undefined || error === null) return '';
  if (isJsonObject(error)) return textField(error, 'message') ?? JSON.stringify(error);
  return JSON.stringify(error);
}

/** The answer in Claude Code's own form: nothing, or the denial of the event that asked. */
export function answerClaudeShape(verdict: HookVerdict, moment: string = 'PreToolUse'): NativeAnswer {
  if (!verdict.denied || !decided.has(moment)) return printing();
  if (moment === 'PermissionRequest') {
    return printing({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: verdict.reason },
      },
    });
  }
  return printing(denialBeforeTool(verdict.reason));
}

/** What denies a call that is about to run. */
export const denialBeforeTool = (reason: string): JsonObject => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
});

/** An announcement is never denied, even where bylaw failed over it. */
const decided: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest']);
