/**
 * Crush: an envelope like Claude Code's, whose event is `event`. An event that
 * announces something else than a call has the fields of one all the same. Input
 * that it could not read comes as an empty object.
 */
import type { Adapter, HookVerdict, NativeAnswer } from '../../adapters/adapter.ts';
import { printing } from '../../adapters/adapter.ts';
import { type ClaudeShape, readClaudeShape } from '../../adapters/claude-shape.ts';
import { splitDoubled, splitOnce } from '../../adapters/mcp-name.ts';
import { has } from '../../adapters/signs.ts';
import type { Kind } from '../../vocabulary/kinds.ts';

const shape: ClaudeShape = {
  projectVariable: 'CRUSH_PROJECT_DIR',
  moments: {
    PreToolUse: 'before',
    PreCompact: 'announced',
    PermissionRequest: 'announced',
    PostToolUse: 'after',
    PostToolUseFailure: 'failure',
    SessionStart: 'start',
    SessionEnd: 'end',
  },
  // Where the name has more than one `_`, it is not known which of them ends the server.
  mcpOf: (name) => splitDoubled(name) ?? splitOnce(name, 'mcp_', '_'),
  kindOf,
};

export const crush: Adapter = {
  id: 'crush',
  name: 'Crush',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer,
  signs: { own: (payload) => has(payload, 'event', 'cwd'), hasOwnFiles: true },
};

/** A download leaves the machine before it is a file. */
function kindOf(name: string): Kind | undefined {
  if (name === 'download') return 'fetch';
  return name.startsWith('mcp_') ? 'mcp' : undefined;
}

function answer(verdict: HookVerdict, moment = 'PreToolUse'): NativeAnswer {
  if (!verdict.denied || moment !== 'PreToolUse') return printing();
  return printing({ decision: 'deny', reason: verdict.reason });
}
