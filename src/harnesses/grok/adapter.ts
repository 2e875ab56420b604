/**
 * Grok Build: the envelope of Claude Code in camel case, or in both, with events in
 * snake case. It loads the hooks of Claude Code and Cursor as well, and starts them
 * with its own payload. A payload that would be too long comes without its input.
 */
import type {
  Adapter,
  HookHost,
  HookReading,
  HookVerdict,
  NativeAnswer,
  NativeMcp,
} from '../../adapters/adapter.ts';
import { printing, refusing, unreadable } from '../../adapters/adapter.ts';
import { ambiguousField } from '../../adapters/ambiguous-field.ts';
import { type ClaudeShape, readClaudeShape } from '../../adapters/claude-shape.ts';
import { splitDoubled } from '../../adapters/mcp-name.ts';
import { inputOf, textField } from '../../adapters/payload.ts';
import { has } from '../../adapters/signs.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { own } from '../../protocol/json.ts';

const before = 'pre_tool_use';

const shape: ClaudeShape = {
  rootField: 'workspaceRoot',
  turnField: 'promptId',
  moments: {
    [before]: 'before',
    post_tool_use: 'after',
    post_tool_use_failure: 'failure',
    permission_denied: 'denied',
    session_start: 'start',
    session_end: 'end',
  },
  mcpOf,
};

export const grok: Adapter = { id: 'grok', name: 'Grok Build', read, answer, signs: { own: isGrok } };

function read(payload: JsonObject, host: HookHost): HookReading {
  const reading = readClaudeShape(withAgent(unwrapped(payload)), host, shape);
  if (reading.kind === 'unused' || reading.moment !== before) return reading;
  const problem = problemOf(payload);
  return problem === undefined ? reading : unreadable(before, problem);
}

/** Some of a call is not enough to let it pass, and neither is one of two that it may be. */
function problemOf(payload: JsonObject): string | undefined {
  if (own(payload, 'toolInputTruncated') === true)
    return 'Grok left out the input of this call, because it is too long; smaller calls can be read';
  const outer = handedOn(payload);
  if (outer !== undefined && Object.hasOwn(outer, 'tool_input_file'))
    return 'Grok has the input of this call in a file; smaller calls can be read';
  const twice = outer && ambiguousField(outer);
  return (
    twice && `the call that it hands on has \`${twice.keys[0]}\` and \`${twice.keys[1]}\`, with two meanings`
  );
}

/**
 * Tools of MCP servers go through one tool that only hands the call on, under its own name or that of the tool behind it; hooks are
 * matched against the name behind it, so that is the name of the call.
 */
function unwrapped(payload: JsonObject): JsonObject {
  const outer = handedOn(payload);
  const name = textField(outer, 'tool_name', 'toolName');
  const input: Json | undefined = outer && (own(outer, 'tool_input') ?? own(outer, 'toolInput'));
  if (name === undefined || inputOf(input) === undefined) return payload;
  return { ...payload, tool_name: name, tool_input: input ?? null };
}

/** A subagent has a session of its own. Only the field with its type shows that it is one. */
function withAgent(payload: JsonObject): JsonObject {
  const type = textField(payload, 'subagentType');
  const id = textField(payload, 'session_id', 'sessionId');
  return type === undefined || id === undefined ? payload : { ...payload, agent_id: id, agent_type: type };
}

/** The input of the tool that hands a call on; undefined for every other tool. */
function handedOn(payload: JsonObject): JsonObject | undefined {
  const name = textField(payload, 'toolName', 'tool_name');
  const outer = inputOf(own(payload, 'toolInput') ?? own(payload, 'tool_input'));
  return name === 'use_tool' || (name !== undefined && textField(outer, 'tool_name', 'toolName') === name)
    ? outer
    : undefined;
}

/** `server__tool`, or with `mcp__` before it. */
function mcpOf(name: string): NativeMcp | undefined {
  return splitDoubled(name) ?? splitDoubled(`mcp__${name}`);
}

function answer(verdict: HookVerdict, moment = before): NativeAnswer {
  if (!verdict.denied || moment !== before) return printing();
  const reason = withinLength(verdict.reason);
  return refusing(reason, { decision: 'deny', reason });
}

/** In characters: Grok cuts what is longer, and the code is at the end. */
const longestReason = 256;

/** The reason, cut where it says most of what to do, with the code behind it. */
function withinLength(reason: string): string {
  if (reason.length <= longestReason) return reason;
  const code = / \[[\w.-]+\]$/.exec(reason)?.[0] ?? '';
  return `${reason.slice(0, longestReason - code.length - 1).trimEnd()}…${code}`;
}

/** The only harness whose fields are in camel case and whose events are in snake case. */
function isGrok(payload: JsonObject): boolean {
  if (has(payload, 'toolInputTruncated')) return true;
  if (!has(payload, 'hookEventName')) return false;
  const isSnake = /^[a-z]+(?:_[a-z]+)+$/.test(textField(payload, 'hookEventName') ?? '');
  return isSnake || has(payload, 'sessionId', 'workspaceRoot');
}
