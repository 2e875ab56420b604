/**
 * Kimi Code, and kimi-cli before it: the envelope of Claude Code with ids of its
 * own. A permission that is asked for is only told. Input that is no object comes
 * as an empty one, and long names of MCP tools come cut, with a digest for the rest.
 */
import type { Kind } from '../vocabulary/kinds.ts';
import type { Adapter } from './adapter.ts';
import { answerClaudeShape, type ClaudeShape, readClaudeShape } from './claude-shape.ts';
import { isCut, splitDoubled } from './mcp-name.ts';

const shape: ClaudeShape = {
  callField: 'tool_call_id',
  moments: {
    PreToolUse: 'before',
    PermissionRequest: 'told',
    PostToolUse: 'after',
    PostToolUseFailure: 'failure',
    SessionStart: 'start',
    SessionEnd: 'end',
  },
  kindOf,
  mcpOf: (name) => (isCut(name) ? undefined : splitDoubled(name)),
};

export const kimi: Adapter = {
  id: 'kimi',
  name: 'Kimi Code',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer: answerClaudeShape,
};

/** A name that was cut still is one of a server. */
function kindOf(name: string): Kind | undefined {
  return name.startsWith('mcp__') ? 'mcp' : undefined;
}
