/**
 * The envelope that Claude Code made and half of the others took over: names in
 * snake case, `hook_event_name`, `tool_name`, `tool_input`. What differs between
 * them is said in a `ClaudeShape`; everything else is here, once.
 */
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject, own } from '../protocol/json.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import type {
  HookHost,
  NativeAnswer,
  NativeEvent,
  NativeMcp,
  NativeOutcome,
  Reading,
  Verdict,
} from './adapter.ts';
import { printing } from './adapter.ts';
import { splitDoubled } from './mcp-name.ts';
import { describe, inputOf, objectOf, textOf, timeOf, variable } from './payload.ts';

export interface ClaudeShape {
  /** The variable that holds the root of the project, where there is one. */
  readonly projectVariable?: string;
  /** The field with the harness's own name of a call. */
  readonly callField?: string;
  /** The field with the turn. */
  readonly turnField?: string;
  /** Whether `model` stands in the payload of a tool. */
  readonly hasModel?: boolean;
  /**
   * Native names of events that mean one of the protocol's; compared without regard
   * to case. The first is the ordinary one before a tool.
   */
  readonly moments?: Readonly<Record<string, ShapeMoment>>;
  /** The MCP server and tool, where the harness has its own way of saying so. */
  mcpOf?(name: string, payload: JsonObject): NativeMcp | undefined;
  /** The kind of a tool, where its name does not tell it, or tells it wrong. */
  kindOf?(name: string, input: JsonObject): Kind | undefined;
}

export type ShapeMoment = 'before' | 'after' | 'failure' | 'start' | 'end';

const usualMoments: Readonly<Record<string, ShapeMoment>> = {
  PreToolUse: 'before',
  PermissionRequest: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'failure',
  SessionStart: 'start',
  SessionEnd: 'end',
};

/** Reads a payload of this envelope. */
export function readClaudeShape(payload: JsonObject, host: HookHost, shape: ClaudeShape): Reading {
  const given = textOf(payload, 'hook_event_name', 'hookEventName', 'event');
  const moments = shape.moments ?? usualMoments;
  if (given === undefined) {
    // A call without the name of its event is still a call that somebody waits for.
    const problem = `\`hook_event_name\` is ${describe(own(payload, 'hook_event_name'))}`;
    return unreadable(firstOf(moments), true, problem);
  }
  const [name, moment] = momentNamed(given, moments);
  if (moment === undefined) {
    // A call that is announced by a name of tomorrow must not pass for that.
    const isCall = /^(?:pre|before)/i.test(name) && textOf(payload, 'tool_name') !== undefined;
    if (isCall) return unreadable(firstOf(moments), true, 'the event that announces it is not known');
    return { kind: 'unused', moment: name };
  }
  const session = sessionOf(payload, host, shape);
  const time = timeOf(payload, 'timestamp');
  if (moment === 'start') return events(name, { type: 'session.start', session, time });
  if (moment === 'end') {
    const ended = textOf(payload, 'reason') === 'error' ? 'error' : 'completed';
    return events(name, { type: 'session.end', session, time, ended });
  }
  const decides = moment === 'before';
  const tool = textOf(payload, 'tool_name');
  if (tool === undefined) {
    return unreadable(name, decides, `\`tool_name\` is ${describe(own(payload, 'tool_name'))}`);
  }
  const input = inputOf(own(payload, 'tool_input'));
  if (input === undefined) {
    const problem = `\`tool_input\` must be a JSON object, and is ${describe(own(payload, 'tool_input'))}`;
    return unreadable(name, decides, problem);
  }
  const mcp = (shape.mcpOf ?? mcpOfName)(tool, payload);
  return events(name, {
    type: decides ? 'tool.before' : 'tool.after',
    session,
    time,
    turn: shape.turnField === undefined ? undefined : textOf(payload, shape.turnField),
    call: textOf(payload, shape.callField ?? 'tool_use_id'),
    tool: { name: tool, input, kind: kindOf(tool, input, mcp, shape), mcp },
    outcome: decides ? undefined : outcomeOf(moment, payload),
  });
}

const firstOf = (moments: Readonly<Record<string, ShapeMoment>>): string =>
  Object.keys(moments)[0] ?? 'PreToolUse';

/** The event by its name, spelt as the harness spells it elsewhere. */
function momentNamed(
  name: string,
  moments: Readonly<Record<string, ShapeMoment>>,
): readonly [string, ShapeMoment | undefined] {
  const folded = name.toLowerCase();
  return Object.entries(moments).find(([each]) => each.toLowerCase() === folded) ?? [name, undefined];
}

/** What a server does is of one kind, whatever its tool is called. */
const kindOf = (name: string, input: JsonObject, mcp: NativeMcp | undefined, shape: ClaudeShape) =>
  mcp === undefined ? shape.kindOf?.(name, input) : undefined;

const mcpOfName = (name: string): NativeMcp | undefined => splitDoubled(name);

function sessionOf(payload: JsonObject, { env }: HookHost, shape: ClaudeShape): NativeEvent['session'] {
  const root = shape.projectVariable === undefined ? undefined : variable(env, shape.projectVariable);
  const agent = textOf(payload, 'agent_id');
  return {
    id: textOf(payload, 'session_id', 'sessionId'),
    cwd: textOf(payload, 'cwd'),
    workspaceRoots: root === undefined ? undefined : [root],
    model: shape.hasModel === true ? textOf(payload, 'model') : undefined,
    agent: agent === undefined ? undefined : { id: agent, type: textOf(payload, 'agent_type') },
  };
}

/** A failure has an event of its own, or stands in the response. */
function outcomeOf(moment: ShapeMoment, payload: JsonObject): NativeOutcome {
  if (moment === 'failure') return { kind: 'error', message: messageOf(own(payload, 'error')) };
  const response = own(payload, 'tool_response');
  const result = objectOf(payload, 'tool_response');
  const error = result === undefined ? undefined : own(result, 'error');
  if (error !== undefined && error !== null && error !== false)
    return { kind: 'error', message: messageOf(error) };
  return { kind: 'ok', output: response };
}

/** The message of an error, whatever form it has. */
export function messageOf(error: Json | undefined): string {
  if (typeof error === 'string') return error;
  if (error === undefined || error === null) return '';
  if (isJsonObject(error)) return textOf(error, 'message') ?? JSON.stringify(error);
  return JSON.stringify(error);
}

const events = (moment: string, event: NativeEvent): Reading => ({ kind: 'events', moment, events: [event] });

const unreadable = (moment: string, decides: boolean, problem: string): Reading => ({
  kind: 'unreadable',
  moment,
  decides,
  problem,
});

/** The answer in Claude Code's own form: nothing, or the denial of the event that asked. */
export function answerClaudeShape(verdict: Verdict, moment: string = 'PreToolUse'): NativeAnswer {
  if (!verdict.denied || !decided.has(moment)) return printing();
  if (moment === 'PermissionRequest') {
    return printing({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: verdict.reason },
      },
    });
  }
  return printing({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: verdict.reason,
    },
  });
}

/** What is only told has no denial, even where bylaw failed over it. */
const decided: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest']);
