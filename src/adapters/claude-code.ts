/** Claude Code: `PreToolUse` and `PermissionRequest` are decided, the rest is observed. */
import type { JsonObject } from '../language/json.ts';
import type { Adapter, NativeEvent, NativeMcp, Reading } from './adapter.ts';
import { answerClaudeShape, type ClaudeShape, readClaudeShape } from './claude-shape.ts';
import { splitByServer, splitDoubled } from './mcp-name.ts';
import { objectOf, textOf } from './payload.ts';

const shape: ClaudeShape = {
  projectVariable: 'CLAUDE_PROJECT_DIR',
  turnField: 'prompt_id',
  mcpOf: readMcp,
};

export const claudeCode: Adapter = {
  id: 'claude-code',
  name: 'Claude Code',
  read: (payload, host) => withKinds(readClaudeShape(payload, host, shape)),
  answer: answerClaudeShape,
};

/** The harness says which server it is; what the name of the tool says is only second best. */
function readMcp(name: string, payload: JsonObject): NativeMcp | undefined {
  const server = textOf(objectOf(payload, 'mcp_server'), 'name');
  return server === undefined ? splitDoubled(name) : splitByServer(name, server);
}

/** `Monitor` watches a command, or connects to a socket; its name does not tell which. */
function withKinds(reading: Reading): Reading {
  if (reading.kind !== 'events') return reading;
  return { ...reading, events: reading.events.map(withKind) };
}

function withKind(event: NativeEvent): NativeEvent {
  const { tool } = event;
  if (tool?.name !== 'Monitor' || Object.hasOwn(tool.input, 'command') || !Object.hasOwn(tool.input, 'ws'))
    return event;
  return { ...event, tool: { ...tool, kind: 'fetch' } };
}
