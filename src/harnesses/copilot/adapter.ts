/**
 * GitHub Copilot: its command line and its cloud agent. There are two dialects,
 * chosen by how the hook file spells the event. In camel case the payload does not
 * name its event, which follows from the fields that only this event has; in
 * Pascal case it looks like one of Claude Code. What is answered depends on the
 * dialect, which shows in the first letter of the moment.
 */
import type {
  Adapter,
  HookHost,
  HookReading,
  HookVerdict,
  NativeAnswer,
  NativeEvent,
  NativeMcp,
  NativeOutcome,
  NativeTool,
} from '../../adapters/adapter.ts';
import { eventsAt, printing, unreadable } from '../../adapters/adapter.ts';
import { messageOf } from '../../adapters/claude-shape.ts';
import { eventNamed } from '../../adapters/event-name.ts';
import { splitDoubled, splitOnce } from '../../adapters/mcp-name.ts';
import { patchKind } from '../../adapters/patch-kind.ts';
import {
  describe,
  inputOf,
  noObject,
  objectOf,
  textField,
  timeField,
  variableIn,
  wrongField,
} from '../../adapters/payload.ts';
import { has } from '../../adapters/signs.ts';
import { carriesCall, isFilled, readUnknownEvent } from '../../adapters/unknown-event.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { isJsonObject, own } from '../../protocol/json.ts';

export const copilot: Adapter = {
  id: 'copilot',
  name: 'GitHub Copilot',
  read,
  answer,
  signs: {
    own: (payload) => has(payload, 'toolName', 'toolArgs') || Array.isArray(own(payload, 'toolCalls')),
    likely: isPascalCase,
    isWeak: true,
  },
};

/** A call in a payload, or what keeps it from being read. */
type CallReading = { readonly tool: NativeTool; readonly call?: string | undefined } | string;

function read(payload: JsonObject, host: HookHost): HookReading {
  const given = textField(payload, 'hook_event_name', 'hookEventName', 'hookName');
  const moment = given === undefined ? momentOf(payload) : momentNamed(given);
  if (moment === undefined)
    return readUnknownEvent({ name: given ?? '', fields: payload, ordinary: 'PreToolUse' });
  const common = {
    session: sessionOf(payload, host),
    time: timeField(payload, 'timestamp'),
    version: variableIn(host.env, 'COPILOT_CLI_BINARY_VERSION'),
  };
  const one = (event: Omit<NativeEvent, keyof typeof common>): HookReading =>
    eventsAt(moment, { ...common, ...event });
  switch (moment.charAt(0).toLowerCase() + moment.slice(1)) {
    case 'sessionStart':
      return one({ type: 'session.start' });
    case 'sessionEnd':
      return one({ type: 'session.end', ended: endedOf(payload) });
    case 'preToolUse':
    case 'permissionRequest': {
      const calls = readCalls(payload);
      const problem = calls.find((call) => typeof call === 'string');
      if (problem !== undefined) return unreadable(moment, problem);
      const events = calls.flatMap((call) =>
        typeof call === 'string' ? [] : [{ ...common, ...call, type: 'tool.before' as const }],
      );
      return eventsAt(moment, ...events);
    }
    case 'postToolUse':
    case 'postToolUseFailure': {
      const call = readCall(payload);
      if (typeof call === 'string') return unreadable(moment, call, false);
      return one({ type: 'tool.after', ...call, outcome: outcomeOf(payload) });
    }
    default:
      return { kind: 'unused', moment };
  }
}

/** In camel case. The last ones are only reports, also the one whose name sounds like a question. */
const known = [
  'preToolUse',
  'permissionRequest',
  'postToolUse',
  'postToolUseFailure',
  'sessionStart',
  'sessionEnd',
  'userPromptSubmitted',
  'preMcpToolCall',
  'agentStop',
  'subagentStart',
  'subagentStop',
  'preCompact',
  'errorOccurred',
  'notification',
] as const;

