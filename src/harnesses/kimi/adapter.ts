/**
 * Kimi Code, and kimi-cli before it: the envelope of Claude Code with ids of its
 * own. A question for a permission is only reported. Input that is no object comes
 * as an empty one, and long names of MCP tools come cut, with a digest for the rest.
 */
import type { Adapter } from '../../adapters/adapter.ts';
import { answerClaudeShape, type ClaudeShape, readClaudeShape } from '../../adapters/claude-shape.ts';
import { isCut, splitDoubled } from '../../adapters/mcp-name.ts';
import { textField } from '../../adapters/payload.ts';
import { has } from '../../adapters/signs.ts';
import type { JsonObject } from '../../language/json.ts';
import { own } from '../../protocol/json.ts';
import type { Kind } from '../../vocabulary/kinds.ts';

const shape: ClaudeShape = {
  callField: 'tool_call_id',
  moments: {
    PreToolUse: 'before',
    PermissionRequest: 'announced',
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
  signs: {
    own: (payload) => own(payload, 'client_type') === 'kimi_code_cli' || isKimiCall(payload),
    hasOwnFiles: true,
  },
};

/** A name that was cut still is one of a server. */
function kindOf(name: string): Kind | undefined {
  return name.startsWith('mcp__') ? 'mcp' : undefined;
}

/** Goose and Cursor give calls such ids too, but spell their events differently. */
const isKimiCall = (payload: JsonObject): boolean =>
  has(payload, 'tool_call_id') &&
  !has(payload, 'tool_use_id') &&
  /^[A-Z]/.test(textField(payload, 'hook_event_name') ?? '');
