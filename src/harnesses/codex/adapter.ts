/**
 * Codex: the envelope of Claude Code with a turn and a model. It takes no key
 * that it does not know, and a hook that answers with one counts for nothing; so
 * the answers are exactly Claude Code's denial, or nothing at all.
 */
import type { Adapter, NativeMcp } from '../../adapters/adapter.ts';
import { answerClaudeShape, type ClaudeShape, readClaudeShape } from '../../adapters/claude-shape.ts';
import { isCut, splitDoubled } from '../../adapters/mcp-name.ts';
import { patchKind } from '../../adapters/patch-kind.ts';
import { inputOf, textField } from '../../adapters/payload.ts';
import { has } from '../../adapters/signs.ts';
import type { JsonObject } from '../../language/json.ts';
import { own } from '../../protocol/json.ts';
import type { Kind } from '../../vocabulary/kinds.ts';

const shape: ClaudeShape = {
  turnField: 'turn_id',
  hasModel: true,
  // Seen in Codex 0.169: a call with `workdir` has that as `cwd`, which an agent may choose; the hook is started in the session's folder.
  startsInWorkspace: true,
  kindOf,
  mcpOf,
};

export const codex: Adapter = {
  id: 'codex',
  name: 'Codex',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer: answerClaudeShape,
  signs: { own: (payload) => has(payload, 'turn_id', 'model') },
};

/**
 * Resources of a server are read by tools of Codex, which name the server in their input. A name that is too long comes cut, with
 * a digest for the rest. Then neither the tool nor its server is known.
 */
function mcpOf(name: string, payload: JsonObject): NativeMcp | undefined {
  if (isCut(name)) return undefined;
  if (!/^(?:read_mcp_resource|list_mcp_resources|list_mcp_resource_templates)$/.test(name))
    return splitDoubled(name);
  const server = textField(inputOf(own(payload, 'tool_input')), 'server');
  return server === undefined ? undefined : { server, tool: name, provenance: 'runtime' };
}

/** `exec` runs JavaScript that calls tools; elsewhere a tool of this name is a shell. */
function kindOf(name: string, input: JsonObject): Kind | undefined {
  if (name.startsWith('mcp__')) return 'mcp';
  return name === 'exec' ? 'other' : patchKind(name, input);
}
