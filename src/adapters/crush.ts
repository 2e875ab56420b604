/**
 * Crush: an envelope like Claude Code's, whose event is `event`. An event that
 * announces something else than a call has the fields of one all the same. Input
 * that it could not read comes as an empty object.
 */
import type { Kind } from '../vocabulary/kinds.ts';
import type { Adapter, NativeAnswer, Verdict } from './adapter.ts';
import { printing } from './adapter.ts';
import { type ClaudeShape, readClaudeShape } from './claude-shape.ts';
import { splitDoubled, splitOnce } from './mcp-name.ts';

const shape: ClaudeShape = {
  projectVariable: 'CRUSH_PROJECT_DIR',
  moments: {
    PreToolUse: 'before',
    PreCompact: 'told',
    PermissionRequest: 'told',
    PostToolUse: 'after',
    PostToolUseFailure: 'failure',
    SessionStart: 'start',
    SessionEnd: 'end',
  },
  // Where the name has more than one `_`, nothing tells which of them ends the server.
  mcpOf: (name) => splitDoubled(name) ?? splitOnce(name, 'mcp_', '_'),
  kindOf,
};

export const crush: Adapter = {
  id: 'crush',
  name: 'Crush',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer,
};

/** A download leaves the machine before it is a file. */
function kindOf(name: string): Kind | undefined {
  if (name === 'download') return 'fetch';
  return name.startsWith('mcp_') ? 'mcp' : undefined;
}

function answer(verdict: Verdict, moment = 'PreToolUse'): NativeAnswer {
  if (!verdict.denied || moment !== 'PreToolUse') return printing();
  return printing({ decision: 'deny', reason: verdict.reason });
}