/** The event by its name: in camel case where that is how it is spelt, and else in Pascal case, whose answer both dialects read. */
function momentNamed(given: string): string | undefined {
  const name = eventNamed(given, known);
  if (name === undefined || name === given) return name;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * The event that a payload without a name is of. One that shows no sign of another is a call: to
 * take it for something else would let it pass.
 */
function momentOf(payload: JsonObject): string {
  const has = (...keys: readonly string[]): boolean =>
    keys.some((key) => (own(payload, key) ?? undefined) !== undefined);
  if (has('tool_name', 'tool_input')) return 'PreToolUse';
  if (has('permissionSuggestions')) return 'permissionRequest';
  if (carriesCall(payload)) {
    // Empty ones are there before anything has come of a call.
    if (isFilled(own(payload, 'toolResult'))) return 'postToolUse';
    return isFilled(own(payload, 'error')) ? 'postToolUseFailure' : 'preToolUse';
  }
  const sign = Object.keys(signs).find((key) => has(key));
  return sign === undefined ? 'preToolUse' : (signs[sign] ?? sign);
}

/** Fields that only one event has; the first one counts. */
const signs: Readonly<Record<string, string>> = {
  agentName: 'subagentStart',
  stopReason: 'agentStop',
  transcriptPath: 'preCompact',
  errorContext: 'errorOccurred',
  prompt: 'userPromptSubmitted',
  source: 'sessionStart',
  initialPrompt: 'sessionStart',
  reason: 'sessionEnd',
};

function sessionOf(payload: JsonObject, { env }: HookHost): NativeEvent['session'] {
  const root = variableIn(env, 'COPILOT_PROJECT_DIR');
  const agent = textField(payload, 'agentId');
  return {
    // A subagent has a session of its own, and its parent is named by the parent's.
    id: textField(payload, 'parentAgentId') ?? textField(payload, 'sessionId', 'session_id'),
    cwd: textField(payload, 'cwd'),
    workspaceRoots: root === undefined ? undefined : [root],
    agent: agent === undefined ? undefined : { id: agent, type: textField(payload, 'agentType') },
  };
}

/** The one call, or each call of a batch. */
function readCalls(payload: JsonObject): readonly CallReading[] {
  const batch = own(payload, 'toolCalls');
  if (!Array.isArray(batch)) return [readCall(payload)];
  const calls = batch.map((each: Json): CallReading => {
    if (!isJsonObject(each)) return `an element of \`toolCalls\` is ${describe(each)}`;
    const tool = readTool(each, 'name', ['args']);
    return typeof tool === 'string' ? tool : { tool, call: textField(each, 'id') };
  });
  const isAlone = !singleFields.some((key) => (own(payload, key) ?? undefined) !== undefined);
  return isAlone ? calls : [...calls, readCall(payload)];
}

/** Fields of a call beside a batch. */
const singleFields = ['toolName', 'toolArgs', 'toolInput', 'tool_name', 'tool_input'];

function readCall(payload: JsonObject): CallReading {
  const isSnake = textField(payload, 'tool_name') !== undefined || Object.hasOwn(payload, 'tool_input');
  const tool = isSnake
    ? readTool(payload, 'tool_name', ['tool_input'])
    : readTool(payload, 'toolName', ['toolArgs', 'toolInput']);
  return typeof tool === 'string' ? tool : { tool, call: textField(payload, 'tool_use_id') };
}

function readTool(object: JsonObject, nameKey: string, inputKeys: readonly string[]): NativeTool | string {
  const name = textField(object, nameKey);
  if (name === undefined) return wrongField(object, nameKey);
  const inputKey = inputKeys.find((key) => Object.hasOwn(object, key)) ?? inputKeys[0] ?? '';
  const given = own(object, inputKey);
  const input = inputOf(given) ?? patchOf(name, given);
  if (input === undefined) return noObject(inputKey, given);
  const mcp = readMcp(name);
  if (mcp !== undefined) return { name, input, mcp };
  // Only tools of servers have a hyphen in their names.
  return { name, input, kind: name.includes('-') ? 'mcp' : patchKind(name, input) };
}

/** A patch may come as it is. */
const patchOf = (name: string, given: Json | undefined): JsonObject | undefined =>
  name === 'apply_patch' && typeof given === 'string' && given !== '' ? { input: given } : undefined;

/** The server that is always there has hyphens in its name. */
const wired = 'github-mcp-server';

/** `server-tool`, where it is clear which is which. */
function readMcp(name: string): NativeMcp | undefined {
  const tool = name.startsWith(`${wired}-`) ? name.slice(wired.length + 1) : '';
  if (tool !== '') return { server: wired, tool, provenance: 'inferred' };
  return splitDoubled(name) ?? splitOnce(name, '', '-');
}

function outcomeOf(payload: JsonObject): NativeOutcome {
  const result = objectOf(payload, 'toolResult') ?? objectOf(payload, 'tool_result');
  const type = textField(result, 'resultType', 'result_type');
  const text = textField(result, 'textResultForLlm', 'text_result_for_llm');
  if (type === 'denied' || type === 'rejected') return { kind: 'denied' };
  const error = own(payload, 'error');
  if (error !== undefined && error !== null) return { kind: 'error', message: messageOf(error) };
  if (type === 'failure') return { kind: 'error', message: text ?? '' };
  const whole = own(payload, 'toolResult') ?? own(payload, 'tool_result') ?? own(payload, 'tool_response');
  return { kind: 'ok', output: text ?? whole };
}

function endedOf(payload: JsonObject): NativeEvent['ended'] {
  switch (textField(payload, 'reason')) {
    case 'complete':
    case 'user_exit':
      return 'completed';
    case 'abort':
      return 'cancelled';
    case 'error':
    case 'timeout':
      return 'error';
    default:
      return 'unknown';
  }
}

const isPascal = (moment: string): boolean => /^[A-Z]/.test(moment);

/** Without a moment the dialect is not known, and the answer is one for both. */
function answer(verdict: HookVerdict, moment = 'PreToolUse'): NativeAnswer {
  if (!verdict.denied) return printing({});
  const { reason } = verdict;
  if (/^permissionRequest$/i.test(moment)) return printing({ behavior: 'deny', message: reason });
  if (!/^preToolUse$/i.test(moment)) return printing({});
  const decision = { permissionDecision: 'deny', permissionDecisionReason: reason };
  if (!isPascal(moment)) return printing(decision);
  return printing({ ...decision, hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } });
}

/** Its form with names as Claude Code has them: known by the fields that are not there. */
function isPascalCase(payload: JsonObject): boolean {
  const time = textField(payload, 'timestamp') ?? '';
  if (!has(payload, 'hook_event_name') && !has(payload, 'tool_name')) return false;
  return /^\d{4}-\d\d-\d\dT/.test(time) && !has(payload, 'tool_use_id') && !has(payload, 'transcript_path');
}
